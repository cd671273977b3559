import type { DayLesson, StaffWeek } from '../contract.ts'

export const id = (number: number) => `01a05a43-fc00-7000-8001-${String(number).padStart(12, '0')}`
export const lessonOf = (part: Partial<DayLesson> = {}): DayLesson => ({
  id: id(1),
  day: '2026-11-19',
  periodId: id(2),
  periodName: '第1节',
  begins: '08:00',
  ends: '08:40',
  groupId: id(3),
  subjectId: id(4),
  subjectName: '数学',
  groupName: '七(3)班',
  classId: id(5),
  teachers: [
    { id: id(6), name: '陈国栋' },
    { id: id(7), name: '孙丽' },
  ],
  roomName: '301',
  status: 'planned',
  remark: '',
  ...part,
})
export const second = lessonOf({ id: id(10), periodName: '第2节', begins: '08:50', ends: '09:30' })
const dayOf = (day: string, label: string, hasLessons: boolean, remark = '') => ({ day, label, remark, hasLessons })
export const week: StaffWeek = {
  days: [
    dayOf('2026-11-18', '周三', true),
    dayOf('2026-11-19', '周四', true),
    dayOf('2026-11-20', '周五', false, '运动会'),
    dayOf('2026-11-21', '周六', false),
    dayOf('2026-11-22', '周日', true, '按周五上课'),
  ],
  periods: [],
  lessons: [second, lessonOf()],
  weekNo: 12,
  nextDay: null,
}
