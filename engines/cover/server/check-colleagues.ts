import { notFound, Refusal, type Ctx } from '#packages/core'
import { listAwayOf, listBusy } from '#engines/duty/server/api.ts'
import type { CoverKind } from '../contract.ts'
import { findCandidates } from './find-candidates.ts'
import type { CoverPlanOf, PlannedCover } from './planned-cover.ts'
import { listMembers } from './people-queries.ts'

/** Somebody who has no lesson then gives it. */
const needsFree: readonly CoverKind[] = ['substitute', 'supervise']
const mostAsked = { one: 1, several: 10, everybody: 0, office: 0 }

/** Who is asked for each lesson, after all of them were found free. */
export async function checkColleagues(
  ctx: Ctx,
  planned: readonly PlannedCover[],
  of: Pick<CoverPlanOf, 'applicantId'>,
): Promise<PlannedCover[]> {
  const asking = planned.filter(({ item: { kind, askMode } }) => needsFree.includes(kind) && askMode !== 'office')
  const [first] = asking
  const lessonIds = asking.map(({ lesson }) => lesson.id)
  const found = first
    ? await findCandidates(ctx, { orgId: first.lesson.orgId, lessonIds, askedBy: of.applicantId })
    : []
  const byLesson = new Map(found.map(({ lessonId, candidates }) => [lessonId, candidates]))
  const names = await listMembers(
    ctx.db,
    planned.flatMap(({ item }) => item.userIds),
  )
  const result: PlannedCover[] = []
  for (const one of planned) {
    const { kind, askMode, userIds } = one.item
    if (kind === 'swap')
      result.push({ ...one, askedIds: one.other!.lesson.teacherIds.filter((id) => id !== one.fromId) })
    else if (askMode === 'office' || kind === 'move' || kind === 'cancel') result.push(one)
    else if (kind === 'merge') result.push({ ...one, askedIds: await requireHosts(ctx, one) })
    else {
      const candidates = byLesson.get(one.lesson.id) ?? []
      if (askMode === 'everybody') {
        const free = candidates.filter(({ obstacle, userId }) => obstacle === '' && userId !== one.fromId)
        if (free.length === 0) throw new Refusal('没有空闲的教师，请选择“请教务安排”')
        result.push({ ...one, askedIds: free.map(({ userId }) => userId) })
        continue
      }
      requireNamed(one)
      for (const userId of userIds) {
        const candidate = candidates.find((each) => each.userId === userId)
        if (!candidate && !names.has(userId)) throw notFound('人员')
        if (!candidate) throw new Refusal(`${names.get(userId)!.name}不在可以请的范围内`)
        if (candidate.obstacle !== '') throw new Refusal(`${candidate.name}${candidate.obstacle}`)
      }
      result.push({ ...one, askedIds: userIds })
    }
  }
  return result
}

function requireNamed({ item: { askMode, userIds }, fromId }: PlannedCover) {
  if (userIds.length === 0) throw new Refusal('请选择要请的同事')
  if (userIds.length > mostAsked[askMode]) throw new Refusal(askMode === 'one' ? '只能请一位同事' : '最多征询10人')
  if (fromId !== null && userIds.includes(fromId)) throw new Refusal('不能请原任教师本人代课')
  if (new Set(userIds).size < userIds.length) throw new Refusal('同一位同事不能选择两次')
}

/** merge: the colleagues have a lesson then, which the class can join. */
export async function requireHosts(ctx: Ctx, planned: PlannedCover): Promise<string[]> {
  requireNamed(planned)
  const { lesson, item } = planned
  const members = await listMembers(ctx.db, item.userIds)
  const away = await listAwayOf(
    ctx,
    item.userIds.map((userId) => ({ userId, ...lesson.span })),
  )
  const busy = await listBusy(ctx, item.userIds, lesson.span.startsAt, lesson.span.endsAt)
  for (const [at, userId] of item.userIds.entries()) {
    const member = members.get(userId)
    if (member?.orgId !== lesson.orgId) throw notFound('人员')
    if (away[at]!.length > 0) throw new Refusal(`${member.name}当日请假`)
    const host = busy.get(userId)!.duties.find(({ kind, orgId }) => kind === 'lesson' && orgId === lesson.orgId)
    if (!host) throw new Refusal(`${member.name}该时段没有课，不能合班`)
  }
  return item.userIds
}
