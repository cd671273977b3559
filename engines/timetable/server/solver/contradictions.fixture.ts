import type { ModelGroup, ModelSlot, TimetableModel, TimetableRule } from '../model.ts'
import type { ProblemCode } from './problem-words.ts'
import { cellsOf, createElectiveSchool, createSampleSchool, lockedSlot } from './sample-school.fixture.ts'

export interface Contradiction {
  title: string
  code: ProblemCode
  model: TimetableModel
  /** Whom the message has to name. */
  names: readonly string[]
}

interface Change {
  rules?: readonly TimetableRule[]
  slots?: readonly ModelSlot[]
  groups?: readonly ModelGroup[]
}

const everyDay = [1, 2, 3, 4, 5]
const change = (model: TimetableModel, { rules = [], slots = [], groups = [] }: Change): TimetableModel => ({
  ...model,
  rules: [...model.rules, ...rules],
  slots: [...model.slots, ...slots],
  groups: new Map([...model.groups, ...groups.map((group) => [group.id, group] as const)]),
})
export const findGroup = (model: TimetableModel, label: string, subjectName: string): ModelGroup =>
  [...model.groups.values()].find((group) => group.label === label && group.subjectName === subjectName)!
const nameTeacherOf = (model: TimetableModel, { teacherIds }: ModelGroup) => model.teachers.get(teacherIds[0]!)!.name

/** Schools that are fine but for one contradiction each: a search would end without a timetable. */
export const listContradictions = (): Contradiction[] => [
  ...listClashes(),
  ...listOverfull(),
  ...listOverfullSubjects(),
  ...listForbiddenTimes(),
  ...listElectiveClashes(),
  ...listWrongGroups(),
  ...listWrongHours(),
]

function listClashes(): Contradiction[] {
  const school = createSampleSchool({ classesOfGrade: 2 })
  const [one, other] = ['七(1)班', '七(2)班'].map((label) => findGroup(school, label, '班会')) as [
    ModelGroup,
    ModelGroup,
  ]
  const maths = findGroup(school, '七(1)班', '数学')
  const [chinese, otherChinese] = ['七(1)班', '八(1)班'].map((label) => findGroup(school, label, '语文')) as [
    ModelGroup,
    ModelGroup,
  ]
  return [
    {
      title: 'the head of two classes whose class meeting is at one time',
      code: 'teacher-clash',
      model: change(school, { groups: [{ ...other, teacherIds: one.teacherIds }] }),
      names: [nameTeacherOf(school, one), '周一第8节', '七(1)班班会', '七(2)班班会'],
    },
    {
      title: 'two locked lessons of one class at one time',
      code: 'class-clash',
      model: change(school, { slots: [lockedSlot(maths.id, 2, 1), lockedSlot(chinese.id, 2, 1)] }),
      names: ['七(1)班', '周二第1节', '七(1)班数学', '七(1)班语文'],
    },
    {
      title: 'two locked lessons in one room',
      code: 'room-clash',
      model: change(school, {
        slots: [
          lockedSlot(chinese.id, 1, 2, { roomId: 'home-c1' }),
          lockedSlot(otherChinese.id, 1, 2, { roomId: 'home-c1' }),
        ],
      }),
      names: ['七(1)班教室', '周一第2节', '七(1)班语文', '八(1)班语文'],
    },
    {
      title: 'physical education of the whole school at one time, with fewer grounds',
      code: 'rooms-clash',
      model: change(school, {
        rules: [{ kind: 'subject-fixed', subjectId: 's-体育', gradeIds: [], cell: { weekday: 5, periodId: 'p8' } }],
      }),
      names: ['周五第8节', '体育', '1间', '七(2)班'],
    },
  ]
}

