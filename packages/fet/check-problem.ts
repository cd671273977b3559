import type { FetConstraint, FetProblem, FetTime } from './fet-problem.ts'

/**
 * FET answers a wrong name with "cannot read input file" and drops some mistakes with a warning only, so everything is
 * looked up here.
 */
export function checkProblem(problem: FetProblem): void {
  const { days, hours, students, activities } = problem
  if (!isCount(days, 35) || !isCount(hours, 72)) throw new Error(`fet: ${days} days of ${hours} hours`)
  const groups = students.flatMap((year) => year.groups)
  const teachers = takeIds('teacher', problem.teachers)
  const subjects = takeIds('subject', problem.subjects)
  const rooms = takeIds('room', problem.rooms)
  const sets = takeIds('students', [
    ...students.map(({ id }) => id),
    ...groups.map(({ id }) => id),
    ...new Set(groups.flatMap(({ subgroupIds }) => subgroupIds)),
  ])
  const ids = takeIds(
    'activity',
    activities.map(({ id }) => id),
  )
  for (const { id, teacherIds, subjectId, studentIds, roomIds, duration, fixed } of activities) {
    const where = `activity ${id}`
    for (const teacher of teacherIds) demand(teachers, 'teacher', teacher, where)
    for (const set of studentIds) demand(sets, 'students', set, where)
    for (const room of roomIds) demand(rooms, 'room', room, where)
    demand(subjects, 'subject', subjectId, where)
    if (!isCount(duration, hours)) throw new Error(`fet: duration ${duration} in ${where}`)
    if (fixed) checkTime(fixed, problem, where)
  }
  for (const constraint of problem.constraints)
    checkConstraint(constraint, problem, { teachers, subjects, rooms, sets, ids })
}

type Names = Record<'teachers' | 'subjects' | 'rooms' | 'sets' | 'ids', ReadonlySet<string>>

function checkConstraint(constraint: FetConstraint, problem: FetProblem, names: Names) {
  const { kind } = constraint
  if ('teacherId' in constraint) demand(names.teachers, 'teacher', constraint.teacherId, kind)
  if ('studentsId' in constraint) demand(names.sets, 'students', constraint.studentsId, kind)
  if ('roomId' in constraint) demand(names.rooms, 'room', constraint.roomId, kind)
  if ('subjectId' in constraint) demand(names.subjects, 'subject', constraint.subjectId, kind)
  if ('activityId' in constraint) demand(names.ids, 'activity', constraint.activityId, kind)
  if ('activityIds' in constraint) {
    for (const id of constraint.activityIds) demand(names.ids, 'activity', id, kind)
    if (new Set(constraint.activityIds).size < Math.max(2, constraint.activityIds.length))
      throw new Error(`fet: ${kind} needs two or more different activities: ${constraint.activityIds.join(', ')}`)
  }
  if ('times' in constraint) for (const time of constraint.times) checkTime(time, problem, kind)
  if ('weight' in constraint && !(constraint.weight > 0 && constraint.weight <= 100))
    throw new Error(`fet: weight ${constraint.weight} in ${kind}`)
  if ('hours' in constraint && !isCount(constraint.hours, problem.hours))
    throw new Error(`fet: ${constraint.hours} hours in ${kind}`)
}

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

function checkTime({ day, hour }: FetTime, { days, hours }: FetProblem, where: string) {
  if (!isCount(day + 1, days) || !isCount(hour + 1, hours)) throw new Error(`fet: day ${day}, hour ${hour} in ${where}`)
}

function demand(known: ReadonlySet<string>, kind: string, id: string, where: string) {
  if (!known.has(id)) throw new Error(`fet: unknown ${kind} ${id} in ${where}`)
}

/** FET trims names and reads XML, so an id has letters and digits only, and a few signs. */
function takeIds(kind: string, ids: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>()
  for (const id of ids) {
    if (!/^[\p{L}\p{N}_:.+-]{1,200}$/u.test(id)) throw new Error(`fet: not a usable id of a ${kind}: ${id}`)
    if (known.has(id)) throw new Error(`fet: twice the same ${kind}: ${id}`)
    known.add(id)
  }
  return known
}
