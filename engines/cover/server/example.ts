import { newId, startOfDay, type Ctx } from '#packages/core'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import { aTaughtGrade } from '#engines/timetable/server/example.ts'
import { listTeachingOfTerm } from '#kernel/schooling/server/api.ts'
import type { CoverItem, CoverKind, CoverSource, CoverStatus, CreditKind } from '../contract.ts'
import { advance } from './advance.ts'
import { lockCases } from './cases.ts'
import { createRequests } from './create-requests.ts'
import { addCredits } from './credits.ts'
import { insertSeedRows, type SeedLeg, type SeedRequest } from './seed-queries.ts'

/** A request of the caller for an own lesson; without anybody who is asked it goes on to the audit. */
export async function aCoverRequest(
  ctx: Ctx,
  {
    lessonId,
    ...more
  }: Pick<CoverItem, 'lessonId'> &
    Partial<Pick<CoverItem, 'kind' | 'askMode' | 'cancelReason'>> & { askedIds?: string[] },
): Promise<string> {
  const lesson = (await listLessonFacts(ctx, [lessonId])).get(lessonId)!
  const { askedIds = [], ...facts } = more
  const item: CoverItem = {
    lessonId,
    seenAt: lesson.seenAt.toISOString(),
    kind: 'substitute',
    askMode: 'one',
    userIds: askedIds,
    otherLessonId: null,
    otherSeenAt: null,
    to: null,
    cancelReason: null,
    ...facts,
  }
  const planned = { lesson, item, fromId: ctx.actor.userId, askedIds, current: undefined, pending: undefined }
  const reason = { source: 'private', reason: '家中有事', awaySource: null, awayRef: null } as const
  const [id] = await createRequests(ctx, [{ ...planned, other: undefined, place: undefined }], reason)
  const cases = await lockCases(ctx, [id!])
  await advance(
    ctx,
    cases.filter(({ status }) => status === 'agreed'),
  )
  return id!
}

/** A school whose covers are written as rows: two classes, and a teacher for each subject. */
export async function aCoveredSchool(ctx: Ctx, org: { id: string }) {
  const grade = await aTaughtGrade(ctx, org)
  const groups = await listTeachingOfTerm(ctx, org.id, grade.term.id)
  const idOf = (name: string) => grade.teachers.get(name)!.userId
  return { ...grade, org, groups, idOf }
}
type CoveredSchool = Awaited<ReturnType<typeof aCoveredSchool>>

export interface ExampleCover {
  day: string
  from: string
  to: string
  kind?: CoverKind
  status?: CoverStatus
  source?: CoverSource
  credit?: number
  creditKind?: CreditKind
  isBackfilled?: boolean
  groupAt?: number
  /** The leg that this one continues. */
  previous?: { id: string; lessonId: string; chainNo: number }
}

const pendingStatuses: readonly CoverStatus[] = ['open', 'asking', 'agreed', 'auditing']
const currentStatuses: readonly CoverStatus[] = ['effective', 'done']

/** A request with its leg; of one that is done the teacher gets the credit. Returns the leg. */
export async function aCover(ctx: Ctx, school: CoveredSchool, cover: ExampleCover) {
  const { request, leg } = buildCover(school, cover)
  await insertSeedRows(ctx.db, school.org.id, { requests: [request], legs: [leg], asks: [] })
  if (leg.completedAt && leg.creditKind)
    await addCredits(ctx, school.org.id, [
      { legId: leg.id, memberId: leg.toId!, day: leg.day, kind: leg.creditKind, hundredths: leg.credit },
    ])
  return leg
}

export function buildCover(school: CoveredSchool, cover: ExampleCover): { request: SeedRequest; leg: SeedLeg } {
  const {
    kind = 'substitute',
    status = 'done',
    source = 'sick',
    credit = 100,
    creditKind = 'same',
    groupAt = 0,
  } = cover
  const { id: groupId, classId, gradeId, subjectId } = school.groups[groupAt % school.groups.length]!
  const { previous } = cover
  const requestId = newId()
  const at = new Date(startOfDay(cover.day).getTime() + 7 * 3_600_000)
  const isCurrent = currentStatuses.includes(status)
  const request: SeedRequest = {
    id: requestId,
    termId: school.term.id,
    kind,
    source,
    reason: null,
    askMode: 'one',
    status,
    memberId: cover.from,
    appliedById: null,
    awayRef: null,
    isBackfilled: cover.isBackfilled ?? false,
    note: null,
    createdAt: at,
    effectiveAt: isCurrent ? at : null,
  }
  const leg: SeedLeg = {
    id: newId(),
    requestId,
    lessonId: previous?.lessonId ?? newId(),
    groupId,
    classId,
    gradeId,
    subjectId,
    day: cover.day,
    periodId: newId(),
    begins: '08:10',
    ends: '08:50',
    fromId: cover.from,
    toId: cover.to,
    to: null,
    before: {},
    previousId: previous?.id ?? null,
    chainNo: (previous?.chainNo ?? 0) + 1,
    credit,
    creditKind: kind === 'swap' || kind === 'cancel' || kind === 'move' ? null : creditKind,
    state: isCurrent ? 'current' : pendingStatuses.includes(status) ? 'pending' : 'ended',
    completedAt: status === 'done' ? new Date(at.getTime() + 36_000_000) : null,
  }
  return { request, leg }
}