function listOverfull(): Contradiction[] {
  const school = createSampleSchool({ classesOfGrade: 2 })
  const chinese = findGroup(school, '七(1)班', '语文')
  const teacher = chinese.teacherIds[0]!
  const name = nameTeacherOf(school, chinese)
  return [
    {
      title: 'a class with more lessons than it has time',
      code: 'class-overfull',
      model: change(school, {
        rules: [{ kind: 'class-off', gradeIds: [], classIds: ['c3'], cells: cellsOf([2, 3, 5], [7, 8]) }],
      }),
      names: ['八(1)班', '35节', '34节'],
    },
    {
      title: 'a teacher with more lessons than free time',
      code: 'teacher-overfull',
      model: change(school, {
        rules: [{ kind: 'teacher-off', userIds: [teacher], cells: cellsOf([3, 4, 5], [1, 2, 3, 4, 5, 6, 7, 8]) }],
      }),
      names: [name, '13节', '12节'],
    },
    {
      title: 'a limit a day that does not give the hours of a teacher',
      code: 'teacher-daily',
      model: change(school, { rules: [{ kind: 'teacher-daily-most', userIds: [teacher], most: 2 }] }),
      names: [name, '13节', '最多2节', '10节'],
    },
    {
      title: 'a limit a day that does not give the hours of a subject',
      code: 'subject-daily',
      model: change(school, { groups: [{ ...findGroup(school, '八(2)班', '体育'), weekHours: 6 }] }),
      names: ['八(2)班体育', '6节', '最多1节', '5节'],
    },
  ]
}

function listOverfullSubjects(): Contradiction[] {
  const school = createSampleSchool({ classesOfGrade: 2 })
  return [
    {
      title: 'more lessons of a subject than its rooms can take',
      code: 'rooms-overfull',
      model: change(school, {
        rules: [{ kind: 'subject-only', subjectIds: ['s-音乐'], cells: cellsOf([1], [3, 4]), isSoft: false }],
      }),
      names: ['音乐', '6节', '2节'],
    },
    {
      title: 'main subjects in the morning, with more hours than mornings',
      code: 'subjects-overfull',
      model: change(school, {
        rules: [
          {
            kind: 'subject-only',
            subjectIds: ['s-语文', 's-数学', 's-英语', 's-物理', 's-生物'],
            cells: cellsOf(everyDay, [1, 2, 3, 4]),
            isSoft: false,
          },
        ],
      }),
      names: ['七(1)班', '21节', '20节'],
    },
    {
      title: 'a group whose class, teacher and subject are never free together',
      code: 'group-overfull',
      model: change(school, {
        rules: [{ kind: 'subject-only', subjectIds: ['s-信息'], cells: cellsOf([5], [5, 6, 7, 8]), isSoft: false }],
      }),
      names: ['七(1)班信息'],
    },
  ]
}

function listForbiddenTimes(): Contradiction[] {
  const school = createSampleSchool({ classesOfGrade: 2 })
  const [chinese, sports, meeting] = ['语文', '体育', '班会'].map((name) => findGroup(school, '七(1)班', name)) as [
    ModelGroup,
    ModelGroup,
    ModelGroup,
  ]
  const name = nameTeacherOf(school, chinese)
  return [
    {
      title: 'a locked lesson while its teacher is off',
      code: 'fixed-in-teacher-off',
      model: change(school, { slots: [lockedSlot(chinese.id, 2, 6)] }),
      names: [name, '七(1)班语文', '周二第6节'],
    },
    {
      title: 'a fixed lesson while its teacher is off',
      code: 'fixed-in-teacher-off',
      model: change(school, {
        rules: [{ kind: 'teacher-off', userIds: [...meeting.teacherIds], cells: cellsOf([1], [8]) }],
      }),
      names: [nameTeacherOf(school, meeting), '七(1)班班会', '周一第8节'],
    },
    {
      title: 'a locked lesson while the class has none',
      code: 'fixed-in-class-off',
      model: change(school, {
        rules: [{ kind: 'class-off', gradeIds: ['g7'], classIds: [], cells: cellsOf([5], [8]) }],
        slots: [lockedSlot(chinese.id, 5, 8)],
      }),
      names: ['七(1)班', '周五第8节'],
    },
    {
      title: 'a locked lesson where its subject must not be',
      code: 'fixed-in-subject-off',
      model: change(school, { slots: [lockedSlot(sports.id, 5, 1, { roomId: 'room-体育-1' })] }),
      names: ['七(1)班体育', '周五第1节'],
    },
    {
      title: 'more locked lessons of a teacher on one day than the limit',
      code: 'fixed-over-teacher-daily',
      model: change(school, {
        slots: [1, 2].flatMap((period) =>
          ['七(1)班', '七(2)班'].map((label, at) =>
            lockedSlot(findGroup(school, label, '语文').id, 3, period * 2 + at),
          ),
        ),
        rules: [{ kind: 'teacher-daily-most', userIds: [...chinese.teacherIds], most: 3 }],
      }),
      names: [name, '周三', '4节', '3节'],
    },
    {
      title: 'more locked lessons of a subject on one day than the limit',
      code: 'fixed-over-subject-daily',
      model: change(school, { slots: [1, 3, 7].map((period) => lockedSlot(chinese.id, 4, period)) }),
      names: ['七(1)班语文', '周四', '3节', '2节'],
    },
  ]
}

