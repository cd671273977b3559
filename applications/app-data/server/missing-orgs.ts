import { buildPageUrl, type BodyOf, type QueryOf } from '#packages/contract'
import { dayOf, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { defineTemplate, listAdministratorsToNotify, sendMessages } from '#kernel/message/server/api.ts'
import { listMissing, type Metric } from '#kernel/metric/server/api.ts'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import { remindedMessage, type appDataApi } from '../contract.ts'
import { getReadableMetric } from './pages.ts'
import { claimReminders, listReminders } from './reminder-queries.ts'

export const missingTemplate = defineTemplate({
  code: 'app-data.missing',
  kind: 'notice',
  title: '{day}的“{metric}”还没有数据',
  body: '{org}的“{app}”还没有{day}的数据，请尽快处理。',
})

const hoursBetween = 2

/** The organisations that should have a figure for the day, by name. */
export async function listMissingNames(ctx: Ctx, { code, orgId, day }: QueryOf<typeof appDataApi.missing>) {
  getReadableMetric(ctx, code)
  const orgs = await listMissing(ctx, code, { orgId, day })
  const reminders = await listReminders(
    ctx.db,
    code,
    orgs.map(({ id }) => id),
  )
  return orgs.map((org) => ({ ...org, remindedAt: reminders.get(org.id)?.toISOString() ?? null }))
}

/** Reminds those who are missing, each at most once in two hours for a metric. */
export async function remindMissing(ctx: Ctx, body: BodyOf<typeof appDataApi.remind>) {
  const { code, orgId, day, orgIds } = body
  const metric = getReadableMetric(ctx, code)
  const missing = await listMissing(ctx, code, { orgId, day })
  if (!(await isOrgInScope(ctx.db, scopeOf(ctx, 'app-data.remind'), orgId))) throw notFound('组织')
  const meant = missing.filter(({ id }) => orgIds.length === 0 || orgIds.includes(id))
  if (meant.length === 0) throw new Refusal('没有需要提醒的单位')
  const claimed = new Set(
    await claimReminders(ctx.db, {
      code,
      orgIds: meant.map(({ id }) => id),
      since: new Date(ctx.now.getTime() - hoursBetween * 3600_000),
      now: ctx.now,
    }),
  )
  if (claimed.size === 0) throw new Refusal(remindedMessage)
  for (const org of meant.filter(({ id }) => claimed.has(id))) await remindOrg(ctx, { metric, org, day })
  return { reminded: claimed.size, skipped: meant.length - claimed.size }
}

/** Those of the organisation who may see the metric; without any, its administrators. */
async function remindOrg(
  ctx: Ctx,
  { metric, org, day }: { metric: Metric; org: { id: string; name: string }; day: string },
) {
  const { spec, manifest, permission } = metric
  const holders =
    permission === 'staff'
      ? []
      : (await listPermissionHolders(ctx, permission, org.id)).filter((one) => one.orgId === org.id)
  const to = holders.length > 0 ? holders : await listAdministratorsToNotify(ctx, org.id)
  const page = manifest.pages!.find(({ path }) => path === spec.drill.split('?')[0])!
  await sendMessages(ctx, missingTemplate, {
    to: to.map(({ personId }) => ({ personId, orgId: org.id })),
    values: { day: day === dayOf(ctx.now) ? '今天' : day, metric: spec.title, org: org.name, app: manifest.title },
    url: buildPageUrl(manifest, page),
    subject: { kind: 'metric-missing', id: newId() },
  })
}
