import type { Cell, ModelGroup, ModelPeriod, ModelSlot, TimetableModel, TimetableRule } from '../model.ts'

/** A deterministic middle school with the rules of a usual term: 35 lessons a week in 40 periods. */
export interface SampleSchool {
  /** An even number for each grade, so that two neighbouring classes have the same main teachers. */
  classesOfGrade: number
  grades?: number
}

/** Subject, hours a week, classes of one teacher, the afternoon of its research, special rooms. */
const subjects = [
  ['语文', 6, 2, 2],
  ['数学', 6, 2, 3],
  ['英语', 5, 2, 4],
  ['物理', 2, 6, 3, 3],
  ['生物', 2, 6, 4, 3],
  ['历史', 2, 6, 2],
  ['地理', 2, 6, 2],
  ['道法', 2, 6, 4],
  ['体育', 3, 4, 3, 6],
  ['音乐', 1, 9, 5, 2],
  ['美术', 1, 9, 5, 2],
  ['信息', 1, 9, 5, 2],
  ['劳动', 0.5, 12, 5],
  ['心理', 0.5, 12, 5],
] as const

const times = [
  ['08:00', '08:45'],
  ['08:55', '09:40'],
  ['10:10', '10:55'],
  ['11:05', '11:50'],
  ['14:00', '14:45'],
  ['14:55', '15:40'],
  ['16:00', '16:45'],
  ['16:55', '17:40'],
] as const
const periods = times.map(([begins, ends], at): ModelPeriod => {
  const number = at + 1
  return { id: `p${number}`, name: `第${number}节`, begins, ends, kind: 'lesson', sort: number }
})

const weekdays = [1, 2, 3, 4, 5]
export const cellsOf = (days: readonly number[], periods: readonly number[]): Cell[] =>
  days.flatMap((weekday) => periods.map((period) => ({ weekday, periodId: `p${period}` })))

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗'
const givenNames = '芳伟敏静丽强磊洋艳勇杰娟涛明超霞平刚桂英'
const nameOf = (at: number) =>
  `${surnames[at % 20]!}${givenNames[Math.floor(at / 20) % 20]!}${givenNames[(at * 7 + 3) % 20]!}`

export function createSampleSchool({ classesOfGrade, grades = 3 }: SampleSchool): TimetableModel {
  const classes = Array.from({ length: grades * classesOfGrade }, (_, at) => {
    const grade = Math.floor(at / classesOfGrade)
    return { id: `c${at + 1}`, label: `${'七八九'[grade]!}(${(at % classesOfGrade) + 1})班`, gradeId: `g${grade + 7}` }
  })
  const builder = createBuilder()
  const headTeachers: string[] = []
  for (const [name, hours, classesOfTeacher, researchDay, roomCount] of subjects) {
    const subjectId = `s-${name}`
    const teachers = builder.addTeachers(Math.ceil(classes.length / classesOfTeacher))
    builder.rules.push({ kind: 'teacher-off', userIds: teachers, cells: cellsOf([researchDay], [5, 6, 7, 8]) })
    if (roomCount) builder.addSpecialRooms(subjectId, name, Math.max(1, Math.ceil((roomCount * classes.length) / 36)))
    for (const [at, { id, label, gradeId }] of classes.entries()) {
      const teacher = teachers[Math.floor(at / classesOfTeacher)]!
      // Of two neighbouring classes one has the teacher of Chinese as its head, the other the teacher of mathematics.
      if ((name === '语文' && at % 2 === 0) || (name === '数学' && at % 2 === 1)) headTeachers[at] = teacher
      builder.addGroup({
        label,
        subjectId,
        subjectName: name,
        classId: id,
        gradeId,
        teacherIds: [teacher],
        weekHours: hours,
      })
    }
  }
  for (const [at, { id, label, gradeId }] of classes.entries())
    builder.addGroup({
      label,
      subjectId: 's-班会',
      subjectName: '班会',
      classId: id,
      gradeId,
      teacherIds: [headTeachers[at]!],
      weekHours: 1,
    })
  const main = ['s-语文', 's-数学']
  const rules: TimetableRule[] = [
    { kind: 'subject-fixed', subjectId: 's-班会', gradeIds: [], cell: { weekday: 1, periodId: 'p8' } },
    { kind: 'subject-off', subjectIds: ['s-体育'], cells: cellsOf(weekdays, [1]), isSoft: false },
    { kind: 'subject-off', subjectIds: ['s-音乐', 's-美术', 's-信息'], cells: cellsOf(weekdays, [1, 2]), isSoft: true },
    { kind: 'teacher-daily-most', userIds: [], most: 4 },
    { kind: 'subject-daily-most', subjectIds: main, most: 2 },
    {
      kind: 'subject-daily-most',
      subjectIds: subjects.map(([name]) => `s-${name}`).filter((id) => !main.includes(id)),
      most: 1,
    },
    { kind: 'subject-double', subjectIds: ['s-语文'], count: 1 },
    { kind: 'two-week-pair', subjectIds: ['s-劳动', 's-心理'] },
  ]
  return builder.finish(classes, rules)
}

const electives = ['物理', '化学', '生物', '历史', '地理', '政治']

