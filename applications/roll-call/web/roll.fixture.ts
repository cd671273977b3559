import type { MarkStatus, Roll, RollForm, RollLesson, RollPupil, SavedRoll } from '#engines/attendance/contract.ts'

export const idOfPupil = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
export const lessonId = '00000000-0000-7000-8000-0000000000aa'
export const otherLessonId = '00000000-0000-7000-8000-0000000000bb'

export const lessonOf = (part: Partial<RollLesson> = {}): RollLesson => ({
  lessonId,
  sessionId: null,
  day: '2026-11-19',
  periodName: '第1节',
  begins: '08:00',
  ends: '08:40',
  groupName: '七(3)班',
  subjectName: '语文',
  roomName: '301教室',
  teacherNames: '李明',
  status: 'none',
  expected: null,
  absent: null,
  obstacle: '',
  isBackfill: false,
  ...part,
})

export const pupilOf = (at: number, name: string, part: Partial<RollPupil> = {}): RollPupil => ({
  studentId: idOfPupil(at),
  name,
  className: '七(3)班',
  seatNo: at,
  status: 'present',
  minutes: null,
  source: null,
  remark: '',
  markedAt: null,
  leave: null,
  seenAt: null,
  differs: false,
  conflict: null,
  ...part,
})

export const rollOf = (part: Partial<Roll> = {}): Roll => ({
  lesson: lessonOf(),
  mode: 'absent',
  pupils: [
    pupilOf(1, '程诺'),
    pupilOf(2, '丁一鸣'),
    pupilOf(3, '范思远', { status: 'sick', source: 'leave', leave: 'sick' }),
  ],
  submittedAt: null,
  submittedBy: '',
  now: '2026-11-19T00:02:00.000Z',
  may: ['save'],
  ...part,
})

/** What a server answers that takes every mark. */
export function saveRoll(roll: Roll, { marks, submit }: RollForm): SavedRoll {
  const pupils = roll.pupils.map((pupil): RollPupil => {
    const mark = marks.find(({ studentId }) => studentId === pupil.studentId)
    return mark ? { ...pupil, status: mark.status, minutes: mark.minutes, markedAt: mark.at, source: 'teacher' } : pupil
  })
  const present: readonly MarkStatus[] = ['present', 'late']
  return {
    sessionId: '00000000-0000-7000-8000-0000000000cc',
    status: submit ? 'submitted' : 'open',
    expected: pupils.length,
    present: pupils.filter(({ status }) => present.includes(status)).length,
    conflicts: [],
    pupils,
  }
}
