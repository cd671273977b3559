import type { Ctx } from '#packages/core'
import type { CoverForm, CoverStatus } from '../contract.ts'
import { advance } from './advance.ts'
import { loadCases, lockCases, type CoverCase } from './cases.ts'
import { answerPage, officePage, openTemplate, requestTemplate } from './cover-notifications.ts'
import { createRequests } from './create-requests.ts'
import { listOfficePeople } from './cover-office.ts'
import { notifyAbout } from './notify-of-change.ts'
import { planCovers } from './plan-covers.ts'
import { updateLegs } from './request-queries.ts'

export interface Applied {
  id: string
  status: CoverStatus
  advice?: string
}

/** More lessons than this are no matter of covers. */
const longAbsence = 20
const advice = '课程较多，建议改用“任课变更”'

/** The record for which somebody is away: the leave. Only the module that owns it may name it, no caller of the API. */
interface Absence {
  awaySource: string
  awayRef: string
}

/** A teacher applies for the own lessons. */
export async function applyForCovers(ctx: Ctx, form: CoverForm, absence?: Absence): Promise<Applied[]> {
  const applied = await apply(ctx, form, ctx.actor.userId, absence)
  const isLong = form.lessons.length > longAbsence
  return applied.map((one, at) => (isLong && at === 0 ? { ...one, advice } : one))
}

/** The office asks colleagues for a teacher. Callers must check the scope. */
export const askForCovers = (ctx: Ctx, form: CoverForm): Promise<Applied[]> => apply(ctx, form, undefined)

async function apply(
  ctx: Ctx,
  { lessons: items, isChainConfirmed, source, reason }: CoverForm,
  applicantId: string | undefined,
  absence?: Absence,
): Promise<Applied[]> {
  const planned = await planCovers(ctx, { items, applicantId, isAway: absence !== undefined, isChainConfirmed })
  const facts = { source, reason, awaySource: null, awayRef: null, ...absence }
  const ids = await createRequests(ctx, planned, facts)
  const cases = await lockCases(ctx, ids)
  await nameOnlyAsked(ctx, cases)
  await advance(
    ctx,
    cases.filter(({ status }) => status === 'agreed'),
  )
  await notifyAsked(ctx, cases)
  return listApplied(ctx, ids)
}

/** Of a single colleague it is known who gives the lesson if she agrees. */
async function nameOnlyAsked(ctx: Ctx, cases: readonly CoverCase[]) {
  const single = cases.filter(({ askMode, kind, asks }) => askMode === 'one' && kind !== 'swap' && asks.length === 1)
  await updateLegs(
    ctx.db,
    single.flatMap(({ legs, asks }) => legs.map(({ id }) => ({ id, toId: asks[0]!.memberId }))),
  )
}

async function notifyAsked(ctx: Ctx, cases: readonly CoverCase[]) {
  for (const [name, some] of Map.groupBy(cases, (one) => one.name)) {
    const asking = some.filter(({ status }) => status === 'asking')
    const listAsked = ({ asks }: CoverCase) => asks.map(({ personId }) => personId)
    await notifyAbout(ctx, requestTemplate, asking, listAsked, { url: answerPage, name })
    const open = some.filter(({ status }) => status === 'open')
    if (open.length === 0) continue
    const people = await listOfficePeople(ctx, open[0]!.orgId)
    await notifyAbout(ctx, openTemplate, open, () => people, { url: officePage, name })
  }
}

/** In the order of the ids. */
export async function listApplied(ctx: Ctx, ids: readonly string[]): Promise<Applied[]> {
  const statuses = new Map((await loadCases(ctx, ids)).map(({ id, status }) => [id, status]))
  return ids.map((id) => ({ id, status: statuses.get(id)! }))
}
