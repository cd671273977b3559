import { orNotFound, invalid, emptyScope, Refusal, scopeOf, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { listAdministratorIds, listPermissionHolders } from '#kernel/access/server/api.ts'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { appRequest, pendingRequestMessage } from '../../../contract.ts'
import { listAllApplications, type AppRow } from '../../application-list.ts'
import { grantToOrg } from '../grants/save-grants.ts'
import { pathToIds, getViewerApps } from './viewer-applications.ts'

export const appRequestTemplate = defineTemplate({
  code: 'application.requested',
  kind: 'todo',
  title: '申请开通应用：{name}',
  body: '{org}申请开通，用途：{reason}',
})
export const appDecisionTemplate = defineTemplate({
  code: 'application.answered',
  kind: 'notice',
  title: '“{name}”{outcome}',
  body: '{reply}',
})

const getAppRequestSubject = (id: string) => ({ kind: 'app-request', id })

export const appRequests = crud(appRequest, 'app_request', {
  fields: {
    name: {
      load: async (ctx, rows) => {
        const names = new Map((await listAllApplications(ctx)).map(({ key, name }) => [key, name]))
        return rows.map(({ key }) => names.get(key as string) ?? '')
      },
    },
  },
})

/** Requests that an application is opened for the caller's organisation. */
export async function requestApplication(ctx: Ctx, { key, reason }: { key: string; reason: string }): Promise<null> {
  const { orgId } = ctx.actor
  const { seen, use } = await getViewerApps(ctx, ctx.actor)
  const { app, state } = orNotFound(
    seen.find((one) => one.app.key === key),
    '应用',
  )
  if (state === 'requested') throw new Refusal(pendingRequestMessage)
  if (state !== 'closed') throw new Refusal('该应用已在本单位开通')
  const { id } = await appRequests.create(ctx, { key, reason })
  const { org } = await appRequests.rows.require(ctx, { ...emptyScope, orgIds: [orgId] }, id)
  await sendMessages(ctx, appRequestTemplate, {
    to: await listAppDeciders(ctx, app, pathToIds(use.path)),
    values: { name: app.name, org: org.name, reason },
    url: '/systemSet/AppAuthorize?tab=requests',
    subject: getAppRequestSubject(id),
  })
  return null
}

/** The deciders of the managing organisation. A school itself can open only what it was given. */
async function listAppDeciders(ctx: Ctx, app: AppRow, orgIds: readonly string[]) {
  const holders = await listPermissionHolders(ctx, 'app.grant', app.manageOrgId ?? orgIds.at(-1)!)
  return holders.length > 0 ? holders : listAdministratorIds(ctx, null)
}

interface AppRequestDecisionForm {
  id: string
  isAgreed: boolean
  reply: string
}

/** An approval opens the application for the organisation at once. The requester is notified. */
export async function decideAppRequest(ctx: Ctx, { id, isAgreed, reply }: AppRequestDecisionForm): Promise<null> {
  const scope = scopeOf(ctx, 'app.grant')
  const { key, name, org, asker } = await appRequests.rows.require(ctx, scope, id)
  if (!isAgreed && reply === '') throw invalid([{ field: 'reply', msg: '请填写答复' }])
  const set = { reply, decider: ctx.actor.personId, decidedAt: ctx.now }
  if (!(await appRequests.rows.move(ctx, scope, id, 'waiting', isAgreed ? 'agreed' : 'refused', set)))
    throw new Refusal('该申请已处理')
  if (isAgreed) await grantToOrg(ctx, key, org.id)
  await closeTodos(ctx, getAppRequestSubject(id))
  await sendMessages(ctx, appDecisionTemplate, {
    to: [asker.id],
    values: { name, outcome: isAgreed ? '已开通' : '未能开通', reply: reply || '现在可以在应用中心打开。' },
    url: '/dataCentre/appSupermarket',
    subject: getAppRequestSubject(id),
    orgId: org.id,
  })
  return null
}
