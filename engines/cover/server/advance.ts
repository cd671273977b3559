import { labelOf } from '#packages/contract'
import { Refusal, type Ctx } from '#packages/core'
import { inSavepoint, startFlow } from '#kernel/approval/server/api.ts'
import { skipsAdjustAudit } from '#kernel/org/server/api.ts'
import { listAwayOf } from '#engines/duty/server/api.ts'
import { toSpan } from '#engines/timetable/server/api.ts'
import { coverKinds } from '../contract.ts'
import { coverSubject, hasBegun, type CoverCase } from './cases.ts'
import { openTemplate, officePage } from './cover-notifications.ts'
import { describeLegs } from './describe-legs.ts'
import { endRequests } from './end-requests.ts'
import { listOfficePeople } from './cover-office.ts'
import { notifyAbout } from './notify-of-change.ts'
import { putInForce } from './put-in-force.ts'
import { updateLegs, updateRequests } from './request-queries.ts'
import { writeNote } from './sealed-texts.ts'

/**
 * All who were asked have said yes: the requests wait for the leave or for the audit, or they are in force. What has
 * begun meanwhile has lapsed.
 */
export async function advance(ctx: Ctx, cases: readonly CoverCase[], seenAt?: ReadonlyMap<string, string>) {
  const begun = cases.filter((one) => hasBegun(ctx, one))
  if (begun.length > 0) await endRequests(ctx, begun, 'lapsed')
  const rest = cases.filter((one) => !begun.includes(one))
  const isAway = await findCovered(ctx, rest)
  const waiting = rest.filter((one) => one.awayRef !== null && !isAway.has(one.id))
  await updateRequests(
    ctx.db,
    waiting.map(({ id }) => id),
    { status: 'agreed' },
    ctx.now,
  )
  const ready = rest.filter((one) => !waiting.includes(one))
  const audited = await findAudited(ctx, ready)
  const inForce = ready.filter((one) => !audited.includes(one))
  if (inForce.length > 0) await putInForce(ctx, inForce, seenAt ? { seenAt } : {})
  if (audited.length > 0) await startAudits(ctx, audited)
}

/** The requests whose lesson is in the absence that they are made for. */
export async function findCovered(ctx: Pick<Ctx, 'db'>, cases: readonly CoverCase[]): Promise<Set<string>> {
  const away = await listAwayOf(
    ctx,
    cases.map(({ memberId, legs }) => ({ userId: memberId, ...toSpan(legs[0]!) })),
  )
  const isOf = ({ awaySource, awayRef }: CoverCase, at: number) =>
    away[at]!.some(({ source, ref }) => source === awaySource && ref === awayRef)
  return new Set(cases.flatMap((one, at) => (isOf(one, at) ? one.id : [])))
}

/**
 * What the office arranged or asked for itself needs no audit. A school may skip it for what a colleague agreed to; what
 * nobody had to agree to, a lesson that moves or is dropped, always needs the yes of the office.
 */
async function findAudited(ctx: Ctx, cases: readonly CoverCase[]): Promise<CoverCase[]> {
  const own = cases.filter(({ askMode, appliedBy, personId }) => askMode !== 'office' && appliedBy === personId)
  const skipping = new Set<string>()
  for (const orgId of new Set(own.map((one) => one.orgId))) if (await skipsAdjustAudit(ctx, orgId)) skipping.add(orgId)
  return own.filter(({ orgId, asks }) => !skipping.has(orgId) || asks.length === 0)
}

/** In the name of the teacher, whoever said the last yes: nobody audits the own request. */
async function startAudits(ctx: Ctx, cases: readonly CoverCase[]) {
  await updateRequests(
    ctx.db,
    cases.map(({ id }) => id),
    { status: 'auditing' },
    ctx.now,
  )
  const names = await describeLegs(
    ctx,
    cases.flatMap(({ legs }) => legs),
  )
  for (const { id, orgId, personId, memberId, name, kind, legs } of cases) {
    const applicant = { ...ctx, actor: { ...ctx.actor, personId, userId: memberId, orgId } }
    await startFlow(applicant, {
      subject: coverSubject,
      id,
      orgId,
      title: `${name}申请${labelOf(coverKinds, kind)}`,
      brief: names.get(legs[0]!.id)!.time,
      values: { kind, day: legs[0]!.day },
    })
  }
}

/**
 * The same for requests that advance without anybody who could read a refusal: what cannot be put in force any more is
 * for the office.
 */
export async function advanceUnattended(ctx: Ctx, cases: readonly CoverCase[]) {
  const refused: CoverCase[] = []
  for (const one of cases)
    try {
      await inSavepoint(ctx.db, () => advance(ctx, [one]))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ ...one, note: error.message })
    }
  for (const one of refused) await giveToOffice(ctx, one)
}

async function giveToOffice(ctx: Ctx, one: CoverCase) {
  await updateRequests(ctx.db, [one.id], { status: 'open', ask_mode: 'office' }, ctx.now)
  await writeNote(ctx, [one.id], one.note)
  await updateLegs(
    ctx.db,
    one.legs.map(({ id }) => ({ id, toId: null })),
  )
  const people = await listOfficePeople(ctx, one.orgId)
  await notifyAbout(ctx, openTemplate, [one], () => people, { url: officePage, name: one.name })
}
