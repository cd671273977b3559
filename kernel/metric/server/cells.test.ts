import { beforeAll, expect, it } from 'vitest'
import { addDays, newId, orgTreeScope, wholeDistrict, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aBureau, aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import support from '#kernel/support/server/module.ts'
import { tickets } from '#kernel/support/server/tickets.ts'
import { drillDown, publishFacts, readMetric, recountMetrics, type ReportedDay } from './api.ts'
import { ago, createMetricWorld, trial } from './metric.fixture.ts'

/** `pnpm proof metric-cells --long` takes 150 schools and 1,000 cells. */
const schoolCount = Number(process.env['QIMING_METRIC_SCHOOLS'] ?? 12)
const cellCount = Number(process.env['QIMING_METRIC_CELLS'] ?? 60)
const rounds = 3
const [first, last] = [ago(40), ago(1)] as const

const database = useDatabase()
const { as } = database
let seed = Number(process.env['QIMING_METRIC_SEED'] ?? 7)
/** Less than the limit; the same for the same seed. */
function random(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * limit)
}
const pick = <T>(from: readonly T[]): T => from[random(from.length)]!

interface School extends OrgNode {
  clusterId: string
  personId: string
}
let world: Awaited<ReturnType<typeof createMetricWorld>>
let schools: School[]
/** The organisations of the tree with the schools below them. */
let nodes: (OrgNode & { schools: School[] })[]
let chief: Actor
const codes = ['trial.rate', 'trial.open', 'trial.away'] as const
type Code = (typeof codes)[number]
/** What was published last. */
const published = new Map<string, ReportedDay['facts']>()
const keyOf = (code: string, orgId: string, day: string) => `${code} ${orgId} ${day}`

beforeAll(async () => {
  world = await createMetricWorld(database)
  Object.assign(database.app, { manifests: [trial, support.manifest] })
  database.contribute('metricCounts', ...support.metricCounts!)
  await as(createActor(), async (ctx) => {
    const bureau = await aBureau(ctx, '实验区教育局')
    const clusters = [0, 1, 2].map((at) => ({ parent: bureau, name: `第${at + 1}学区`, type: 'cluster' as const }))
    const above: OrgNode[] = [bureau]
    for (const cluster of clusters) above.push(await createOrganisation(ctx, cluster))
    schools = []
    for (let at = 0; at < schoolCount; at++) {
      const parent = pick(above)
      const school = await aSchool(ctx, parent, `第${at + 1}小学`)
      const { personId } = await aTeacher(ctx, { at: school })
      schools.push({ ...school, clusterId: parent.id, personId })
    }
    nodes = [
      { ...bureau, schools },
      ...above.slice(1).map((node) => ({ ...node, schools: schools.filter(({ clusterId }) => clusterId === node.id) })),
      ...schools.map((school) => ({ ...school, schools: [school] })),
    ]
    chief = createActor({ orgId: bureau.id }, { 'trial.read': wholeDistrict, 'support.answer': wholeDistrict })
  })
}, 120_000)

function inventFacts(code: Code): ReportedDay['facts'] {
  const kind = random(10)
  if (kind < 2) return kind === 0 ? 'closed' : 'missing'
  if (code === 'trial.rate') {
    const of = 1 + random(400)
    return [{ value: random(of + 1), of }]
  }
  if (code === 'trial.open') return [{ value: random(30) }]
  return ['sick', 'private', 'official'].flatMap((one) =>
    random(2) === 0 ? [] : [{ value: random(20) / 2, dims: { kind: one } }],
  )
}

/** New, changed and withdrawn figures of random schools and days. */
async function publishSome() {
  for (const code of codes) {
    const rows = new Map<string, ReportedDay>()
    for (let at = 0; at < schoolCount * 12; at++) {
      const row = { orgId: pick(schools).id, day: addDays(first, random(40)), facts: inventFacts(code) }
      rows.set(keyOf(code, row.orgId, row.day), row)
    }
    await as(chief, (ctx) => publishFacts(ctx, code, [...rows.values()]))
    for (const [key, { facts }] of rows) published.set(key, facts)
  }
}

