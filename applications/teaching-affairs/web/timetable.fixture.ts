import type { Slot, TimetableContent, TimetableRow } from '#engines/timetable/contract.ts'

export const id = (number: number) => `01a05a43-fc00-7000-8001-${String(number).padStart(12, '0')}`
export const ids = {
  school: id(1),
  term: id(2),
  draft: id(3),
  other: id(4),
  grade: id(5),
  first: id(6),
  second: id(7),
  chen: id(8),
  sun: id(9),
  maths: id(10),
  english: id(11),
  maths1: id(12),
  maths2: id(13),
  english1: id(14),
  choir: id(15),
  room: id(16),
  one: id(21),
  two: id(22),
  noon: id(23),
  three: id(24),
  mondayMaths: id(31),
  tuesdayEnglish: id(32),
  waitingMaths: id(33),
  secondMaths: id(34),
  choirLesson: id(35),
}

export const versionOf = (part: Partial<TimetableRow> = {}): TimetableRow => ({
  id: ids.draft,
  orgId: ids.school,
  termId: ids.term,
  termName: '2026学年第一学期',
  name: '秋季课表',
  status: 'draft',
  effectiveOn: null,
  isCurrent: false,
  lessons: 5,
  unplaced: 1,
  createdBy: '周若兰',
  updatedAt: '2026-11-18T08:00:00.000Z',
  version: 3,
  ...part,
})

export const slotOf = (part: Partial<Slot> & Pick<Slot, 'id' | 'groupId'>): Slot => ({
  weekday: null,
  periodId: null,
  weekRule: 'every',
  weeks: [],
  roomId: null,
  teacherIds: [ids.chen],
  isLocked: false,
  ...part,
})

const period = (of: string, name: string, begins: string, ends: string, kind: 'lesson' | 'noon' = 'lesson') => ({
  id: of,
  name,
  begins,
  ends,
  kind,
})

type Group = TimetableContent['groups'][number]
const groupOf = (part: Partial<Group> & Pick<Group, 'id' | 'label'>): Group => ({
  subjectId: ids.maths,
  subjectName: '数学',
  shortName: '数',
  kind: 'class',
  classId: ids.first,
  gradeId: ids.grade,
  teacherIds: [ids.chen],
  weekHours: 2,
  roomId: null,
  classIds: [],
  pupilCount: 40,
  ...part,
})

/** Two classes; 陈国栋 teaches mathematics in both, 孙丽 English in the first; the choir has pupils of both. */
export const contentOf = (part: Partial<TimetableContent> = {}): TimetableContent => ({
  timetable: versionOf(),
  day: '2026-11-18',
  weekdays: [1, 2, 3, 4, 5],
  periods: [
    period(ids.one, '第1节', '08:00', '08:40'),
    period(ids.two, '第2节', '08:50', '09:30'),
    period(ids.noon, '午休', '11:30', '13:00', 'noon'),
    period(ids.three, '第3节', '13:10', '13:50'),
  ],
  classes: [
    { id: ids.first, label: '七(1)班', gradeId: ids.grade, gradeName: '七年级' },
    { id: ids.second, label: '七(2)班', gradeId: ids.grade, gradeName: '七年级' },
  ],
  groups: [
    groupOf({ id: ids.maths1, label: '七(1)班' }),
    groupOf({ id: ids.maths2, label: '七(2)班', classId: ids.second }),
    groupOf({
      id: ids.english1,
      label: '七(1)班',
      subjectId: ids.english,
      subjectName: '英语',
      shortName: '英',
      teacherIds: [ids.sun],
      weekHours: 1,
    }),
    groupOf({
      id: ids.choir,
      label: '合唱A班',
      subjectName: '音乐',
      kind: 'free',
      classId: null,
      classIds: [ids.first, ids.second],
      teacherIds: [ids.sun],
      weekHours: 0.5,
    }),
  ],
  teachers: [
    { id: ids.chen, name: '陈国栋' },
    { id: ids.sun, name: '孙丽' },
  ],
  rooms: [{ id: ids.room, name: '301', capacity: 50 }],
  slots: [
    slotOf({ id: ids.mondayMaths, groupId: ids.maths1, weekday: 1, periodId: ids.one, roomId: ids.room }),
    slotOf({ id: ids.tuesdayEnglish, groupId: ids.english1, weekday: 2, periodId: ids.two, teacherIds: [ids.sun] }),
    slotOf({ id: ids.waitingMaths, groupId: ids.maths1 }),
    slotOf({ id: ids.secondMaths, groupId: ids.maths2, weekday: 1, periodId: ids.two, isLocked: true }),
    slotOf({
      id: ids.choirLesson,
      groupId: ids.choir,
      weekday: 5,
      periodId: ids.three,
      weekRule: 'odd',
      teacherIds: [ids.sun],
    }),
  ],
  ...part,
})
