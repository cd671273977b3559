import { Refusal, type Ctx } from '#packages/core'
import { moveRequestsTo } from '#kernel/approval/server/api.ts'
import type { PersonContents } from '#kernel/staff/server/api.ts'
import { lockLeaveOfAll } from './ledger-queries.ts'
import {
  listClashingDays,
  listClashingOvertime,
  listLotIds,
  listMemberIds,
  listNamedDeputies,
  listOvertimeOf,
  listRequestsOf,
  listRequestsThrough,
  moveLots,
  moveOvertime,
  moveRequests,
  updateDeputies,
  type MovedRequest,
  type NamedDeputy,
} from './person-contents-queries.ts'
import { leaveSubject } from './requests.ts'

/** What a merge moved, as it was before. */
interface MovedLeave {
  requests: MovedRequest[]
  deputies: NamedDeputy[]
  overtime: string[]
  lots: string[]
}

const daysNamed = 5
function formatDays(days: readonly string[]) {
  const all = [...new Set(days)]
  return `${all.slice(0, daysNamed).join('、')}${all.length > daysNamed ? `等${all.length}天` : ''}`
}

/** Nobody is on two leaves at once, so somebody decides which of the two holds before the merge. */
async function requireNoClash(ctx: Ctx, { keepId, otherId }: { keepId: string; otherId: string }) {
  const move = { from: otherId, to: keepId }
  const days = (await listClashingDays(ctx.db, move)).map(({ day }) => day)
  if (days.length > 0) throw new Refusal(`两人在${formatDays(days)}都有请假，请先撤回或作废其中一方的请假`)
  const waiting = (await listClashingOvertime(ctx.db, move)).filter(({ isWaiting }) => isWaiting)
  if (waiting.length > 0)
    throw new Refusal(`两人在${formatDays(waiting.map(({ day }) => day))}都有加班转调休，请先审批或撤回其中一方的申请`)
}

async function mergeLeave(ctx: Ctx, people: Parameters<PersonContents['merge']>[1]): Promise<MovedLeave> {
  const { db } = ctx
  const { keepId, otherId, successors } = people
  const move = { from: otherId, to: keepId }
  await lockLeaveOfAll(db, [keepId, otherId])
  const clashing = new Set((await listClashingDays(db, move)).map(({ requestId }) => requestId))
  const all = await listRequestsOf(db, otherId)
  // A request and its change stay together.
  const isLeft = ({ id, parentId }: (typeof all)[number]) =>
    clashing.has(id) ||
    (parentId !== null && clashing.has(parentId)) ||
    all.some((one) => one.parentId === id && clashing.has(one.id))
  const requests = all.filter((one) => !isLeft(one)).map(({ id, memberId }) => ({ id, memberId }))
  const toKept = (memberId: string) => successors.get(memberId) ?? memberId
  await moveRequests(
    db,
    move,
    requests.map(({ id, memberId }) => ({ id, memberId: toKept(memberId) })),
  )
  // A day of overtime is credited once: a second credit stays behind with its record.
  const twice = (await listClashingOvertime(db, move)).map(({ id }) => id)
  const overtime = await listOvertimeOf(db, otherId, twice)
  await moveOvertime(db, move, overtime)
  const lots = await listLotIds(db, otherId, twice)
  await moveLots(db, move, lots)
  return { requests, overtime, lots, deputies: await moveDeputies(ctx, people) }
}

/** Whoever is deputy through a membership that ends is it through the one that stays; nobody is the own deputy. */
async function moveDeputies({ db }: Ctx, { keepId, successors }: Parameters<PersonContents['merge']>[1]) {
  const own = new Set(await listMemberIds(db, keepId))
  const named = await listNamedDeputies(db, [...own, ...successors.keys()])
  const changed = named.flatMap(({ id, deputyId, personId }) => {
    const kept = successors.get(deputyId) ?? deputyId
    const after = personId === keepId && own.has(kept) ? null : kept
    return after === deputyId ? [] : { before: { id, deputyId }, after: { id, deputyId: after } }
  })
  await updateDeputies(
    db,
    changed.map(({ after }) => after),
  )
  return changed.map(({ before }) => before)
}

/** What was moved goes back, and what was asked for since through the memberships that go back too. */
async function unmergeLeave(ctx: Ctx, { keepId, otherId }: { keepId: string; otherId: string }, moved: MovedLeave) {
  const { db } = ctx
  const move = { from: keepId, to: otherId }
  await lockLeaveOfAll(db, [keepId, otherId])
  const known = new Set(moved.requests.map(({ id }) => id))
  const since = (await listRequestsThrough(db, move, [...known])).filter(({ id }) => !known.has(id))
  const clashing = new Set((await listClashingDays(db, move)).map(({ requestId }) => requestId))
  const requests = [...moved.requests, ...since].filter(({ id }) => !clashing.has(id))
  await moveRequests(db, move, requests)
  await moveRequestsTo(
    ctx,
    leaveSubject,
    requests.map(({ id, memberId }) => ({ id, to: { personId: otherId, memberId } })),
  )
  await moveOvertime(db, move, moved.overtime)
  await moveLots(db, move, moved.lots)
  await updateDeputies(db, moved.deputies)
}

/** Requests, half-days, overtime and balances follow people who are merged. */
export const leaveOfPeople: PersonContents = {
  key: 'teacher-leave',
  check: requireNoClash,
  merge: mergeLeave,
  unmerge: (ctx, people, moved) => unmergeLeave(ctx, people, moved as MovedLeave),
}
