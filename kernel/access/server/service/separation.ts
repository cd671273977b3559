import { roleTemplates, type RoleTemplate } from '#packages/contract'
import { dayOf, forbidden, Refusal, type Ctx } from '#packages/core'
import { findPlace } from '#kernel/staff/server'
import { holdDuties } from '../grant-queries.ts'
import { isSeparated } from '../holding-queries.ts'
import { beginSeparation, dutyHolders, endSeparation } from '../separation-queries.ts'
import { permissionsOf } from './reasons.ts'

const duties = ['district-admin', 'security-admin', 'auditor'] as const
/** The administrator of the district is called so where she is one of three. */
const titleOf = (duty: (typeof duties)[number]) =>
  duty === 'district-admin' ? '系统管理员' : roleTemplates[duty].title

/** Whether the three administrators are kept apart here, and who they are. */
export async function readSeparation(ctx: Ctx) {
  const holders = await dutyHolders(ctx.db, dayOf(ctx.now))
  const isOn = await isSeparated(ctx.db)
  return {
    isOn,
    mayChange: await mayChange(ctx, isOn),
    administrators: duties.map((template) => ({
      template,
      title: titleOf(template),
      people: holders
        .filter((holder) => holder.template === template)
        .map(({ userId, name, hasAccount }) => ({ userId, name, hasAccount })),
    })),
  }
}

/** Who gives rights away is not who takes them back: on by the one who has everything, off by the one who grants. */
async function mayChange(ctx: Ctx, isOn: boolean): Promise<boolean> {
  const place = await findPlace(ctx, ctx.actor.userId)
  if (!place || !ctx.actor.permissions.get('role.edit')?.district) return false
  const decider: RoleTemplate = isOn ? 'security-admin' : 'district-admin'
  return (await permissionsOf(ctx, place)).templates.has(decider)
}

export async function separate(ctx: Ctx, isOn: boolean) {
  // One at a time: whoever is named in this moment counts, or waits.
  await holdDuties(ctx.db)
  const was = await isSeparated(ctx.db)
  if (!(await mayChange(ctx, was))) throw forbidden()
  if (isOn) await separateDistrict(ctx)
  else await endSeparation(ctx.db)
  return null
}

/** From now on nobody reaches the whole district with all of it: somebody has to be there for each part. */
export async function separateDistrict(ctx: Ctx) {
  const holders = await dutyHolders(ctx.db, dayOf(ctx.now))
  for (const duty of ['security-admin', 'auditor'] as const)
    if (!holders.some(({ template, hasAccount }) => template === duty && hasAccount))
      throw new Refusal(`请先指定有账号的${titleOf(duty)}`)
  await beginSeparation(ctx.db, ctx.now)
}
