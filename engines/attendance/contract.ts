import { z } from 'zod'
import { defineEvent, enumOf, idOf, labels, routesOf } from '#packages/contract'
import { halves } from '#kernel/schooling/contract.ts'
import { manifest as student } from '#kernel/student/manifest.ts'
import { manifest } from './manifest.ts'

export const sessionKinds = labels({
  lesson: '课堂',
  care: '课后服务',
  dorm: '宿舍',
  activity: '活动',
  exam: '考试',
})
export type SessionKind = keyof typeof sessionKinds

/**
 * none: no roll was begun, and the lesson has not ended · missed: it has ended without a submitted roll. Neither is a
 * row; both follow from the lesson.
 */
export const sessionStatuses = labels({
  none: { label: '未开始', tone: 'closed', isNormal: true },
  open: { label: '进行中', tone: 'info' },
  submitted: { label: '已提交', tone: 'success' },
  locked: { label: '已锁定', tone: 'closed', isNormal: true },
  missed: { label: '漏点', tone: 'error' },
})
export type SessionStatus = keyof typeof sessionStatuses

export const rollModes = labels({ absent: '缺席点名', each: '逐一点名', scan: '扫码', card: '班牌', face: '人脸' })
export type RollMode = keyof typeof rollModes

/**
 * missing: not there, and nobody knows why yet. truant: somebody chose so. unrecorded: the lesson has no submitted roll,
 * so nothing is known; it is never stored and counts in no rate.
 */
export const attendanceStatuses = labels({
  present: { label: '出勤', tone: 'success', isNormal: true },
  missing: { label: '未到', tone: 'error' },
  late: { label: '迟到', tone: 'warning' },
  early: { label: '早退', tone: 'warning' },
  sick: { label: '病假', tone: 'info' },
  private: { label: '事假', tone: 'info' },
  official: { label: '公假', tone: 'info' },
  truant: { label: '旷课', tone: 'error' },
  unrecorded: { label: '未点', tone: 'closed' },
})
export type AttendanceStatus = keyof typeof attendanceStatuses
/** What a roll can say about a pupil. */
export const markStatuses = ['present', 'missing', 'late', 'early', 'sick', 'private', 'official', 'truant'] as const
export type MarkStatus = (typeof markStatuses)[number]

/** Who said so, the strongest first: a device never overwrites a teacher, a correction is never overwritten by a roll. */
export const markSources = labels({
  correction: '更正',
  'class-teacher': '班主任',
  office: '教务',
  teacher: '任课教师',
  leave: '请假',
  device: '设备',
})
export type MarkSource = keyof typeof markSources

export const pupilLeaveKinds = labels({ sick: '病假', private: '事假', official: '公假' })
export type PupilLeaveKind = keyof typeof pupilLeaveKinds

export const pupilLeaveStatuses = labels({
  running: { label: '待班主任审批', tone: 'warning' },
  approved: { label: '已批准', tone: 'success', isNormal: true },
  rejected: { label: '未批准', tone: 'error' },
  recalled: { label: '已撤回', tone: 'closed' },
  revoked: { label: '已取消', tone: 'closed' },
})
export type PupilLeaveStatus = keyof typeof pupilLeaveStatuses

/** What `decidedBy` did: whoever ends a leave follows whoever decided about it. */
export const nameDecider = (status: PupilLeaveStatus) =>
  status === 'recalled' ? '撤回人' : status === 'revoked' ? '取消人' : '审批人'

export const symptoms = labels({
  fever: '发热',
  cough: '咳嗽',
  vomiting: '呕吐',
  diarrhoea: '腹泻',
  rash: '皮疹',
  other: '其他',
})
export type Symptom = keyof typeof symptoms

export const caseStatuses = labels({
  open: { label: '待核实', tone: 'error' },
  contacted: { label: '已联系', tone: 'warning' },
  settled: { label: '已核实', tone: 'success', isNormal: true },
})
export type CaseStatus = keyof typeof caseStatuses

