import type { Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { awayChanged } from '#engines/duty/contract.ts'
import { advanceUnattended, findCovered } from './advance.ts'
import { hasBegun, isOpen, loadCases, lockCases, type CoverCase } from './cases.ts'
import { doubtTemplate, officePage } from './cover-notifications.ts'
import { listOfficePeople } from './cover-office.ts'
import { endRequests } from './end-requests.ts'
import { notifyAbout } from './notify-of-change.ts'
import { listPreviousRequests, listRequestsOfAway, moveAway } from './away-queries.ts'
import { updateRequests } from './request-queries.ts'

interface AwayRecord {
  /** The module that knows why: teacher-leave. */
  source: string
  /** Its record. */
  ref: string
}

/**
 * The times of an absence changed. What was agreed for it takes effect; of a lesson that is not in it any more a request
 * ends, and what is in force waits for somebody who decides. What has begun stays as it is.
 */
export async function followAway(ctx: Ctx, { source, ref }: AwayRecord) {
  const cases = await lockComing(ctx, { source, ref })
  const covered = await findCoveredChains(ctx, cases)
  const isCovered = ({ id }: CoverCase) => covered.has(id)
  await dropRest(
    ctx,
    cases.filter((one) => !isCovered(one)),
  )
  const settled = cases.filter((one) => isCovered(one) && one.isInDoubt).map(({ id }) => id)
  await updateRequests(ctx.db, settled, { is_in_doubt: false }, ctx.now)
  await advanceUnattended(
    ctx,
    cases.filter((one) => isCovered(one) && one.status === 'agreed'),
  )
}

export const onAwayChanged = subscribe(
  awayChanged,
  { name: 'cover.on-away', title: '请假变动后更新代调课' },
  (ctx, { source, ref }) => followAway(ctx, { source, ref }),
)

/** The absence comes to nothing before anybody was away. Callers must check that the record is theirs. */
export async function cancelCoversOf(ctx: Ctx, record: AwayRecord) {
  await dropRest(ctx, await lockComing(ctx, record))
}

/** Another record takes the place of this one: a leave that was changed. */
export const moveCoversTo = (ctx: Ctx, { source, from, to }: { source: string; from: string; to: string }) =>
  moveAway(ctx.db, { source, from, to }, ctx.now)

async function lockComing(ctx: Ctx, record: AwayRecord): Promise<CoverCase[]> {
  const cases = await lockCases(ctx, await listRequestsOfAway(ctx.db, record))
  return cases.filter((one) => (isOpen(one) || one.status === 'effective') && !hasBegun(ctx, one))
}

/** Whoever took a cover over gives the lesson as long as all absences before are what they were. */
async function findCoveredChains(ctx: Ctx, cases: readonly CoverCase[]): Promise<Set<string>> {
  const previous = await listPreviousRequests(
    ctx.db,
    cases.map(({ id }) => id),
  )
  const before = await loadCases(
    ctx,
    previous.map(({ previousId }) => previousId),
  )
  const ofAbsence = [...cases, ...before].filter(({ awayRef }) => awayRef !== null)
  const covered = await findCovered(ctx, ofAbsence)
  const lost = new Set(ofAbsence.flatMap(({ id }) => (covered.has(id) ? [] : id)))
  const chainOf = (id: string) => [id, ...previous.flatMap((one) => (one.id === id ? one.previousId : []))]
  return new Set(cases.flatMap(({ id }) => (chainOf(id).some((one) => lost.has(one)) ? [] : id)))
}

async function dropRest(ctx: Ctx, cases: readonly CoverCase[]) {
  await endRequests(ctx, cases.filter(isOpen), 'recalled', '请假已变化')
  const doubted = cases.filter((one) => !isOpen(one) && !one.isInDoubt)
  await updateRequests(
    ctx.db,
    doubted.map(({ id }) => id),
    { is_in_doubt: true },
    ctx.now,
  )
  for (const [orgId, some] of Map.groupBy(doubted, (one) => one.orgId)) {
    const people = await listOfficePeople(ctx, orgId)
    await notifyAbout(ctx, doubtTemplate, some, ({ personId }) => [...people, personId], { url: officePage })
  }
}
