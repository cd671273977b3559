import { roleTemplates, type RoleTemplate } from '#packages/contract'
import { dayOf, forbidden, Refusal, type Ctx } from '#packages/core'
import { findMembership } from '#kernel/staff/server/api.ts'
import { lockDuties } from '../role-grant-queries.ts'
import { isDutySeparationOn } from '../role-holding-queries.ts'
import { beginSeparation, listDutyHolders, endSeparation } from '../separation-queries.ts'
import { getMembershipPermissions } from './effective-permissions.ts'

const duties = ['district-admin', 'security-admin', 'auditor'] as const
/** With separated duties the district administrator has another title. */
const getDutyTitle = (duty: (typeof duties)[number]) =>
  duty === 'district-admin' ? '系统管理员' : roleTemplates[duty].title

/** Whether duties are separated, and who holds them. */
export async function getDutySeparation(ctx: Ctx) {
  const holders = await listDutyHolders(ctx.db, dayOf(ctx.now))
  const isOn = await isDutySeparationOn(ctx.db)
  return {
    isOn,
    mayChange: await mayChange(ctx, isOn),
    administrators: duties.map((template) => ({
      template,
      title: getDutyTitle(template),
      people: holders
        .filter((holder) => holder.template === template)
        .map(({ userId, name, hasAccount }) => ({ userId, name, hasAccount })),
    })),
  }
}

/** The district administrator switches the separation on; the security administrator switches it off. */
async function mayChange(ctx: Ctx, isOn: boolean): Promise<boolean> {
  const membership = await findMembership(ctx, ctx.actor.userId)
  if (!membership || !ctx.actor.permissions.get('role.edit')?.district) return false
  const decider: RoleTemplate = isOn ? 'security-admin' : 'district-admin'
  return (await getMembershipPermissions(ctx, membership)).templates.has(decider)
}

export async function setDutySeparation(ctx: Ctx, isOn: boolean) {
  // Waits for concurrent appointments, so that their holders count.
  await lockDuties(ctx.db)
  const was = await isDutySeparationOn(ctx.db)
  if (!(await mayChange(ctx, was))) throw forbidden()
  if (isOn) await beginDutySeparation(ctx)
  else await endSeparation(ctx.db)
  return null
}

/** Each duty needs a holder before the separation begins, because afterwards no person has all of them. */
export async function beginDutySeparation(ctx: Ctx) {
  const holders = await listDutyHolders(ctx.db, dayOf(ctx.now))
  for (const duty of ['security-admin', 'auditor'] as const)
    if (!holders.some(({ template, hasAccount }) => template === duty && hasAccount))
      throw new Refusal(`请先指定有账号的${getDutyTitle(duty)}`)
  await beginSeparation(ctx.db, ctx.now)
}
