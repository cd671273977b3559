import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { publishFacts } from '#kernel/metric/server/api.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { defineApplication } from '#packages/contract'
import { addDays, dayOf, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { readAppTotals } from './service/centre/app-figures.ts'
import { listMyApplications } from './service/centre/my-applications.ts'
import { listAppFigures } from './service/centre/open-application.ts'

const database = useDatabase()
const daily = { grain: 'org', exposure: 'P2', freshness: 'day', unit: '人', note: '试', drill: '' } as const

const application = (key: string) =>
  defineApplication({
    key,
    title: key,
    route: key,
    category: 'teaching',
    about: key,
    icon: 'bell',
    permissions: { [`${key}.read`]: { title: '查看', defaultFor: ['head'] } },
    pages: [{ path: '', title: '记录', permission: `${key}.read`, help: key }],
    metrics: {
      [`${key}.rate`]: { ...daily, title: '到课率', unit: '%', kind: 'rate' },
      [`${key}.away`]: { ...daily, title: '请假', kind: 'sum' },
      [`${key}.open`]: { ...daily, title: '待处理', kind: 'level' },
      [`${key}.late`]: { ...daily, title: '迟到', kind: 'sum' },
    },
  })

const today = dayOf(new Date())
let head: Actor
let teacher: Actor

beforeAll(async () => {
  Object.assign(database.app, { manifests: [application('roll'), application('leave')] })
  await database.as(createActor(), async (ctx) => {
    const { school } = await twoSchools(ctx)
    head = await aTeacher(ctx, { at: school, can: { 'roll.read': orgTreeScope(school) } })
    teacher = await aTeacher(ctx, { at: school })
    for (const [code, day, fact] of [
      ['roll.rate', 2, { value: 9, of: 10 }],
      ['roll.away', 2, { value: 4 }],
      ['roll.away', 5, { value: 3 }],
      ['roll.open', 2, { value: 6 }],
      ['leave.away', 2, { value: 8 }],
    ] as const)
      await publishFacts(ctx, code, [{ orgId: school.id, day: addDays(today, -day), facts: [fact] }])
  })
})

/** How many statements some work sends. */
async function countStatements(actor: Actor, work: (ctx: Ctx) => Promise<unknown>): Promise<number> {
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

it('shows on a tile the first three figures of the last counted day, to whoever may read them', async () => {
  const apps = async (actor: Actor) =>
    (await database.as(actor, listMyApplications)).flatMap((group) => group.apps.map((one) => one))
  expect((await apps(head)).map(({ key, canLook, totals }) => [key, canLook, totals])).toEqual([
    ['leave', false, []],
    [
      'roll',
      true,
      [
        { key: '到课率', value: '90%' },
        { key: '请假', value: '4 人' },
        { key: '待处理', value: '6 人' },
      ],
    ],
  ])
  expect((await apps(teacher)).map(({ canLook, totals }) => [canLook, totals])).toEqual([
    [false, []],
    [false, []],
  ])
})

it('reads the figures of all applications in as many statements as those of one', async () => {
  const manifests = Array.from({ length: 20 }, (_, at) => application(`app-${at}`))
  const can = Object.fromEntries(manifests.map(({ key }) => [`${key}.read`, head.permissions.get('roll.read')!]))
  const reader: Actor = { ...head, permissions: new Map([...head.permissions, ...Object.entries(can)]) }
  const count = (own: typeof manifests) =>
    countStatements(reader, (ctx) => readAppTotals({ ...ctx, app: { ...ctx.app, manifests: own } }))
  const one = await count(manifests.slice(0, 1))
  expect(one).toBeLessThanOrEqual(5)
  expect(await count(manifests)).toBe(one)
})

it('gives as the amount of data the first sum or level of an application, and nothing to others', async () => {
  const volumes = async (actor: Actor) =>
    (await database.as(actor, (ctx) => listAppFigures(ctx, '3'))).map(({ key, value }) => [key, value])
  expect(await volumes(head)).toEqual([['roll', 7]])
  expect(await volumes(teacher)).toEqual([])
})
