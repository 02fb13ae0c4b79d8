import type { z } from 'zod'
import type { ArtifactHeader, Refs, StageName } from '../artifacts/common.ts'

/** Read access to what earlier stages produced. */
export interface ArtifactReader {
  /**
   * The ancestor that `refs` names for `stage`, checked against `schema`. The object is shared: do not change it.
   * @throws BugError when refs do not name that stage or the file is gone.
   */
  ancestor<A extends ArtifactHeader>(refs: Refs, stage: StageName, schema: z.ZodType<A>): Promise<A>
}
