import { newId, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { listAllApplications, listApplicationOwners } from '#kernel/catalogue/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { getBureauId } from './developer-queries.ts'
import { listOpenApis } from './open-apis.ts'

export const grantChangedTemplate = defineTemplate({
  code: 'api-grant.changed',
  kind: 'notice',
  title: '“{app}”的接口“{api}”授权{outcome}',
  body: '{reason}',
})

export const grantEndingTemplate = defineTemplate({
  code: 'api-grant.ending',
  kind: 'notice',
  title: '“{app}”的接口“{api}”授权{to}到期',
  body: '到期后应用不能再读取数据。如需继续使用，请提前申请下一期授权。',
})

interface ChangedGrant {
  id: string
  appKey: string
  apiCode: string
}

/** The owners of the application, among them its company, and the data officers. */
async function listRecipients(ctx: Ctx, appKey: string) {
  const app = (await listAllApplications(ctx)).find(({ key }) => key === appKey)
  const officers = await listPermissionHolders(ctx, 'open-api.grant', await getBureauId(ctx.db))
  return [...(app ? await listApplicationOwners(ctx, app) : []), ...officers.map(({ personId }) => personId)]
}

async function describeGrant(ctx: Ctx, { appKey, apiCode }: ChangedGrant) {
  const app = (await listAllApplications(ctx)).find(({ key }) => key === appKey)
  const api = (await listOpenApis(ctx)).find(({ code }) => code === apiCode)
  return { app: app?.name ?? appKey, api: api?.name ?? apiCode }
}

const grantTabOf = (id: string) => `/developer/dataCollectManagement?tab=grants&open=${id}`

export async function notifyGrantChange(
  ctx: Ctx,
  grant: ChangedGrant,
  { outcome, reason }: { outcome: string; reason: string },
) {
  await sendMessages(ctx, grantChangedTemplate, {
    to: await listRecipients(ctx, grant.appKey),
    values: { ...(await describeGrant(ctx, grant)), outcome, reason: reason && `理由：${reason}` },
    url: grantTabOf(grant.id),
    // Of its own: a second message about the same subject would be left out.
    subject: { kind: 'api-grant-message', id: newId() },
  })
}

export async function notifyGrantEnding(ctx: Ctx, grant: ChangedGrant & { to: string }) {
  await sendMessages(ctx, grantEndingTemplate, {
    to: await listRecipients(ctx, grant.appKey),
    values: { ...(await describeGrant(ctx, grant)), to: grant.to },
    url: grantTabOf(grant.id),
    // Of its own: a second message about the same subject would be left out.
    subject: { kind: 'api-grant-message', id: newId() },
  })
}