/** How an unexplained absence ended. */
export const caseOutcomes = labels({
  school: '在校',
  late: '迟到，已到校',
  leave: '请假',
  home: '在家',
  elsewhere: '在其他地点，安全',
  reported: '已上报处置',
  mistake: '点名有误',
})
export type CaseOutcome = keyof typeof caseOutcomes

/** A pupil on a list. */
const pupil = z.object({ studentId: idOf('student'), name: z.string(), className: z.string() })

/** A lesson with the state of its roll. */
export const rollLesson = z.object({
  lessonId: idOf('lesson'),
  sessionId: idOf('attendance-session').nullable(),
  day: z.iso.date(),
  periodName: z.string(),
  begins: z.string(),
  ends: z.string(),
  groupName: z.string(),
  subjectName: z.string(),
  roomName: z.string(),
  teacherNames: z.string(),
  status: enumOf(sessionStatuses),
  /** Null while there is no roll. */
  expected: z.int().nullable(),
  absent: z.int().nullable(),
  /** Why the caller cannot call the roll now: 未到点名时间, 本节课由李明任课; empty: she can. */
  obstacle: z.string(),
  /** After the end of the lesson a roll is marked as 补点. */
  isBackfill: z.boolean(),
})
export type RollLesson = z.output<typeof rollLesson>

/** A tap that lost against a later one from another device. */
export const rollConflict = z.object({
  status: z.enum(markStatuses),
  markedAt: z.iso.datetime(),
  by: z.string(),
})

export const rollPupil = pupil.extend({
  seatNo: z.int().nullable(),
  status: z.enum(markStatuses),
  minutes: z.int().nullable(),
  source: enumOf(markSources).nullable(),
  remark: z.string(),
  markedAt: z.iso.datetime().nullable(),
  /** Approved leave for this lesson. */
  leave: enumOf(pupilLeaveKinds).nullable(),
  /** When a device saw the pupil come in that day: 07:31. */
  seenAt: z.string().nullable(),
  /** A device saw the pupil, and the teacher did not. */
  differs: z.boolean(),
  conflict: rollConflict.nullable(),
})
export type RollPupil = z.output<typeof rollPupil>

/** The roll of a lesson. */
export const roll = z.object({
  lesson: rollLesson,
  mode: enumOf(rollModes),
  pupils: z.array(rollPupil),
  submittedAt: z.iso.datetime().nullable(),
  submittedBy: z.string(),
  /** The server's clock, for taps made by a device whose clock is wrong. */
  now: z.iso.datetime(),
  /** save: before the lock, by whoever gives the lesson · correct: with a reason. */
  may: z.array(z.enum(['save', 'correct'])),
})
export type Roll = z.output<typeof roll>

const minutes = z.int().min(0, '分钟数不能小于0').max(240, '分钟数不超过240').nullable().default(null)
const remark = z.string().trim().max(60, '备注不超过60字')

/** One tap, with the time of the device on which it was made. */
export const mark = z.object({
  studentId: idOf('student'),
  status: z.enum(markStatuses),
  minutes,
  remark: remark.default(''),
  at: z.iso.datetime(),
  /** The time of the mark that the device showed when it was tapped; another one since then is a conflict. */
  seenAt: z.iso.datetime().nullable().default(null),
})
export type Mark = z.output<typeof mark>

/** Opens, keeps or submits the roll of a lesson. Sent again, it changes nothing. */
export const rollForm = z.object({
  lessonId: idOf('lesson'),
  /** A random name that the browser keeps, to tell two devices of one teacher apart. */
  device: z.string().regex(/^[a-z0-9-]{8,40}$/),
  /** What the clock of the device said when it was sent: taps are corrected by the difference. */
  sentAt: z.iso.datetime(),
  /** When the roll was made; a roll made in time and sent later is not 补点. */
  madeAt: z.iso.datetime(),
  mode: enumOf(rollModes).default('absent'),
  marks: z.array(mark).max(500),
  submit: z.boolean(),
})
export type RollForm = z.output<typeof rollForm>

