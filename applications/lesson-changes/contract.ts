import { z } from 'zod'
import { enumOf, idOf, optionalIdOf, routesOf } from '#packages/contract'
import {
  cancelReasons,
  candidatesOfLesson,
  coverForm,
  coverKinds,
  coverLesson,
  coverSources,
  coverStatuses,
  lessonIds,
  movePlaces,
  proposal,
  swapLessons,
} from '#engines/cover/contract.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const base = '/api/tiaoke'
const orgId = optionalIdOf('organisation').default(null)
const reason = z.string().trim().min(2, '请填写原因').max(200, '原因不超过200字')

/** 今日课务: who is missing, and which lessons have nobody. */
export const dayBoard = z.object({
  day: z.iso.date(),
  orgName: z.string(),
  absent: z.array(
    z.object({
      userId: idOf('membership'),
      name: z.string(),
      /** Of the time in which she is away, by their begin; whoever has none is not listed. */
      lessons: z.array(coverLesson),
    }),
  ),
  /** Lessons of others with an open request, or without a teacher. */
  others: z.array(coverLesson),
  periods: z.array(z.object({ id: z.guid(), name: z.string(), begins: z.string(), ends: z.string() })),
  /** Covers whose absence ended early: to be cancelled or kept. */
  inDoubt: z.array(
    z.object({
      requestId: idOf('cover-request'),
      day: z.iso.date(),
      lesson: z.string(),
      fromName: z.string(),
      toName: z.string(),
    }),
  ),
  open: z.int(),
  waiting: z.int(),
  arranged: z.int(),
})
export type DayBoard = z.output<typeof dayBoard>

export const coverOfficeApi = {
  today: route({
    method: 'GET',
    path: `${base}/today`,
    title: '今日课务',
    access: 'cover.arrange',
    query: z.object({ orgId, date: z.iso.date() }),
    data: dayBoard,
  }),
  impact: route({
    method: 'GET',
    path: `${base}/impact`,
    title: '受影响的课',
    access: 'cover.arrange',
    query: z.object({ userId: idOf('membership'), from: z.iso.date(), to: z.iso.date() }),
    data: z.array(coverLesson),
  }),
  officeCandidates: route({
    method: 'GET',
    path: `${base}/officeCandidates`,
    title: '可以安排的教师',
    access: 'cover.arrange',
    query: z.object({ lessonIds }),
    data: z.array(candidatesOfLesson),
  }),
  officeRecommend: route({
    method: 'GET',
    path: `${base}/officeRecommend`,
    title: '一键推荐安排',
    access: 'cover.arrange',
    query: z.object({ lessonIds }),
    data: proposal,
  }),
  /** As `swaps` of the engine, for a lesson of anybody in the scope. */
  officeSwaps: route({
    method: 'GET',
    path: `${base}/officeSwaps`,
    title: '可以对调的课（教务）',
    access: 'cover.arrange',
    query: z.object({ lessonId: idOf('lesson'), from: z.iso.date(), to: z.iso.date() }),
    data: swapLessons,
  }),
  officePlaces: route({
    method: 'GET',
    path: `${base}/officePlaces`,
    title: '可以移到的时间（教务）',
    access: 'cover.arrange',
    query: z.object({ lessonId: idOf('lesson'), from: z.iso.date(), to: z.iso.date() }),
    data: movePlaces,
  }),
  /** Takes effect at once; whoever is assigned is told and has no choice. */
  assign: route({
    method: 'POST',
    path: `${base}/assign`,
    title: '教务安排代课',
    access: 'cover.arrange',
    body: z.object({
      lessons: z
        .array(
          z.object({
            lessonId: idOf('lesson'),
            seenAt: z.iso.datetime(),
            kind: enumOf(coverKinds),
            userId: optionalIdOf('membership').default(null),
            otherLessonId: optionalIdOf('lesson').default(null),
            otherSeenAt: z.iso.datetime().nullable().default(null),
            to: z.object({ day: z.iso.date(), periodId: z.guid() }).nullable().default(null),
            cancelReason: enumOf(cancelReasons).nullable().default(null),
          }),
        )
        .min(1)
        .max(60),
      source: enumOf(coverSources).default('office'),
      reason: z.string().trim().max(200).default(''),
      isChainConfirmed: z.boolean().default(false),
    }),
    data: z.array(z.object({ id: idOf('cover-request'), status: enumOf(coverStatuses) })),
  }),
  /** On behalf of the teacher: asks colleagues, or everybody. */
  ask: route({
    method: 'POST',
    path: `${base}/ask`,
    title: '群发代课',
    access: 'cover.arrange',
    body: coverForm,
    data: z.array(z.object({ id: idOf('cover-request'), status: enumOf(coverStatuses) })),
  }),
  cancel: route({
    method: 'POST',
    path: `${base}/cancel`,
    title: '取消代调课',
    access: 'cover.arrange',
    body: z.object({ ids: z.array(idOf('cover-request')).min(1).max(60), reason }),
    data: z.object({ cancelled: z.int() }),
  }),
  /** The covers stay although the absence ended early. */
  keep: route({
    method: 'POST',
    path: `${base}/keep`,
    title: '保留代课',
    access: 'cover.arrange',
    body: z.object({ ids: z.array(idOf('cover-request')).min(1).max(60) }),
    data: z.object({ kept: z.int() }),
  }),
  backfill: route({
    method: 'POST',
    path: `${base}/backfill`,
    title: '补登代课',
    access: 'cover.arrange',
    body: z.object({
      lessonId: idOf('lesson'),
      kind: z.enum(['substitute', 'supervise']),
      userId: idOf('membership'),
      source: enumOf(coverSources),
      reason,
    }),
    data: z.object({ id: idOf('cover-request') }),
  }),
  /** The same decision as in the inbox of approvals. */
  audit: route({
    method: 'POST',
    path: `${base}/audit`,
    title: '审核代调课',
    access: 'cover.arrange',
    body: z.object({
      ids: z.array(idOf('cover-request')).min(1).max(60),
      agree: z.boolean(),
      note: z.string().trim().max(200).default(''),
    }),
    data: z.array(z.object({ id: idOf('cover-request'), status: enumOf(coverStatuses) })),
  }),
}
