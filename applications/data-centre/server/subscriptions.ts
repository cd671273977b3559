import { addDays, dayOf, emptyId, Ret, Refusal, scopeOf, type Actor, type Ctx } from '#packages/core'
import { resolvePermissions } from '#kernel/access/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { findMembership, type Membership } from '#kernel/staff/server/api.ts'
import { listDemoMemberships, type DemoRows, type OrgContents } from '#kernel/org/server/api.ts'
import { findStatOrgs, readAppStat, statisticsPermission } from './app-stat.ts'
import { listStatOrgs } from './queries.ts'
import {
  endSubscription,
  endWithNote,
  insertSubscription,
  listSubscribedOrgs,
  lockDueSubscriptions,
  markSent,
  moveSubscriptions,
  type DueSubscription,
} from './subscription-queries.ts'

/** Starts or ends the report of an organisation every month; the same again changes nothing. */
export async function subscribe(ctx: Ctx, { orgId, isOn }: { orgId: string; isOn: boolean }) {
  await findStatOrgs(ctx, orgId)
  await (isOn
    ? insertSubscription(ctx.db, ctx.actor.userId, orgId, ctx.now)
    : endSubscription(ctx.db, ctx.actor.userId, orgId, ctx.now))
  return null
}

/** The organisations that the caller may read, and those whose report the caller gets. */
export async function getAppStatFacts(ctx: Ctx) {
  const orgs = await listStatOrgs(ctx.db, scopeOf(ctx, statisticsPermission))
  return {
    orgs: orgs.map(({ id, name, level }) => ({ id, name, level })),
    subscribed: await listSubscribedOrgs(ctx.db, ctx.actor.userId),
  }
}

export const reportTemplate = defineTemplate({
  code: 'data-centre.monthly-report',
  kind: 'notice',
  title: '{org}{month}应用数据统计',
  body: '打开 {opens} 次，活跃用户 {users} 人，使用率 {share}，使用中的应用 {apps} 个。',
})

export const reportEndedTemplate = defineTemplate({
  code: 'data-centre.monthly-report-ended',
  kind: 'notice',
  title: '每月报告已停止',
  body: '您已没有查看应用数据统计的权限，不再发送每月报告。',
})

/** The report of the last month for everybody who wants it, with what each may read now. */
export async function sendMonthlyReports(ctx: Ctx) {
  const thisMonth = `${dayOf(ctx.now).slice(0, 7)}-01`
  const to = addDays(thisMonth, -1)
  const month = { from: `${to.slice(0, 7)}-01`, to }
  let sent = 0
  for (const subscription of await lockDueSubscriptions(ctx.db, month.from)) {
    const membership = await findMembership(ctx, subscription.userId)
    const own = membership && (await actAs(ctx, subscription.userId, membership))
    const isSent = own !== undefined && (await sendReport(own, subscription, month))
    if (isSent) await markSent(ctx.db, subscription.id, month.from)
    else await endReport(ctx, subscription, membership)
    if (isSent) sent++
  }
  return sent
}

/** The subscriber with the rights of this moment; undefined if the membership is over. */
async function actAs(ctx: Ctx, userId: string, { personId, orgId }: Membership): Promise<Ctx | undefined> {
  const effective = await resolvePermissions(ctx, { personId, userId, orgId })
  if (!effective) return undefined
  const ids = { accountId: emptyId, personId, userId, orgId, sessionId: emptyId }
  const actor: Actor = { kind: 'staff', districtId: ctx.actor.districtId, ...ids, ...effective }
  return { ...ctx, actor }
}

async function sendReport(
  own: Ctx,
  { id, orgId, orgName }: DueSubscription,
  { from, to }: { from: string; to: string },
) {
  if (!own.actor.permissions.has(statisticsPermission)) return false
  try {
    const { figures } = await readAppStat(own, { orgId, from, to })
    await sendMessages(own, reportTemplate, {
      to: [own.actor],
      values: {
        org: orgName ?? '',
        month: `${Number(from.slice(0, 4))}年${Number(from.slice(5, 7))}月`,
        opens: String(figures.opens),
        users: String(figures.users ?? '—'),
        share: figures.share === null ? '—' : `${figures.share}%`,
        apps: String(figures.apps),
      },
      url: `/dataCentre/dataStatistics?org=${orgId}&from=${from}&to=${to}`,
      subject: { kind: 'statistics-report', id },
    })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.ret === Ret.notFound) return false
    throw error
  }
}

async function endReport(ctx: Ctx, { id, orgId }: DueSubscription, membership: Membership | undefined) {
  await endWithNote(ctx.db, id, membership ? '没有查看权限' : '任职已结束', ctx.now)
  if (!membership) return
  await sendMessages(ctx, reportEndedTemplate, {
    to: [{ personId: membership.personId, orgId }],
    values: {},
    subject: { kind: 'statistics-report', id },
  })
}

/** A subscription keeps no organisation from ending: it ends with it. After a merge the successor is reported. */
export const subscriptionContents: OrgContents = {
  key: 'data-centre',
  title: '统计订阅',
  measure: '个',
  count: async () => 0,
  relocate: async ({ db, now }, { from, to, isWhole }) => {
    if (isWhole) await moveSubscriptions(db, from.id, to.id, now)
  },
}

/** Head teachers who get the report of their school. */
export const demoSubscriptions: DemoRows = {
  key: 'data-centre.subscriptions',
  create: async (ctx, world) => {
    const heads = listDemoMemberships(world, '校长')
    for (const head of heads) await insertSubscription(ctx.db, head.userId, head.orgId, ctx.now)
    return heads.length
  },
}