export const savedRoll = z.object({
  sessionId: idOf('attendance-session'),
  status: enumOf(sessionStatuses),
  expected: z.int(),
  present: z.int(),
  /** Taps that lost against a later one of another device, and pupils whose tap a correction or the list refuses. */
  conflicts: z.array(pupil.extend({ kept: z.enum(markStatuses), mine: z.enum(markStatuses), reason: z.string() })),
  pupils: z.array(rollPupil),
})
export type SavedRoll = z.output<typeof savedRoll>

/** What a pupil did in one lesson of a day. */
export const pupilLesson = z.object({
  sessionId: idOf('attendance-session').nullable(),
  lessonId: idOf('lesson'),
  periodName: z.string(),
  begins: z.string(),
  subjectName: z.string(),
  status: enumOf(attendanceStatuses),
  minutes: z.int().nullable(),
})
export const pupilDay = z.object({
  day: z.iso.date(),
  lessons: z.array(pupilLesson),
  leave: z.array(z.object({ id: idOf('pupil-leave'), kind: enumOf(pupilLeaveKinds), text: z.string() })),
  seenAt: z.string().nullable(),
})
export type PupilDay = z.output<typeof pupilDay>

/** Counts of pupil-lessons. `unrecorded` is in no rate; leave counts as expected but excused. */
export const attendanceFigures = z.object({
  expected: z.int(),
  present: z.int(),
  late: z.int(),
  /** 缺半节: those of the late ones who came so late that they missed half a lesson. */
  halfMissed: z.int(),
  early: z.int(),
  sick: z.int(),
  private: z.int(),
  official: z.int(),
  missing: z.int(),
  truant: z.int(),
  unrecorded: z.int(),
})
export type AttendanceFigures = z.output<typeof attendanceFigures>

/** A day, half-days, or some periods of one day. */
export const leaveSpan = z.object({
  startsOn: z.iso.date('请选择开始日期'),
  startHalf: enumOf(halves).default('am'),
  endsOn: z.iso.date('请选择结束日期'),
  endHalf: enumOf(halves).default('pm'),
  /** Only with one day: these periods and no others. Empty: by half-days. */
  periodIds: z.array(z.guid()).max(20).default([]),
})
export type LeaveSpan = z.output<typeof leaveSpan>

export const pupilLeaveForm = leaveSpan.extend({
  studentId: idOf('student'),
  kind: enumOf(pupilLeaveKinds),
  reason: z.string().trim().max(200, '事由不超过200字').default(''),
  symptoms: z.array(enumOf(symptoms)).max(6).default([]),
  fileIds: z.array(z.guid()).max(3, '最多3张').default([]),
})
export type PupilLeaveForm = z.output<typeof pupilLeaveForm>

export const pupilLeave = z.object({
  id: idOf('pupil-leave'),
  studentId: idOf('student'),
  name: z.string(),
  className: z.string(),
  kind: enumOf(pupilLeaveKinds),
  ...leaveSpan.shape,
  /** 11月20日 第1、2节 */
  text: z.string(),
  status: enumOf(pupilLeaveStatuses),
  /** Null for readers who only need to know that the pupil is away. */
  reason: z.string().nullable(),
  symptoms: z.array(enumOf(symptoms)),
  files: z.array(z.object({ id: z.guid(), name: z.string(), size: z.int() })),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  decidedBy: z.string(),
  note: z.string(),
  /** The pupil came back before its end. */
  returnedAt: z.iso.datetime().nullable(),
  flowId: idOf('flow').nullable(),
  may: z.array(z.enum(['recall', 'revoke', 'decide'])),
})
export type PupilLeave = z.output<typeof pupilLeave>

