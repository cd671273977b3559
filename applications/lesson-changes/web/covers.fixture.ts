import { z } from 'zod'
import type { Candidate, CoverLesson, CoverRequest, Proposal } from '#engines/cover/contract.ts'
import type { DayBoard } from '../contract.ts'

const id = (number: number) => `01a05a43-fc00-7000-8001-${String(number).padStart(12, '0')}`
export const ids = {
  school: id(1),
  chen: id(2),
  sun: id(3),
  zhao: id(4),
  wu: id(5),
  qian: id(6),
  maths: id(7),
  class3: id(8),
  one: id(11),
  two: id(12),
  three: id(13),
  first: id(21),
  second: id(22),
  third: id(23),
  covered: id(24),
  english: id(25),
  request: id(31),
  other: id(32),
  leg: id(41),
}

export const day = '2026-11-19'
const seenAt = '2026-11-18T08:00:00.000Z'
const times = {
  [ids.one]: ['第1节', '08:00', '08:40'],
  [ids.two]: ['第2节', '08:50', '09:30'],
  [ids.three]: ['第3节', '10:00', '10:40'],
} as const

export const lessonOf = (part: Partial<CoverLesson> & Pick<CoverLesson, 'lessonId' | 'periodId'>): CoverLesson => {
  const [periodName = '', begins = '', ends = ''] = times[part.periodId] ?? []
  return {
    day,
    periodName,
    begins,
    ends,
    groupName: '七(3)班',
    classId: ids.class3,
    subjectId: ids.maths,
    subjectName: '数学',
    roomName: '301',
    teachers: [{ id: ids.chen, name: '陈国栋' }],
    seenAt,
    state: 'free',
    requestId: null,
    requestStatus: null,
    kind: null,
    toNames: [],
    ...part,
  }
}

export const openLessons = [
  lessonOf({ lessonId: ids.first, periodId: ids.one }),
  lessonOf({ lessonId: ids.second, periodId: ids.two, groupName: '七(4)班' }),
  lessonOf({ lessonId: ids.third, periodId: ids.three }),
]
const coveredLesson = lessonOf({
  lessonId: ids.covered,
  periodId: ids.two,
  groupName: '八(1)班',
  subjectName: '英语',
  teachers: [{ id: ids.zhao, name: '赵敏' }],
  state: 'covered',
  requestId: ids.request,
  requestStatus: 'effective',
  kind: 'substitute',
  toNames: ['赵敏'],
})

export const boardOf = (part: Partial<DayBoard> = {}): DayBoard => ({
  day,
  orgName: '明湖学校',
  absent: [
    { userId: ids.chen, name: '陈国栋', lessons: openLessons },
    { userId: ids.sun, name: '孙丽', lessons: [coveredLesson] },
  ],
  others: [],
  periods: Object.entries(times).map(([period, [name, begins, ends]]) => ({ id: period, name, begins, ends })),
  inDoubt: [],
  open: 3,
  waiting: 0,
  arranged: 1,
  ...part,
})

export const candidateOf = (part: Partial<Candidate> & Pick<Candidate, 'userId' | 'name'>): Candidate => ({
  obstacle: '',
  facts: ['同科'],
  warning: '',
  host: null,
  isSameSubject: true,
  knowsClass: false,
  dayLessons: 2,
  weekCovers: 0,
  termCovers: 0,
  ...part,
})
export const candidates = [
  candidateOf({ userId: ids.zhao, name: '赵敏', facts: ['同科', '任教本班'] }),
  candidateOf({ userId: ids.wu, name: '吴越', warning: '当日将达6节' }),
  candidateOf({
    userId: ids.qian,
    name: '钱坤',
    facts: [],
    obstacle: '该时段已有八(2)班数学课',
    host: { lesson: '八(2)班数学课', warning: '教室容量不足（48座，合班后90人）' },
  }),
]

export const proposal: Proposal = {
  lessons: [
    { lessonId: ids.first, userId: ids.zhao, name: '赵敏', facts: ['同科'], note: '' },
    { lessonId: ids.second, userId: ids.wu, name: '吴越', facts: ['同科'], note: '' },
    { lessonId: ids.third, userId: null, name: '', facts: [], note: '没有空闲的教师' },
  ],
  broken: ['吴越当天将达6节'],
  fairness: { least: 0, most: 2, teachers: 2 },
}

export const requestOf = (part: Partial<CoverRequest> = {}): CoverRequest => ({
  id: ids.request,
  kind: 'substitute',
  askMode: 'one',
  status: 'asking',
  applicant: { id: ids.chen, name: '陈国栋' },
  source: null,
  reason: null,
  isBackfilled: false,
  appliedAt: seenAt,
  legs: [
    {
      id: ids.leg,
      lessonId: ids.first,
      day,
      periodId: ids.one,
      periodName: '第1节',
      begins: '08:00',
      ends: '08:40',
      groupName: '七(3)班',
      subjectName: '数学',
      from: { id: ids.chen, name: '陈国栋' },
      to: null,
      toDay: null,
      toPeriodName: '',
      toBegins: '',
      chainNo: 1,
      credit: 0,
    },
  ],
  asked: [{ id: ids.zhao, name: '赵敏', answer: 'waiting', note: '', at: null }],
  chain: [],
  flowId: null,
  note: '',
  may: [],
  ...part,
})

/** The value in its wire format. */
export const onWire = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): unknown =>
  z.encode(schema, value)