/** Rows of a real list come and go, and their module says which days that concerns. */
async function changeTickets() {
  const changed: { orgId: string; day: string }[] = []
  for (let at = 0; at < schoolCount * 4; at++) {
    const { id: orgId, personId } = pick(schools)
    const day = addDays(first, random(40))
    const minute = `${String(random(24)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}`
    await database.sql(
      `insert into tenant.support_ticket (district_id, id, org_id, requester_id, person_id, title, text, page, created_at)
       values ($1, $2, $3, $4, $5, '反馈', '', '', $6)`,
      [database.home, newId(), orgId, newId(), personId, `${day} ${minute}+08`],
    )
    changed.push({ orgId, day })
  }
  const gone = await database.sql<{ orgId: string; day: string }>(
    `delete from tenant.support_ticket where id in (select id from tenant.support_ticket order by id limit $1)
     returning org_id as "orgId", ((created_at at time zone 'Asia/Shanghai')::date)::text as day`,
    [schoolCount],
  )
  await as(chief, async (ctx) => {
    for (const { orgId, day } of [...changed, ...gone])
      await recountMetrics(ctx, ['support.asked'], { orgId, days: [day] })
  })
}

/** The job counts at most 500 days of organisations again in each of its minutes. */
async function rollUpAll() {
  for (let minute = 1; minute <= 5; minute++) {
    await world.rollUp(new Date(Date.now() + minute * 60_000))
    const [due] = await database.sql<{ count: number }>('select count(*)::int as count from tenant.metric_due')
    if (due!.count === 0) return
  }
  throw new Error('still due after five minutes')
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const round = (value: number) => Math.round(value * 100) / 100

/** The last figures of a school on these days. */
const findLast = (code: Code, { id }: School, days: readonly string[]) =>
  days
    .map((day) => published.get(keyOf(code, id, day)) ?? 'closed')
    .filter((one) => typeof one !== 'string')
    .at(-1) ?? []

/** The same by a slow way: from what the schools of the node have published. */
function computeCell(code: Code, node: { schools: School[] }, days: readonly string[]) {
  const of = (day: string) => node.schools.map(({ id }) => published.get(keyOf(code, id, day)) ?? 'closed')
  const facts = (day: string) => of(day).flatMap((one) => (typeof one === 'string' ? [] : one))
  const isReported = (day: string) => of(day).some((one) => typeof one !== 'string')
  const reported = days.filter(isReported)
  const complete = {
    reported: sum(days.map((day) => of(day).filter((one) => typeof one !== 'string').length)),
    expected: sum(days.map((day) => of(day).filter((one) => one !== 'closed').length)),
  }
  const all =
    code === 'trial.open' ? node.schools.flatMap((school) => findLast(code, school, days)) : reported.flatMap(facts)
  const value = sum(all.map((fact) => fact.value))
  const total = sum(all.map((fact) => fact.of ?? 0))
  if (reported.length === 0) return { value: null, complete }
  return { value: code === 'trial.rate' ? (total ? round((value / total) * 100) : null) : value, complete }
}

it(`${cellCount} random cells equal the sum of their schools and the length of the list behind them`, async () => {
  let seen = 0
  let withRows = 0
  for (let turn = 0; turn < rounds; turn++) {
    await publishSome()
    await changeTickets()
    await rollUpAll()
    for (let at = 0; at < cellCount / rounds; at++) {
      // Half of them have several schools.
      const node = pick(random(2) === 0 ? nodes : nodes.slice(0, 4))
      const from = addDays(first, random(40))
      const to = random(3) > 0 ? from : [addDays(from, random(9)), last].toSorted()[0]!
      const days = Array.from({ length: 40 }, (_, day) => addDays(first, day)).filter((day) => day >= from && day <= to)
      const query = { orgId: node.id, from, to }
      const read = await as(chief, (ctx) => readMetric(ctx, { codes: [...codes, 'support.asked'], ...query }))
      const asked = read.pop()!.values[0]!
      for (const { code, values } of read) {
        const { value, complete } = values[0]!
        expect({ code, query, value, complete }).toEqual({ code, query, ...computeCell(code as Code, node, days) })
      }
      const link = new URL((await as(chief, (ctx) => drillDown(ctx, 'support.asked', query)))!, 'http://localhost')
      const [since, until] = link.searchParams.get('createdAt')!.split('~')
      const reader = createActor({ orgId: node.id }, { 'support.answer': orgTreeScope(node) })
      const list = await as(reader, (ctx) =>
        tickets.list(ctx, {
          keyword: '',
          orgId: null,
          pageNumber: 1,
          pageSize: 1,
          createdAt: { from: since!, to: until! },
        }),
      )
      expect({ query, value: asked.value ?? 0 }).toEqual({ query, value: list.itemCount })
      seen++
      if (list.itemCount > 0) withRows++
    }
  }
  console.log(`metric: ${schoolCount} schools: ${seen} cells equal, ${withRows} of them with rows in the list`)
  expect(seen).toBeGreaterThanOrEqual(cellCount)
  expect(withRows).toBeGreaterThan(cellCount / 4)
}, 600_000)