/** A child who is neither there nor excused. */
export const absenceCase = z.object({
  id: idOf('absence-case'),
  ...pupil.shape,
  classId: idOf('class').nullable(),
  gradeName: z.string(),
  day: z.iso.date(),
  status: enumOf(caseStatuses),
  outcome: enumOf(caseOutcomes).nullable(),
  /** Where and when first: 第1节 语文. */
  lesson: z.string(),
  openedAt: z.iso.datetime(),
  /** Whole minutes since it was opened, until it was settled. */
  minutes: z.int(),
  seenAt: z.string().nullable(),
  /** Who has been told, in words: 家长（母亲） 08:21. */
  told: z.array(z.object({ at: z.iso.datetime(), text: z.string() })),
  nextStep: z.object({ at: z.iso.datetime(), text: z.string() }).nullable(),
  /** Whom to call. The phone is masked; `studentApi.reveal` shows it in full, with the id and a reason. */
  guardians: z.array(
    z.object({ id: idOf('guardian-link'), name: z.string(), relation: z.string(), phone: z.string() }),
  ),
  note: z.string(),
  settledBy: z.string(),
  settledAt: z.iso.datetime().nullable(),
})
export type AbsenceCase = z.output<typeof absenceCase>

export const attendanceSubmitted = defineEvent(
  'attendance.submitted',
  z.object({ sessionId: idOf('attendance-session'), orgId: idOf('organisation'), day: z.iso.date() }),
  { description: 'The roll of a lesson was submitted, or submitted again with changes.' },
)
export const attendanceAmended = defineEvent(
  'attendance.amended',
  z.object({
    sessionId: idOf('attendance-session'),
    orgId: idOf('organisation'),
    day: z.iso.date(),
    studentIds: z.array(idOf('student')),
  }),
  { description: 'Submitted marks were changed: by a correction, a late leave or its end.' },
)
export const pupilLeaveApproved = defineEvent(
  'pupil-leave.approved',
  z.object({ leaveId: idOf('pupil-leave'), orgId: idOf('organisation'), from: z.iso.date(), to: z.iso.date() }),
  { description: 'Leave of a pupil holds.' },
)
export const pupilLeaveRevoked = defineEvent(
  'pupil-leave.revoked',
  z.object({ leaveId: idOf('pupil-leave'), orgId: idOf('organisation'), from: z.iso.date(), to: z.iso.date() }),
  { description: 'Approved leave of a pupil ended early or was taken back.' },
)

const route = routesOf(manifest, student)
const base = '/api/pupilLeave'
const one = z.object({ id: idOf('pupil-leave') })
const family = { access: 'family.use', audience: ['guardian'] } as const
const ofChild = z.object({ studentId: idOf('student') })

/** For guardians; every child is checked again in each call. */
export const familyAttendanceApi = {
  /** What the form shows: the periods of a day with their lessons. */
  leaveOptions: route({
    method: 'GET',
    path: `${base}/options`,
    title: '请假可选的节次',
    ...family,
    query: ofChild.extend({ day: z.iso.date().optional() }),
    data: z.object({
      name: z.string(),
      className: z.string(),
      /** Who decides. */
      classTeacher: z.string(),
      day: z.iso.date(),
      periods: z.array(
        z.object({ id: z.guid(), name: z.string(), begins: z.string(), ends: z.string(), subjectName: z.string() }),
      ),
    }),
  }),
  apply: route({
    method: 'POST',
    path: `${base}/apply`,
    title: '申请学生请假',
    ...family,
    body: pupilLeaveForm,
    data: one.extend({ status: enumOf(pupilLeaveStatuses) }),
  }),
  mine: route({
    method: 'GET',
    path: `${base}/mine`,
    title: '孩子的请假',
    ...family,
    query: ofChild,
    data: z.array(pupilLeave),
  }),
  recall: route({
    method: 'POST',
    path: `${base}/recall`,
    title: '撤回学生请假',
    ...family,
    body: one,
    data: z.null(),
  }),
  /** Approved leave is not needed any more: what it filled goes. */
  giveUp: route({
    method: 'POST',
    path: `${base}/giveUp`,
    title: '取消学生请假',
    ...family,
    body: one,
    data: z.null(),
  }),
  month: route({
    method: 'GET',
    path: '/api/student/attendance',
    title: '孩子的考勤',
    access: 'family.use',
    audience: ['pupil', 'guardian'],
    query: ofChild.extend({
      month: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .optional(),
    }),
    data: z.object({
      month: z.string(),
      days: z.array(pupilDay),
      figures: attendanceFigures,
    }),
  }),
}
