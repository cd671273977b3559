import { orNotFound, invalid, newId, emptyScope, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { listAdministratorIds, listPermissionHolders } from '#kernel/access/server/api.ts'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import type { AppRequest } from '../../../contract.ts'
import { listAllApplications, type AppRow } from '../../application-list.ts'
import {
  findAppRequest,
  insertAppRequest,
  listAppRequestPage,
  storeAppRequestDecision,
  type AppRequestRow,
  type RequestQuery,
} from '../../app-request-queries.ts'
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
const alreadyRequestedMessage = '本单位已申请，请等待处理'

/** Requests that an application is opened for the caller's organisation. */
export async function requestApplication(ctx: Ctx, { key, reason }: { key: string; reason: string }): Promise<null> {
  const { orgId, personId } = ctx.actor
  const { seen, use } = await getViewerApps(ctx, ctx.actor)
  const { app, state } = orNotFound(
    seen.find((one) => one.app.key === key),
    '应用',
  )
  if (state === 'requested') throw new Refusal(alreadyRequestedMessage)
  if (state !== 'closed') throw new Refusal('该应用已在本单位开通')
  const id = newId()
  await insertAppRequest(ctx.db, { id, key, orgId, by: personId, reason }, ctx.now).catch(
    onConstraint('app_request_once', alreadyRequestedMessage),
  )
  const request = orNotFound(await findAppRequest(ctx.db, { ...emptyScope, orgIds: [orgId] }, id))
  await sendMessages(ctx, appRequestTemplate, {
    to: await listAppDeciders(ctx, app, pathToIds(use.path)),
    values: { name: app.name, org: request.orgName, reason },
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

export async function listAppRequests(ctx: Ctx, { status, from, to, ...page }: RequestQuery) {
  const { items, ...counts } = await listAppRequestPage(ctx.db, scopeOf(ctx, 'app.review'), { status, from, to }, page)
  const names = new Map((await listAllApplications(ctx)).map(({ key, name }) => [key, name]))
  return { ...counts, items: items.map((row) => presentAppRequest(row, names.get(row.key) ?? '')) }
}

const presentAppRequest = (
  { requesterId: _, requestedAt, decidedAt, askedBy, decidedBy, ...row }: AppRequestRow,
  name: string,
): AppRequest => ({
  ...row,
  name,
  askedBy: askedBy ?? '',
  requestedAt: requestedAt.toISOString(),
  decidedBy: decidedBy ?? '',
  decidedAt: decidedAt?.toISOString() ?? null,
})

interface AppRequestDecisionForm {
  id: string
  isAgreed: boolean
  reply: string
}

/** An approval opens the application for the organisation at once. The requester is notified. */
export async function decideAppRequest(ctx: Ctx, { id, isAgreed, reply }: AppRequestDecisionForm): Promise<null> {
  const request = orNotFound(await findAppRequest(ctx.db, scopeOf(ctx, 'app.grant'), id), '申请')
  if (!isAgreed && reply === '') throw invalid([{ field: 'reply', msg: '请填写答复' }])
  const status = isAgreed ? 'agreed' : 'refused'
  if (!(await storeAppRequestDecision(ctx.db, { id, status, reply, by: ctx.actor.personId }, ctx.now)))
    throw new Refusal('该申请已处理')
  if (isAgreed) await grantToOrg(ctx, request.key, request.orgId)
  await closeTodos(ctx, getAppRequestSubject(id))
  const app = (await listAllApplications(ctx)).find(({ key }) => key === request.key)
  const notification = {
    values: {
      name: app?.name ?? '',
      outcome: isAgreed ? '已开通' : '未能开通',
      reply: reply || '现在可以在应用中心打开。',
    },
    url: '/dataCentre/appSupermarket',
  }
  await sendMessages(ctx, appDecisionTemplate, {
    to: [request.requesterId],
    ...notification,
    subject: getAppRequestSubject(id),
    orgId: request.orgId,
  })
  return null
}
