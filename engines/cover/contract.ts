import { z } from 'zod'
import { defineEvent, enumOf, idOf, labels, optionalIdOf, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

/**
 * substitute: a colleague gives the lesson · swap: two lessons change places · move: to another time · supervise: the
 * class works by itself and a colleague watches · merge: the class joins that of a colleague in the same period.
 */
export const coverKinds = labels({
  substitute: '代课',
  swap: '调课',
  move: '移课',
  cancel: '停课',
  supervise: '自习看管',
  merge: '合班',
})
export type CoverKind = keyof typeof coverKinds

/** Why. Only the applicant, the office and whoever audits read it. */
export const coverSources = labels({
  sick: '病假',
  private: '事假',
  official: '公假或出差',
  research: '教研',
  exchange: '个人互换',
  office: '教务安排',
})
export type CoverSource = keyof typeof coverSources

/** office: whoever arranges the lessons of the school finds somebody. */
export const askModes = labels({ one: '请一位同事', several: '征询几位', everybody: '群发认领', office: '请教务安排' })
export type AskMode = keyof typeof askModes

/**
 * open: waits for the office · asking: waits for a colleague · agreed: waits until the leave is approved · auditing: waits
 * for the office's yes · done: given ·
 * superseded: somebody else covers the cover · lapsed: the lesson began before it was in force.
 */
export const coverStatuses = labels({
  open: { label: '待教务安排', tone: 'warning' },
  asking: { label: '待对方确认', tone: 'warning' },
  agreed: { label: '待请假批准', tone: 'info' },
  auditing: { label: '待审核', tone: 'warning' },
  effective: { label: '已生效', tone: 'success' },
  done: { label: '已完成', tone: 'closed', isNormal: true },
  declined: { label: '对方拒绝', tone: 'error' },
  rejected: { label: '已驳回', tone: 'error' },
  recalled: { label: '已撤回', tone: 'closed' },
  cancelled: { label: '已取消', tone: 'closed' },
  superseded: { label: '已被替代', tone: 'closed' },
  lapsed: { label: '已失效', tone: 'closed' },
})
export type CoverStatus = keyof typeof coverStatuses

/** What a given lesson counts; hundredths of a lesson are in the settings. */
export const creditKinds = labels({ same: '同科', other: '跨科', supervise: '看管', merge: '合班' })
export type CreditKind = keyof typeof creditKinds

/** Why a lesson is dropped without another time for it. */
export const cancelReasons = labels({ exam: '考试', activity: '活动', holiday: '放假' })

const member = z.object({ id: idOf('membership'), name: z.string() })
const at = { day: z.iso.date(), periodId: z.guid() }
const note = z.string().trim().max(200, '说明不超过200字')

/** A lesson of a day, and what is being done about it. */
export const coverLesson = z.object({
  lessonId: idOf('lesson'),
  ...at,
  periodName: z.string(),
  begins: z.string(),
  ends: z.string(),
  groupName: z.string(),
  classId: idOf('class').nullable(),
  subjectId: idOf('subject'),
  subjectName: z.string(),
  roomName: z.string(),
  teachers: z.array(member),
  /** The last change of the lesson: sent back with each act, so that two people do not arrange it at once. */
  seenAt: z.iso.datetime(),
  /**
   * For the member whose lessons are listed. free: she gives it; with `requestStatus` effective she covers it for somebody
   * and would pass it on · asked: a request is open · covered: somebody else gives it, or it is at another time; day and
   * period are those that it had · past: it has begun.
   */
  state: z.enum(['free', 'asked', 'covered', 'cancelled', 'past']),
  /** The open request, or the one in force. */
  requestId: idOf('cover-request').nullable(),
  requestStatus: enumOf(coverStatuses).nullable(),
  kind: enumOf(coverKinds).nullable(),
  /** Who is asked, or who gives it. */
  toNames: z.array(z.string()),
})
export type CoverLesson = z.output<typeof coverLesson>

/** Lessons that could change places with another; `obstacle` is empty where they may. */
export const swapLessons = z.array(coverLesson.extend({ obstacle: z.string() }))
export type SwapLesson = z.output<typeof swapLessons>[number]
/** Times to which a lesson could move. */
export const movePlaces = z.array(z.object({ ...at, periodName: z.string(), begins: z.string(), obstacle: z.string() }))
export type MovePlace = z.output<typeof movePlaces>[number]

/** A colleague for a lesson, the best first. */
export const candidate = z.object({
  userId: idOf('membership'),
  name: z.string(),
  /** Empty: may be asked. 该时段已有八(2)班数学课, 当日请假, 本周已代3节 */
  obstacle: z.string(),
  /** Why she is suitable: 同科, 任教本班, 本周代课0节. */
  facts: z.array(z.string()),
  /** 当日将达6节 */
  warning: z.string(),
  /** 合班: her own lesson in the same period, which the class could join; null: she has none, or a teacher asks. */
  host: z
    .object({
      /** 八(2)班数学课 */
      lesson: z.string(),
      /** 教室容量不足（48座，合班后92人） */
      warning: z.string(),
    })
    .nullable(),
  isSameSubject: z.boolean(),
  knowsClass: z.boolean(),
  dayLessons: z.int(),
  weekCovers: z.int(),
  termCovers: z.int(),
})
export type Candidate = z.output<typeof candidate>
export const candidatesOfLesson = z.object({ lessonId: idOf('lesson'), candidates: z.array(candidate) })
export type CandidatesOfLesson = z.output<typeof candidatesOfLesson>

/** A proposal for many lessons at once. */
export const proposal = z.object({
  lessons: z.array(
    z.object({
      lessonId: idOf('lesson'),
      /** Null: nobody is left. */
      userId: idOf('membership').nullable(),
      name: z.string(),
      facts: z.array(z.string()),
      /** Why nobody, or which wish is not met: 没有空闲的教师, 李明当天将代2节. */
      note: z.string(),
    }),
  ),
  /** Over all lessons: which wishes are broken, in words. */
  broken: z.array(z.string()),
  /** Covers of the term per proposed teacher, before and with the proposal. */
  fairness: z.object({ least: z.int(), most: z.int(), teachers: z.int() }),
})
export type Proposal = z.output<typeof proposal>

/** One lesson of an application. */
export const coverItem = z.object({
  lessonId: idOf('lesson'),
  seenAt: z.iso.datetime(),
  kind: enumOf(coverKinds),
  askMode: enumOf(askModes),
  /** substitute, supervise, merge: whom to ask; at most 10. */
  userIds: z.array(idOf('membership')).max(10, '最多征询10人').default([]),
  /** swap: the lesson of the colleague. */
  otherLessonId: optionalIdOf('lesson').default(null),
  otherSeenAt: z.iso.datetime().nullable().default(null),
  /** move: the new time. cancel: when it is made up for; null with a reason. */
  to: z.object(at).nullable().default(null),
  cancelReason: enumOf(cancelReasons).nullable().default(null),
})
export type CoverItem = z.output<typeof coverItem>

export const coverForm = z.object({
  lessons: z.array(coverItem).min(1, '请选择课程').max(60, '一次最多60节'),
  source: enumOf(coverSources),
  reason: note.default(''),
  /** A chain of covers is built: the caller was told who covers now. */
  isChainConfirmed: z.boolean().default(false),
})
export type CoverForm = z.output<typeof coverForm>

/** One request as its people read it. */
export const coverRequest = z.object({
  id: idOf('cover-request'),
  kind: enumOf(coverKinds),
  askMode: enumOf(askModes),
  status: enumOf(coverStatuses),
  applicant: member,
  /** Null for those who may not know: colleagues who are asked, unless the school shows it. */
  source: enumOf(coverSources).nullable(),
  reason: z.string().nullable(),
  isBackfilled: z.boolean(),
  appliedAt: z.iso.datetime(),
  legs: z.array(
    z.object({
      id: idOf('cover-leg'),
      lessonId: idOf('lesson'),
      ...at,
      periodName: z.string(),
      begins: z.string(),
      ends: z.string(),
      groupName: z.string(),
      subjectName: z.string(),
      from: member.nullable(),
      to: member.nullable(),
      toDay: z.iso.date().nullable(),
      toPeriodName: z.string(),
      toBegins: z.string(),
      chainNo: z.int(),
      /** In hundredths of a lesson. */
      credit: z.int(),
    }),
  ),
  asked: z.array(
    member.extend({
      answer: z.enum(['waiting', 'yes', 'no', 'late']),
      note: z.string(),
      at: z.iso.datetime().nullable(),
    }),
  ),
  /** A→B→C, the earliest first; one name: no chain. */
  chain: z.array(z.string()),
  flowId: idOf('flow').nullable(),
  note: z.string(),
  may: z.array(z.enum(['answer', 'claim', 'recall', 'cancel', 'assign', 'audit', 'print'])),
})
export type CoverRequest = z.output<typeof coverRequest>

export const coverEffective = defineEvent(
  'cover.effective',
  z.object({ requestId: idOf('cover-request'), orgId: idOf('organisation'), lessonIds: z.array(idOf('lesson')) }),
  { description: 'A cover, an exchange or a cancellation of lessons is in force; the lessons are changed.' },
)
export const coverEnded = defineEvent(
  'cover.ended',
  z.object({ requestId: idOf('cover-request'), orgId: idOf('organisation'), lessonIds: z.array(idOf('lesson')) }),
  { description: 'A cover that was in force was cancelled; the lessons are as they were.' },
)

const route = routesOf(manifest)
const base = '/api/tiaoke'
const one = z.object({ id: idOf('cover-request') })
/** Ids separated by commas, as in an address. */
export const lessonIds = z.codec(z.string(), z.array(idOf('lesson')).min(1).max(60), {
  decode: (text) => text.split(','),
  encode: (ids) => ids.join(','),
})

/** For the own lessons, and for whoever is asked. The office's calls are in applications/lesson-changes. */
export const coverApi = {
  myLessons: route({
    method: 'GET',
    path: `${base}/myLessons`,
    title: '我的课',
    access: 'staff',
    /** At most 62 days. */
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    data: z.array(coverLesson),
  }),
  candidates: route({
    method: 'GET',
    path: `${base}/candidates`,
    title: '可以代课的教师',
    access: 'staff',
    /** Own lessons only. For a swap `otherLessons` has what may be exchanged. */
    query: z.object({ lessonIds }),
    data: z.array(candidatesOfLesson),
  }),
  /** Lessons of colleagues that could change places with an own one, with the obstacle if there is one. */
  swaps: route({
    method: 'GET',
    path: `${base}/swaps`,
    title: '可以对调的课',
    access: 'staff',
    query: z.object({ lessonId: idOf('lesson'), from: z.iso.date(), to: z.iso.date() }),
    data: swapLessons,
  }),
  /** Times to which an own lesson may move. */
  places: route({
    method: 'GET',
    path: `${base}/places`,
    title: '可以移到的时间',
    access: 'staff',
    query: z.object({ lessonId: idOf('lesson'), from: z.iso.date(), to: z.iso.date() }),
    data: movePlaces,
  }),
  recommend: route({
    method: 'GET',
    path: `${base}/recommend`,
    title: '一键推荐',
    access: 'staff',
    query: z.object({ lessonIds }),
    data: proposal,
  }),
  apply: route({
    method: 'POST',
    path: `${base}/apply`,
    title: '申请代调课',
    access: 'staff',
    body: coverForm,
    /** `advice` with the first one: so many lessons are better a change of the assignment. */
    data: z.array(
      z.object({ id: idOf('cover-request'), status: enumOf(coverStatuses), advice: z.string().optional() }),
    ),
  }),
  /** own: asked by the caller · asked: the caller is asked or may claim · given: covers that the caller gives. */
  requests: route({
    method: 'GET',
    path: `${base}/requests`,
    title: '我的代调课',
    access: 'staff',
    query: z.object({ box: z.enum(['own', 'asked', 'given']), from: z.iso.date().optional() }),
    data: z.array(coverRequest),
  }),
  detail: route({
    method: 'GET',
    path: `${base}/detail`,
    title: '代调课详情',
    access: 'staff',
    query: one,
    data: coverRequest,
  }),
  respond: route({
    method: 'POST',
    path: `${base}/respond`,
    title: '答复代调课',
    access: 'staff',
    /** One answer for several requests: 批量同意. */
    body: z.object({ ids: z.array(idOf('cover-request')).min(1).max(60), agree: z.boolean(), note: note.default('') }),
    data: z.array(z.object({ id: idOf('cover-request'), status: enumOf(coverStatuses) })),
  }),
  claim: route({
    method: 'POST',
    path: `${base}/claim`,
    title: '认领代课',
    access: 'staff',
    body: one,
    data: z.object({ status: enumOf(coverStatuses) }),
  }),
  withdraw: route({
    method: 'POST',
    path: `${base}/withdraw`,
    title: '撤回代调课',
    access: 'staff',
    body: one,
    data: z.null(),
  }),
  /** The caller's covers of a month and what they count. */
  myCredits: route({
    method: 'GET',
    path: `${base}/myCredits`,
    title: '我的代课课时',
    access: 'staff',
    query: z.object({
      month: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .optional(),
    }),
    data: z.object({
      month: z.string(),
      /** In hundredths of a lesson. */
      total: z.int(),
      isSettled: z.boolean(),
      rows: z.array(
        z.object({
          day: z.iso.date(),
          lesson: z.string(),
          kind: enumOf(creditKinds),
          hours: z.int(),
          note: z.string(),
        }),
      ),
    }),
  }),
}