/** 320 pupils of eight classes choose three of six subjects; each subject has three groups of 53 or 54 pupils. */
export function createElectiveSchool(): TimetableModel {
  const classes = Array.from({ length: 8 }, (_, at) => ({
    id: `c${at + 1}`,
    label: `高二(${at + 1})班`,
    gradeId: 'g11',
  }))
  const builder = createBuilder()
  for (const [name, hours, classesOfTeacher] of [
    ['语文', 5, 2],
    ['数学', 5, 2],
    ['英语', 5, 2],
    ['体育', 2, 4],
    ['信息', 1, 8],
    ['班会', 1, 1],
  ] as const) {
    const teachers = builder.addTeachers(8 / classesOfTeacher)
    for (const [at, { id, label, gradeId }] of classes.entries())
      builder.addGroup({
        label,
        subjectId: `s-${name}`,
        subjectName: name,
        classId: id,
        gradeId,
        teacherIds: [teachers[Math.floor(at / classesOfTeacher)]!],
        weekHours: hours,
      })
  }
  const groups = electives.map((name, subject) => {
    const teachers = builder.addTeachers(2)
    return [0, 1, 2].map((band) =>
      builder.addGroup({
        label: `${name}${'ABC'[band]!}班`,
        subjectId: `s-${name}`,
        subjectName: name,
        classId: null,
        gradeId: 'g11',
        teacherIds: [teachers[band % 2]!],
        weekHours: 3,
        roomId: `home-c${subject + 1}`,
      }),
    )
  })
  const pupils = choosePupils(classes, groups)
  const rules: TimetableRule[] = [
    { kind: 'subject-fixed', subjectId: 's-班会', gradeIds: [], cell: { weekday: 1, periodId: 'p8' } },
    { kind: 'class-off', gradeIds: ['g11'], classIds: [], cells: cellsOf([5], [7, 8]) },
    { kind: 'subject-off', subjectIds: ['s-体育'], cells: cellsOf(weekdays, [1]), isSoft: false },
    { kind: 'teacher-daily-most', userIds: [], most: 4 },
    { kind: 'subject-daily-most', subjectIds: electives.map((name) => `s-${name}`), most: 1 },
  ]
  return { ...builder.finish(classes, rules), pupils }
}

/** The pupils of a choice are spread evenly over the groups of its subjects. */
function choosePupils(
  classes: readonly { id: string }[],
  groups: readonly (readonly ModelGroup[])[],
): TimetableModel['pupils'] {
  const choices = electives.flatMap((_, a) =>
    electives.flatMap((__, b) => electives.flatMap((___, c) => (a < b && b < c ? [[a, b, c] as const] : []))),
  )
  return Array.from({ length: 320 }, (_, at) => {
    const choice = choices[at % choices.length]!
    const turn = Math.floor(at / choices.length)
    return {
      id: `u${at + 1}`,
      name: nameOf(at),
      classId: classes[Math.floor(at / 40)]!.id,
      groupIds: choice.map((subject, place) => groups[subject]![(place + turn) % 3]!.id),
    }
  })
}

type NewGroup = Omit<ModelGroup, 'id' | 'kind' | 'roomId' | 'pupilCount'> & { roomId?: string }

function createBuilder() {
  const groups = new Map<string, ModelGroup>()
  const teachers = new Map<string, { id: string; name: string }>()
  const rooms = new Map<string, { id: string; name: string; capacity: number | null }>()
  const rules: TimetableRule[] = []
  return {
    rules,
    addTeachers: (count: number): string[] =>
      Array.from({ length: count }, () => {
        const id = `t${teachers.size + 1}`
        teachers.set(id, { id, name: nameOf(teachers.size) })
        return id
      }),
    addSpecialRooms(subjectId: string, name: string, count: number) {
      const roomIds = Array.from({ length: count }, (_, at) => `room-${name}-${at + 1}`)
      for (const [at, id] of roomIds.entries()) rooms.set(id, { id, name: `${name}教室${at + 1}`, capacity: null })
      rules.push({ kind: 'subject-rooms', subjectIds: [subjectId], roomIds })
    },
    addGroup(group: NewGroup): ModelGroup {
      const kind = group.classId === null ? 'free' : 'class'
      const roomId = group.roomId ?? `home-${group.classId}`
      const complete = { ...group, id: `k${groups.size + 1}`, kind, roomId, pupilCount: 45 } as const
      groups.set(complete.id, complete)
      return complete
    },
    finish(classes: readonly { id: string; label: string; gradeId: string }[], more: readonly TimetableRule[]) {
      for (const { id, label } of classes)
        rooms.set(`home-${id}`, { id: `home-${id}`, name: `${label}教室`, capacity: 50 })
      const model: TimetableModel = {
        weekdays,
        periods,
        classes: new Map(classes.map((one) => [one.id, one])),
        groups,
        teachers,
        rooms,
        slots: [],
        rules: [...rules, ...more],
        pupils: [],
      }
      return model
    },
  }
}

/** A locked lesson. */
export const lockedSlot = (
  groupId: string,
  weekday: number,
  period: number,
  more: Partial<ModelSlot> = {},
): ModelSlot => ({
  id: `locked-${groupId}-${weekday}-${period}`,
  groupId,
  weekday,
  periodId: `p${period}`,
  weekRule: 'every',
  weeks: [],
  roomId: null,
  teacherIds: [],
  isLocked: true,
  ...more,
})
