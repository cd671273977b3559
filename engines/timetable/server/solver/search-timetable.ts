import { solveFet, type FetConstraint, type FetOptions, type FetProblem, type FetResult } from '#packages/fet'

/**
 * FET places the hardest lessons first and stops at the first that it cannot place; most of the others have no time
 * then, though nothing is wrong with them. So the second half of the time goes to attempts without the lessons at which
 * it stopped: what remains without a time is what is in the way.
 */
export async function searchTimetable(problem: FetProblem, options: FetOptions): Promise<FetResult> {
  const end = performance.now() + options.seconds * 1000
  const secondsLeft = () => (end - performance.now()) / 1000
  const first = await solveFet(problem, { ...options, seconds: options.seconds / 2 })
  let [best, last, smaller, attempt] = [first, first, problem, 0]
  while (last.status === 'timeout' && secondsLeft() >= 1) {
    const blocking = listBlocking(smaller, last).slice(0, Math.ceil(++attempt / 3))
    if (blocking.length === 0) break
    smaller = setAside(smaller, blocking)
    last = await solveFet(smaller, { ...options, seconds: Math.min(secondsLeft(), options.seconds / 20) })
    if (last.placements.length >= best.placements.length) best = last
  }
  if (best === first) return first
  const placed = new Set(best.placements.map(({ activityId }) => activityId))
  const unplaced = problem.activities.flatMap(({ id }) => (placed.has(id) ? [] : id))
  const status = last.status === 'stopped' ? 'stopped' : 'timeout'
  const seconds = options.seconds - secondsLeft()
  return { ...best, status, unplaced, difficult: first.difficult, seconds }
}

/** Lessons that are not fixed, the one first at which the search stopped. */
function listBlocking({ activities }: FetProblem, { difficult }: FetResult): string[] {
  const fixed = new Set(activities.flatMap(({ id, fixed: time }) => (time ? id : [])))
  return difficult.filter((id) => !fixed.has(id))
}

/** The problem without these activities, and without those that have to begin with them. */
function setAside(problem: FetProblem, ids: readonly string[]): FetProblem {
  const partners = problem.constraints.flatMap((one) =>
    one.kind === 'same-start' && one.activityIds.some((id) => ids.includes(id)) ? one.activityIds : [],
  )
  const gone = new Set([...ids, ...partners])
  const activities = problem.activities.filter(({ id }) => !gone.has(id))
  const subjects = new Set(activities.map(({ subjectId }) => subjectId))
  const constraints = problem.constraints.flatMap((one): FetConstraint[] => {
    if ('activityId' in one && gone.has(one.activityId)) return []
    // FET warns about a constraint that concerns nothing.
    if ('subjectId' in one && !subjects.has(one.subjectId)) return []
    if (!('activityIds' in one)) return [one]
    const activityIds = one.activityIds.filter((id) => !gone.has(id))
    return activityIds.length > 1 ? [{ ...one, activityIds }] : []
  })
  return { ...problem, activities, constraints }
}