function listElectiveClashes(): Contradiction[] {
  const school = createElectiveSchool()
  const pupil = school.pupils[0]!
  const [one, other] = pupil.groupIds.map((id) => school.groups.get(id)!) as [ModelGroup, ModelGroup]
  return [
    {
      title: 'two locked free groups with a common pupil',
      code: 'pupil-clash',
      model: change(school, { slots: [lockedSlot(one.id, 3, 3), lockedSlot(other.id, 3, 3)] }),
      names: [pupil.name, one.label, other.label, '周三第3节'],
    },
    {
      title: 'a pupil with more lessons of class and free groups than time',
      code: 'pupil-overfull',
      model: change(school, {
        groups: [...school.groups.values()]
          .filter(({ kind }) => kind === 'free')
          .map((group) => ({ ...group, weekHours: 7 })),
      }),
      names: ['高二(1)班', pupil.name, '40节', '38节'],
    },
  ]
}

function listWrongGroups(): Contradiction[] {
  const school = createSampleSchool({ classesOfGrade: 2 })
  const changeGroup = (label: string, subject: string, to: Partial<ModelGroup>) =>
    change(school, { groups: [{ ...findGroup(school, label, subject), ...to }] })
  return [
    {
      title: 'a group without a teacher',
      code: 'no-teacher',
      model: changeGroup('九(2)班', '英语', { teacherIds: [] }),
      names: ['九(2)班英语', '5节'],
    },
    {
      title: 'two subjects that take turns with different hours',
      code: 'pair-hours',
      model: changeGroup('九(2)班', '心理', { weekHours: 1 }),
      names: ['九(2)班', '劳动每周0.5节', '心理每周1节'],
    },
  ]
}

function listWrongHours(): Contradiction[] {
  const school = createSampleSchool({ classesOfGrade: 2 })
  const meeting = findGroup(school, '九(1)班', '班会')
  const music = findGroup(school, '七(1)班', '音乐')
  const chinese = findGroup(school, '七(1)班', '语文')
  return [
    {
      title: 'more double lessons than hours',
      code: 'too-many-doubles',
      model: change(school, { rules: [{ kind: 'subject-double', subjectIds: ['s-音乐'], count: 1 }] }),
      names: ['七(1)班音乐', '每周1节', '1次连堂'],
    },
    {
      title: 'locked lessons that leave no double lesson',
      code: 'too-many-doubles',
      model: change(school, {
        slots: [1, 2, 3, 4, 5]
          .flatMap((weekday) => lockedSlot(chinese.id, weekday, 2))
          .concat(lockedSlot(chinese.id, 1, 4)),
      }),
      names: ['七(1)班语文', '锁定的课以外', '1次连堂'],
    },
    {
      title: 'a double lesson of a subject with one lesson a day',
      code: 'double-over-daily',
      model: change(school, { rules: [{ kind: 'subject-double', subjectIds: ['s-物理'], count: 1 }] }),
      names: ['七(1)班物理', '每天最多1节'],
    },
    {
      title: 'more fixed times than hours',
      code: 'fixed-more-than-hours',
      model: change(school, {
        rules: [{ kind: 'subject-fixed', subjectId: 's-班会', gradeIds: ['g9'], cell: { weekday: 3, periodId: 'p8' } }],
      }),
      names: [`${meeting.label}班会`, '每周1节', '2个时间'],
    },
    {
      title: 'a lesson with a fixed time that is locked at another',
      code: 'fixed-more-than-hours',
      model: change(school, { slots: [lockedSlot(meeting.id, 2, 8)] }),
      names: [`${meeting.label}班会`, '锁定在别处', '周一第8节'],
    },
    {
      title: 'more locked lessons than hours',
      code: 'locked-more-than-hours',
      model: change(school, { slots: [lockedSlot(music.id, 1, 3), lockedSlot(music.id, 2, 3)] }),
      names: ['七(1)班音乐', '每周1节', '2节'],
    },
  ]
}
