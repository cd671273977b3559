import type { PupilDay, PupilLeave } from '../contract.ts'

export const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`

export const ming = { id: id(1), name: '张小明', orgName: '文澜小学', className: '三(2)班', state: 'active' } as const
export const yue = { id: id(2), name: '张小悦', orgName: '文澜小学', className: '一(1)班', state: 'active' } as const

export const leaveOf = (more: Partial<PupilLeave> = {}): PupilLeave => ({
  id: id(100),
  studentId: ming.id,
  name: ming.name,
  className: ming.className,
  kind: 'sick',
  startsOn: '2026-11-19',
  startHalf: 'am',
  endsOn: '2026-11-19',
  endHalf: 'pm',
  periodIds: [],
  text: '11月19日 全天',
  status: 'running',
  reason: '发烧',
  symptoms: ['fever'],
  files: [],
  askedBy: '王秀兰',
  askedAt: '2026-11-18T23:10:00.000Z',
  decidedBy: '',
  note: '',
  returnedAt: null,
  flowId: null,
  may: ['recall'],
  ...more,
})

export const optionsOfDay = (day: string) => ({
  name: ming.name,
  className: ming.className,
  classTeacher: '周老师',
  day,
  periods: [
    { id: id(51), name: '第1节', begins: '08:10', ends: '08:50', subjectName: '语文' },
    { id: id(52), name: '第2节', begins: '09:00', ends: '09:40', subjectName: '数学' },
    { id: id(53), name: '第3节', begins: '10:00', ends: '10:40', subjectName: '' },
  ],
})

type Lesson = PupilDay['lessons'][number]
export const lessonOf = (at: number, status: Lesson['status'], more: Partial<Lesson> = {}): Lesson => ({
  sessionId: status === 'unrecorded' ? null : id(300 + at),
  lessonId: id(200 + at),
  periodName: `第${at}节`,
  begins: `0${7 + at}:10`,
  subjectName: '语文',
  status,
  minutes: null,
  ...more,
})
export const dayOf = (day: string, lessons: Lesson[], more: Partial<PupilDay> = {}): PupilDay => ({
  day,
  lessons,
  leave: [],
  seenAt: null,
  ...more,
})
