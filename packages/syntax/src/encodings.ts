/** Python's names of encodings, and the label by which each is read here. Those of one byte a character have a label of the web. */
const labels: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8 utf8 u8 utf utf-8-sig cp65001',
  latin1:
    'latin-1 latin1 latin l1 iso-8859-1 iso8859-1 iso-latin-1 iso8859 8859 cp819 ibm819 iso-ir-100 csisolatin1',
  'iso-8859-2': 'iso-8859-2 iso8859-2 latin2 latin-2 l2',
  'iso-8859-5': 'iso-8859-5 iso8859-5 cyrillic',
  'iso-8859-7': 'iso-8859-7 iso8859-7 greek greek8',
  'iso-8859-15': 'iso-8859-15 iso8859-15 latin9 latin-9 l9',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  ibm866: 'cp866 ibm866 866',
  macintosh: 'mac-roman macroman macintosh',
  'windows-1250': 'cp1250 windows-1250 1250',
  'windows-1251': 'cp1251 windows-1251 1251',
  'windows-1252': 'cp1252 windows-1252 1252',
  'windows-1254': 'cp1254 windows-1254 1254 iso-8859-9 iso8859-9 latin5 l5',
}

const labelOf = new Map(
  Object.entries(labels).flatMap(([label, names]) => names.split(' ').map((name) => [name, label] as const)),
)

const asciiNames = new Set(['ascii', 'us-ascii', '646', 'ansi-x3.4-1968'])

/** The label for a name that a file declares, or null for an encoding that is not known, or does not fit the bytes. */
export function encodingNamed(declared: string, content: Buffer): string | null {
  const name = declared.toLowerCase().replaceAll('_', '-')
  if (name.startsWith('utf-8-')) return 'utf-8'
  if (/^(latin-1|iso-8859-1|iso-latin-1)-/.test(name)) return 'latin1'
  if (asciiNames.has(name)) return content.every((byte) => byte < 0x80) ? 'utf-8' : null
  return labelOf.get(name) ?? null
}

/** The bytes as text, or null where they are none in this encoding. */
export function decodeBytes(content: Buffer, encoding: string): string | null {
  // TextDecoder's latin1 is windows-1252, which is not Python's.
  if (encoding === 'latin1') return content.toString('latin1')
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return null
  }
}

/** The text as bytes; a character that the encoding lacks becomes `?`. */
export function encodeText(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  const bytes = bytesOfCharacters(encoding)
  return Buffer.from(Array.from(text, (character) => bytes.get(character) ?? 0x3f))
}

/** How many bytes the text takes. */
export function encodedLength(text: string, encoding: string): number {
  return encoding === 'utf-8' ? Buffer.byteLength(text) : text.length
}

const tables = new Map<string, ReadonlyMap<string, number>>()

/** Node decodes such encodings, but does not encode them. */
function bytesOfCharacters(encoding: string): ReadonlyMap<string, number> {
  const known = tables.get(encoding)
  if (known !== undefined) return known
  const decoder = new TextDecoder(encoding)
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  )
  tables.set(encoding, table)
  return table
}
