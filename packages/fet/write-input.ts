import type { FetActivity, FetConstraint, FetProblem, FetTime, FetYear } from './fet-problem.ts'

/** The input file of FET 6.8.5. Its parser only warns about a tag that it does not know. */
export function writeInput(problem: FetProblem): string {
  const numbers = new Map(problem.activities.map(({ id }, at) => [id, at + 1]))
  const days = count(problem.days).map(dayName)
  const hours = count(problem.hours).map(hourName)
  const teacher = { Target_Number_of_Hours: 0, Qualified_Subjects: '', Comments: '' }
  const room = { Building: '', Capacity: 30_000, Virtual: 'false', Comments: '' }
  const lists = {
    Mode: 'Official',
    Institution_Name: '-',
    Comments: '',
    Days_List: tag('Number_of_Days', days.length) + named('Day', days),
    Hours_List: tag('Number_of_Hours', hours.length) + named('Hour', hours),
    Subjects_List: named('Subject', problem.subjects, { Comments: '' }),
    Activity_Tags_List: '',
    Teachers_List: named('Teacher', problem.teachers, teacher),
    Students_List: problem.students.map(writeYear).join('\n'),
    Activities_List: problem.activities.map((activity, at) => writeActivity(activity, at + 1)).join('\n'),
    Buildings_List: '',
    Rooms_List: named('Room', problem.rooms, room),
    Time_Constraints_List: [...writeTimeConstraints(problem, numbers)].join('\n'),
    Space_Constraints_List: [...writeSpaceConstraints(problem)].join('\n'),
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<fet version="6.8.5">\n${fields(lists)}</fet>\n`
}

export const dayName = (day: number) => `d${day}`
export const hourName = (hour: number) => `h${hour}`

type Value = string | number
type Fields = Record<string, Value>

const count = (many: number) => Array.from({ length: many }, (_, at) => at)
const tag = (name: string, value: Value) => `<${name}>${value}</${name}>`
const tags = (name: string, values: readonly Value[]) => values.map((value) => tag(name, value)).join('')
const fields = (values: Fields) =>
  Object.entries(values)
    .map(([name, value]) => tag(name, value))
    .join('')
const named = (kind: string, ids: readonly string[], rest: Fields = {}) =>
  tags(
    kind,
    ids.map((id) => fields({ Name: id, ...rest })),
  )

const people = { Number_of_Students: 0, Comments: '' }

function writeYear({ id, groups }: FetYear): string {
  const inside = groups.map(
    (group) => fields({ Name: group.id, ...people }) + named('Subgroup', group.subgroupIds, people),
  )
  const year = fields({ Name: id, ...people, Number_of_Categories: 0, Separator: ' ' })
  return tag('Year', year + tags('Group', inside))
}

function writeActivity({ teacherIds, subjectId, studentIds, duration }: FetActivity, number: number): string {
  const who = tags('Teacher', teacherIds) + tag('Subject', subjectId) + tags('Students', studentIds)
  const long = { Duration: duration, Total_Duration: duration }
  return tag('Activity', who + fields({ ...long, Id: number, Activity_Group_Id: 0, Active: 'true', Comments: '' }))
}

const constraint = (kind: string, weight: number, inside: string) =>
  tag(`Constraint${kind}`, tag('Weight_Percentage', weight) + inside + fields({ Active: 'true', Comments: '' }))

function* writeTimeConstraints({ activities, constraints }: FetProblem, numbers: ReadonlyMap<string, number>) {
  yield constraint('BasicCompulsoryTime', 100, '')
  for (const { id, fixed } of activities) if (fixed) yield writeFixed(numbers.get(id)!, fixed)
  for (const one of constraints) if (one.kind !== 'room-not-available') yield writeTimeConstraint(one, numbers)
}

const writeFixed = (number: number, time: FetTime) =>
  constraint(
    'ActivityPreferredStartingTime',
    100,
    tag('Activity_Id', number) + timeFields('Preferred_', time) + tag('Permanently_Locked', 'true'),
  )

const timeFields = (prefix: string, { day, hour }: FetTime) =>
  fields({ [`${prefix}Day`]: dayName(day), [`${prefix}Hour`]: hourName(hour) })

/** `Number_of_…s`, and each time as `…`. */
const timeList = (kind: string, prefix: string, times: readonly FetTime[]) =>
  tag(`Number_of_${kind}s`, times.length) +
  tags(
    kind,
    times.map((time) => timeFields(prefix, time)),
  )
const notAvailable = (times: readonly FetTime[]) => timeList('Not_Available_Time', '', times)

function writeTimeConstraint(
  one: Exclude<FetConstraint, { kind: 'room-not-available' }>,
  numbers: ReadonlyMap<string, number>,
): string {
  const activityIds = (ids: readonly string[]) => {
    const own = ids.map((id) => numbers.get(id)!)
    return tag('Number_of_Activities', own.length) + tags('Activity_Id', own)
  }
  switch (one.kind) {
    case 'teacher-not-available':
      return constraint('TeacherNotAvailableTimes', 100, tag('Teacher', one.teacherId) + notAvailable(one.times))
    case 'students-not-available':
      return constraint('StudentsSetNotAvailableTimes', 100, tag('Students', one.studentsId) + notAvailable(one.times))
    case 'teacher-most-daily': {
      const limit = fields({ Teacher_Name: one.teacherId, Maximum_Hours_Daily: one.hours })
      return constraint('TeacherMaxHoursDaily', 100, limit)
    }
    case 'subject-times': {
      const who = { Teacher_Name: '', Students_Name: '', Subject_Name: one.subjectId, Activity_Tag_Name: '' }
      const times = timeList('Preferred_Time_Slot', 'Preferred_', one.times)
      return constraint('ActivitiesPreferredTimeSlots', one.weight, fields({ ...who, Duration: '' }) + times)
    }
    case 'activity-starts': {
      const times = timeList('Preferred_Starting_Time', 'Preferred_Starting_', one.times)
      const activity = tag('Activity_Id', numbers.get(one.activityId)!)
      return constraint('ActivityPreferredStartingTimes', one.weight, activity + times)
    }
    case 'days-between': {
      const consecutive = tag('Consecutive_If_Same_Day', 'false')
      const days = tag('MinDays', one.days)
      return constraint('MinDaysBetweenActivities', one.weight, consecutive + activityIds(one.activityIds) + days)
    }
    case 'same-start':
      return constraint('ActivitiesSameStartingTime', 100, activityIds(one.activityIds))
  }
}

function* writeSpaceConstraints({ activities, constraints }: FetProblem) {
  yield constraint('BasicCompulsorySpace', 100, '')
  for (const one of constraints)
    if (one.kind === 'room-not-available')
      yield constraint('RoomNotAvailableTimes', 100, tag('Room', one.roomId) + notAvailable(one.times))
  for (const [at, { roomIds }] of activities.entries()) {
    const activity = tag('Activity_Id', at + 1)
    if (roomIds.length === 1) {
      const room = fields({ Room: roomIds[0]!, Permanently_Locked: 'true' })
      yield constraint('ActivityPreferredRoom', 100, activity + room)
    }
    if (roomIds.length > 1) {
      const rooms = tag('Number_of_Preferred_Rooms', roomIds.length) + tags('Preferred_Room', roomIds)
      yield constraint('ActivityPreferredRooms', 100, activity + rooms)
    }
  }
}
