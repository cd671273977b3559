import { appAudiences } from '#packages/contract'
import { changedByOthers, invalid, Refusal, type Ctx } from '#packages/core'
import { insertBuiltInApplications, storeAudience } from '../../application-edit-queries.ts'
import { listAudiences } from '../../application-list.ts'
import { recordApplicationHistory } from './application-history.ts'
import { listActionsAt } from './application-lifecycle.ts'
import { getApplicationFor } from './find-application.ts'
import { getAudienceByPower } from './present-application.ts'

/** Opens a built-in application to the audience that it was made for, or limits it to roles or people. */
export async function limitApplication(
  ctx: Ctx,
  { key, power, version }: { key: string; power: number; version: number },
): Promise<null> {
  const app = await getApplicationFor(ctx, 'app.audit', key)
  if (!listActionsAt(app).includes('limit')) throw new Refusal('该应用当前不能执行此操作')
  const audience = getAudienceByPower(power)
  const audiences = listAudiences(ctx, key)
  if (!audiences.includes(audience)) {
    const titles = audiences.map((one) => appAudiences[one].title).join('、')
    throw invalid([{ field: 'power', msg: `该应用的使用范围只能是${titles}` }])
  }
  await insertBuiltInApplications(ctx.db, [app], ctx.now)
  if (!(await storeAudience(ctx.db, { key, version }, audience))) throw changedByOthers()
  await recordApplicationHistory(ctx, key, '设置使用范围', appAudiences[audience].title)
  return null
}
