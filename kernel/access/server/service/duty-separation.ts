import { roleTemplates, type RoleTemplate } from '#packages/contract'
import { dayOf, forbidden, Refusal, type Ctx } from '#packages/core'
import { findMembership } from '#kernel/staff/server'
import { lockDuties } from '../role-grant-queries.ts'
import { isDutySeparationOn } from '../role-holding-queries.ts'
import { beginSeparation, listDutyHolders, endSeparation } from '../separation-queries.ts'
import { getMembershipPermissions } from './effective-permissions.ts'

const duties = ['district-admin', 'security-admin', 'auditor'] as const
/** The administrator of the district is called so where she is one of three. */
const getDutyTitle = (duty: (typeof duties)[number]) =>
  duty === 'district-admin' ? '系统管理员' : roleTemplates[duty].title

/** Whether the three administrators are kept apart here, and who they are. */
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

/** Who gives rights away is not who takes them back: on by the one who has everything, off by the one who grants. */
async function mayChange(ctx: Ctx, isOn: boolean): Promise<boolean> {
  const membership = await findMembership(ctx, ctx.actor.userId)
  if (!membership || !ctx.actor.permissions.get('role.edit')?.district) return false
  const decider: RoleTemplate = isOn ? 'security-admin' : 'district-admin'
  return (await getMembershipPermissions(ctx, membership)).templates.has(decider)
}

export async function setDutySeparation(ctx: Ctx, isOn: boolean) {
  // One at a time: whoever is named in this moment counts, or waits.
  await lockDuties(ctx.db)
  const was = await isDutySeparationOn(ctx.db)
  if (!(await mayChange(ctx, was))) throw forbidden()
  if (isOn) await beginDutySeparation(ctx)
  else await endSeparation(ctx.db)
  return null
}

/** From now on nobody reaches the whole district with all of it: somebody has to be there for each part. */
export async function beginDutySeparation(ctx: Ctx) {
  const holders = await listDutyHolders(ctx.db, dayOf(ctx.now))
  for (const duty of ['security-admin', 'auditor'] as const)
    if (!holders.some(({ template, hasAccount }) => template === duty && hasAccount))
      throw new Refusal(`请先指定有账号的${getDutyTitle(duty)}`)
  await beginSeparation(ctx.db, ctx.now)
}
