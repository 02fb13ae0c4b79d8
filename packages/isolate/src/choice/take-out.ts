import { include, includes, type NumberSet, numberSet } from './number-set.ts'
import type { ChoiceProblem } from './problem.ts'

/** What may be taken out when certain objects stay. */
export interface TakenOut {
  /** Every object that the top-level objects lead to, in the order of reaching. */
  readonly reached: Int32Array
  /** Calls from the nearest top-level object, by place in `reached`. */
  readonly depths: Int32Array
  /** Of these, what may go. */
  readonly extracted: NumberSet
  /** Of these, what would be too much. */
  readonly overBudget: NumberSet
  /** Lines of the extracted definitions, nested ones counted once. */
  readonly lines: number
  /** The same, by number of the module. */
  readonly moduleLines: Int32Array
}

/**
 * Walks breadth-first from the top-level objects that do not stay, within one distance in the order of the source, also
 * through what stays. A class and those of its methods that ran lead to each other; a class that stays ties nothing
 * together: else one method of a central class would lead to all the others.
 *
 * What does not stay is extracted in the order of reaching while its lines fit the budget. A class that does not fit as a
 * whole leaves room for its methods; behind any other object that does not fit nothing more is taken, so that what is left
 * calls no farther than what is gone.
 *
 * @param stays with every object the classes around it, as `needs` of a file has them
 */
export function takeOut(problem: ChoiceProblem, stays: NumberSet): TakenOut {
  const { reached, depths } = reachFrom(problem, stays)
  const size = problem.indexes.length
  const extracted = numberSet(size)
  const overBudget = numberSet(size)
  /** Lines that are counted already, of what is nested in each class. */
  const counted = new Int32Array(size)
  const moduleLines = new Int32Array(problem.modules.length)
  let lines = 0
  let full = false
  for (const object of reached) {
    if (includes(stays, object)) continue
    const more = missingLines(problem, extracted, counted, object)
    if (full || lines + more > problem.limits.maxCarvedLines) {
      include(overBudget, object)
      full ||= problem.isClass[object] !== true
    } else {
      include(extracted, object)
      lines += more
      const module = problem.moduleOf[object] ?? 0
      moduleLines[module] = (moduleLines[module] ?? 0) + more
      for (let outer = outerOf(problem, object); outer !== -1; outer = outerOf(problem, outer))
        counted[outer] = (counted[outer] ?? 0) + more
    }
  }
  return { reached, depths, extracted, overBudget, lines, moduleLines }
}

function missingLines(
  problem: ChoiceProblem,
  extracted: NumberSet,
  counted: Int32Array,
  object: number,
): number {
  if (includes(problem.shells, object)) return 0
  for (let outer = outerOf(problem, object); outer !== -1; outer = outerOf(problem, outer))
    if (includes(extracted, outer) && !includes(problem.shells, outer)) return 0
  return (problem.lines[object] ?? 0) - (counted[object] ?? 0)
}

function outerOf(problem: ChoiceProblem, object: number): number {
  return problem.classAround[object] ?? -1
}

function reachFrom(problem: ChoiceProblem, stays: NumberSet): Pick<TakenOut, 'reached' | 'depths'> {
  const size = problem.indexes.length
  const reached = new Int32Array(size)
  const depths = new Int32Array(size)
  const seen = numberSet(size)
  let end = 0
  const add = (object: number, depth: number) => {
    if (includes(seen, object)) return
    include(seen, object)
    depths[end] = depth
    reached[end] = object
    end += 1
  }
  for (const top of problem.topLevel) if (!includes(stays, top)) add(top, 0)
  for (let depth = 1, start = 0; start < end; depth += 1) {
    const level = reached.subarray(start, end).toSorted()
    reached.set(level, start)
    start = end
    for (const object of level) {
      for (const callee of problem.callees[object] ?? []) add(callee, depth)
      const outer = outerOf(problem, object)
      if (outer !== -1 && !includes(stays, outer)) add(outer, depth)
      if (!includes(stays, object)) for (const member of problem.membersRun[object] ?? []) add(member, depth)
    }
  }
  return { reached: reached.subarray(0, end), depths: depths.subarray(0, end) }
}
