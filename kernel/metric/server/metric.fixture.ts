import type { KyselyPlugin } from 'kysely'
import { defineApplication } from '#packages/contract'
import { addDays, dayOf, districtId, orgTreeScope, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import type { MetricFact } from '#packages/crud'
import { createActor, type TestDatabase } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { aBureau, aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { rollUpDistrict } from './roll-up.ts'

const daily = { grain: 'org', exposure: 'P2', freshness: 'day', unit: '人', note: '试', drill: 'list' } as const

/** An application with a metric of each kind. */
export const trial = defineApplication({
  key: 'trial',
  title: '试用',
  route: 'trial',
  category: 'teaching',
  about: '试用',
  icon: 'bell',
  permissions: { 'trial.read': { title: '查看', defaultFor: ['school-admin'] } },
  pages: [{ path: 'list', title: '记录', permission: 'trial.read', help: 'trial' }],
  metrics: {
    'trial.rate': { ...daily, title: '到课率', unit: '%', kind: 'rate' },
    'trial.away': { ...daily, title: '请假人次', kind: 'sum', dims: { kind: '类型' }, drill: 'list?status=away' },
    'trial.open': { ...daily, title: '待处理', kind: 'level', drillBy: { day: 'openedAt' } },
    'trial.users': { ...daily, title: '使用人数', kind: 'distinct' },
    'trial.few': { ...daily, title: '困难学生', kind: 'level', minCell: 5 },
    'trial.cases': { ...daily, title: '个案', kind: 'sum', dims: { kind: '类型' }, minCell: 5 },
    'trial.health': { ...daily, title: '健康', kind: 'level', exposure: 'P3' },
    'trial.apart': { ...daily, title: '使用的应用', kind: 'distinct', acrossOrgs: 'none' },
    'trial.notes': { ...daily, title: '留言', kind: 'sum', dims: { kind: '类型', place: '地点' } },
  },
})
export const trialCodes = Object.keys(trial.metrics!)

export const today = dayOf(new Date())
export const ago = (days: number) => addDays(today, -days)

/** What the queries of the trial find: by code, organisation and day. `fails` is a query that throws. */
export type Source = Map<string, readonly MetricFact[] | null | 'fails'>
export const keyOf = (code: string, orgId: string, day: string) => `${code} ${orgId} ${day}`

/** A bureau with a cluster of two schools, and a school of its own. */
export async function createMetricWorld(database: TestDatabase) {
  const source: Source = new Map()
  const closedDays = new Set<string>()
  Object.assign(database.app, { manifests: [trial] })
  database.contribute(
    'metricCounts',
    ...trialCodes.map((code) => ({
      code,
      count: async (_: Ctx, { orgId, day }: { orgId: string; day: string }) => {
        const facts = source.get(keyOf(code, orgId, day))
        if (facts === 'fails') throw new Error('this query fails')
        return facts === undefined ? [] : facts
      },
    })),
  )
  database.contribute('workDays', async (_, orgIds, day) => {
    const isWorking = !closedDays.has(day)
    return new Map(orgIds.map((id) => [id, [{ day, isWorking }]]))
  })
  const orgs = await database.as(createActor(), async (ctx) => {
    const bureau = await aBureau(ctx)
    const cluster = await createOrganisation(ctx, { parent: bureau, name: '城东学区', type: 'cluster' })
    const east = await aSchool(ctx, cluster, '城东小学')
    const north = await aSchool(ctx, cluster, '城北小学')
    return { bureau, cluster, east, north, west: await aSchool(ctx, bureau, '城西中学') }
  })
  const reader = (at: OrgNode, scope = orgTreeScope(at)) => createActor({ orgId: at.id }, { 'trial.read': scope })
  return {
    ...orgs,
    source,
    closedDays,
    chief: reader(orgs.bureau, wholeDistrict),
    principal: reader(orgs.east),
    reader,
    rollUp: (now = new Date()) =>
      rollUpDistrict({ app: database.app, cells: database.cells, now, log: { error: () => {} } }, districtId(1)),
  }
}

/** How many statements some work sends. */
export async function countStatements(
  database: TestDatabase,
  actor: Actor,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<number> {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await database.as(actor, (ctx) => work({ ...ctx, db: ctx.db.withPlugin(counter) as Ctx['db'] }))
  return statements
}
