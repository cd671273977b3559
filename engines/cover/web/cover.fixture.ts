import type { Candidate, CoverLesson, CoverRequest, Proposal } from '../contract.ts'

export const id = (number: number) => `01a05a43-fc00-7000-8002-${String(number).padStart(12, '0')}`
export const personOf = (number: number, name: string) => ({ id: id(number), name })
export const own = personOf(900, '何思敏')

/** A lesson of Wednesday 2026-11-18. */
export const lessonOf = (part: Partial<CoverLesson> = {}): CoverLesson => ({
  lessonId: id(1),
  day: '2026-11-18',
  periodId: id(50),
  periodName: '第3节',
  begins: '10:20',
  ends: '11:00',
  groupName: '八(2)班',
  classId: id(60),
  subjectId: id(70),
  subjectName: '数学',
  roomName: '302',
  teachers: [own],
  seenAt: '2026-11-17T00:00:00.000Z',
  state: 'free',
  requestId: null,
  requestStatus: null,
  kind: null,
  toNames: [],
  ...part,
})
export const later = lessonOf({
  lessonId: id(2),
  periodName: '第5节',
  begins: '13:10',
  ends: '13:50',
  groupName: '八(4)班',
  roomName: '304',
})

export const candidateOf = (number: number, name: string, part: Partial<Candidate> = {}): Candidate => ({
  userId: id(number),
  name,
  obstacle: '',
  facts: ['同科', '本周代课0节'],
  warning: '',
  host: null,
  isSameSubject: true,
  knowsClass: false,
  dayLessons: 2,
  weekCovers: 0,
  termCovers: 1,
  ...part,
})
export const candidates = [
  candidateOf(11, '许静', { facts: ['同科', '任教本班', '本周代课0节'] }),
  candidateOf(12, '邓卓然', { warning: '当日将达6节' }),
  candidateOf(13, '苏文', { obstacle: '该时段已有八(1)班数学课', facts: [] }),
]

export const proposalOf = (lessons: readonly CoverLesson[]): Proposal => ({
  lessons: lessons.map(({ lessonId }, at) =>
    at === 0
      ? { lessonId, userId: id(11), name: '许静', facts: ['同科', '本周代课0节'], note: '' }
      : { lessonId, userId: null, name: '', facts: [], note: '没有空闲的教师' },
  ),
  broken: [],
  fairness: { least: 0, most: 1, teachers: 3 },
})

type Leg = CoverRequest['legs'][number]
export const legOf = (part: Partial<Leg> = {}): Leg => ({
  id: id(300),
  lessonId: id(1),
  day: '2026-11-18',
  periodId: id(50),
  periodName: '第3节',
  begins: '10:20',
  ends: '11:00',
  groupName: '八(2)班',
  subjectName: '数学',
  from: personOf(901, '陈国栋'),
  to: null,
  toDay: null,
  toPeriodName: '',
  toBegins: '',
  chainNo: 1,
  credit: 100,
  ...part,
})

/** 陈国栋 asks the reader. */
export const requestOf = (number: number, part: Partial<CoverRequest> = {}): CoverRequest => ({
  id: id(number),
  kind: 'substitute',
  askMode: 'one',
  status: 'asking',
  applicant: personOf(901, '陈国栋'),
  source: null,
  reason: null,
  isBackfilled: false,
  appliedAt: '2026-11-17T02:00:00.000Z',
  legs: [legOf({ id: id(number + 300) })],
  asked: [{ ...own, answer: 'waiting', note: '', at: null }],
  chain: ['陈国栋'],
  flowId: null,
  note: '',
  may: ['answer'],
  ...part,
})

export const swapRequest = requestOf(102, {
  kind: 'swap',
  legs: [
    legOf({ id: id(402), toDay: '2026-11-20', toPeriodName: '第2节', toBegins: '08:50' }),
    legOf({
      id: id(403),
      day: '2026-11-20',
      periodName: '第2节',
      begins: '08:50',
      ends: '09:30',
      subjectName: '英语',
      from: own,
      toDay: '2026-11-18',
      toPeriodName: '第3节',
      toBegins: '10:20',
    }),
  ],
})
export const claimableRequest = requestOf(103, {
  askMode: 'everybody',
  asked: [],
  legs: [legOf({ id: id(404), periodName: '第6节', begins: '14:00', ends: '14:40', groupName: '八(6)班' })],
  may: ['claim'],
})
export const givenRequest = requestOf(104, {
  status: 'effective',
  legs: [legOf({ id: id(405), to: own, periodName: '第7节', begins: '14:50', ends: '15:30' })],
  asked: [{ ...own, answer: 'yes', note: '', at: '2026-11-17T03:00:00.000Z' }],
  chain: ['陈国栋', '何思敏'],
  may: [],
})
