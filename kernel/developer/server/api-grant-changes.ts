import type { BodyOf } from '#packages/contract'
import { dayOf, orNotFound, Refusal, type Ctx } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { grantStates, type apiGrantApi } from '../contract.ts'
import { claimEndingGrants, expireGrants, listGrantFacts, removeGrantedFields } from './api-grant-queries.ts'
import { notifyGrantChange, notifyGrantEnding } from './api-grant-notifications.ts'
import { refuseOwnCompany } from './api-grant-approval.ts'
import { apiGrants, requireApi } from './api-grants.ts'

const permission = 'open-api.grant'

interface GrantMove {
  from: 'approved' | 'paused'
  to: 'approved' | 'paused' | 'revoked'
  verb: string
}

/** Changes the state of a grant; whoever uses it, and the data officers, learn who did it and why. */
async function moveGrant(ctx: Ctx, { id, reason }: { id: string; reason: string }, { from, to, verb }: GrantMove) {
  const scope = apiGrants.getScope(ctx, permission)
  if (!(await apiGrants.rows.move(ctx, scope, id, from, to, { changeReason: reason }))) {
    // Read afterwards: somebody else may have changed it in this moment.
    const { status } = orNotFound(await apiGrants.rows.find(ctx.db, scope, id), '接口授权')
    throw new Refusal(`该接口授权${grantStates[status as keyof typeof grantStates].label}，不能${verb}`)
  }
  const grant = await apiGrants.rows.require(ctx, scope, id)
  await notifyGrantChange(ctx, grant, { outcome: `已${verb}`, reason })
  return null
}

export const suspendGrant = (ctx: Ctx, body: BodyOf<typeof apiGrantApi.suspend>) =>
  moveGrant(ctx, body, { from: 'approved', to: 'paused', verb: '暂停' })

/** Gives data again, so nobody does it for the own company. */
export async function resumeGrant(ctx: Ctx, { id }: BodyOf<typeof apiGrantApi.resume>) {
  const { appKey } = await apiGrants.rows.require(ctx, apiGrants.getScope(ctx, permission), id)
  await refuseOwnCompany(ctx, appKey, [ctx.actor.personId])
  return moveGrant(ctx, { id, reason: '' }, { from: 'paused', to: 'approved', verb: '恢复' })
}

export const revokeGrant = (ctx: Ctx, body: BodyOf<typeof apiGrantApi.revoke>) =>
  moveGrant(ctx, body, { from: 'approved', to: 'revoked', verb: '撤销' })

/** The rest of the grant stays as it is. */
export async function revokeGrantFields(ctx: Ctx, { id, fields, reason }: BodyOf<typeof apiGrantApi.revokeFields>) {
  const grant = await apiGrants.rows.require(ctx, apiGrants.getScope(ctx, permission), id)
  const chosen = [...new Set(fields)]
  if (!(await removeGrantedFields(ctx.db, id, { fields: chosen, reason }))) {
    const [facts] = await listGrantFacts(ctx.db, [id])
    const isAll = facts!.granted.every((name) => chosen.includes(name))
    throw new Refusal(isAll ? '不能撤销全部字段，请撤销整个授权' : '这些字段没有授权，请刷新后重试')
  }
  const api = await requireApi(ctx, grant.apiCode)
  const titles = api.fields.filter(({ name }) => chosen.includes(name)).map(({ title }) => title)
  await notifyGrantChange(ctx, grant, { outcome: `撤销了字段${titles.join('、')}`, reason })
  return null
}

export const expireGrantsJob = defineJob({
  name: 'api-grants.expire',
  title: '接口授权到期',
  cron: '15 0 * * *',
  handle: (ctx) => expireGrants(ctx.db, dayOf(ctx.now)),
})

/** In the morning, so that the message does not wait for the end of the quiet hours. */
export const warnEndingGrantsJob = defineJob({
  name: 'api-grants.warn',
  title: '提醒即将到期的接口授权',
  cron: '50 7 * * *',
  handle: async (ctx) => {
    for (const grant of await claimEndingGrants(ctx.db, dayOf(ctx.now))) await notifyGrantEnding(ctx, grant)
  },
})
