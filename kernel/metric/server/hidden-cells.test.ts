import { beforeAll, expect, it } from 'vitest'
import { orgTreeScope, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { publishFacts, readMetric } from './api.ts'
import { ago, createMetricWorld } from './metric.fixture.ts'

const rounds = Number(process.env['QIMING_METRIC_ROUNDS'] ?? 2)
const minCell = 5
const code = 'trial.cases'
const database = useDatabase()
const { as } = database
let world: Awaited<ReturnType<typeof createMetricWorld>>
let schools: OrgNode[]
let nodes: { node: OrgNode; schools: OrgNode[] }[]

let seed = Number(process.env['QIMING_METRIC_SEED'] ?? 11)
/** Less than the limit; the same for the same seed. */
function random(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * limit)
}

beforeAll(async () => {
  world = await createMetricWorld(database)
  const { bureau, cluster, east, north, west } = world
  const [south, middle] = await as(createActor(), async (ctx) => [
    await aSchool(ctx, cluster, '城南小学'),
    await aSchool(ctx, bureau, '城中中学'),
  ])
  schools = [east, north, south!, west, middle!]
  nodes = [
    { node: bureau, schools },
    { node: cluster, schools: schools.slice(0, 3) },
    ...schools.map((node) => ({ node, schools: [node] })),
  ]
})

type Cells = Map<string, number>
/** A shown value: the cells that are added up in it. */
interface Answer {
  cells: readonly string[]
  value: number
}
const cellOf = (orgId: string, day: string) => `${orgId} ${day}`

/** Few people in most schools, and nobody in some. */
async function invent(days: readonly string[]): Promise<Cells> {
  const cells: Cells = new Map()
  for (const day of days)
    for (const { id } of schools) cells.set(cellOf(id, day), random(3) === 0 ? random(minCell) : random(30))
  await as(world.chief, (ctx) =>
    publishFacts(
      ctx,
      code,
      [...cells].map(([cell, value]) => {
        const [orgId = '', day = ''] = cell.split(' ')
        const first = random(value + 1)
        const facts = [first, value - first].map((part, at) => ({ value: part, dims: { kind: `类${at}` } }))
        return { orgId, day, facts }
      }),
    ),
  )
  await world.rollUp()
  return cells
}

/** Every answer that a reader gets about these days, of every organisation and period. */
async function askEverything(reader: Actor, days: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = []
  const add = (of: readonly OrgNode[], on: readonly string[], value: number | null) => {
    if (value === null) return
    answers.push({ cells: of.flatMap(({ id }) => on.map((day) => cellOf(id, day))), value })
  }
  for (const { node, schools: own } of nodes)
    for (const [at, from] of days.entries())
      for (const to of days.slice(at)) {
        const on = days.slice(at, days.indexOf(to) + 1)
        const read = async (by: 'period' | 'day' | 'org' | 'dims') =>
          (await as(reader, (ctx) => readMetric(ctx, { codes: [code], orgId: node.id, from, to, by })))[0]!.values
        const [whole] = await read('period')
        add(own, on, whole!.value)
        if (whole!.before) add(own, [whole!.before.day], whole!.before.value)
        for (const { key, value } of await read('day')) add(own, [key], value)
        // A school has none below it.
        if (node.id !== own[0]?.id)
          for (const { key, value } of await read('org'))
            add(nodes.find((one) => one.node.id === key)!.schools, on, value)
        const dims = await read('dims')
        const others = node.id === reader.orgId ? [] : dims
        expect(others.every(({ isMasked }) => isMasked)).toBe(true)
      }
  return answers
}

/** The cells whose values follow from the answers: unit rows of the reduced system. */
function solve(answers: readonly Answer[], names: readonly string[]): Set<string> {
  const rows = answers.map(({ cells }) => names.map((name) => (cells.includes(name) ? 1 : 0)))
  const reduced: number[][] = []
  for (const [column] of names.entries()) {
    const at = rows.findIndex((row) => Math.abs(row[column]!) > 1e-9)
    if (at < 0) continue
    const [row] = rows.splice(at, 1)
    const pivot = row!.map((value) => value / row![column]!)
    for (const other of [...rows, ...reduced]) {
      const factor = other[column]!
      if (factor !== 0) for (const [index, value] of pivot.entries()) other[index]! -= factor * value
    }
    reduced.push(pivot)
  }
  const units = reduced.filter((row) => row.filter((value) => Math.abs(value) > 1e-9).length === 1)
  return new Set(units.map((row) => names[row.findIndex((value) => Math.abs(value) > 1e-9)]!))
}

const isSmall = (value: number) => value > 0 && value < minCell

it('no small cell follows from all answers together, of the bureau or of a principal who reads the district', async () => {
  let hidden = 0
  let naive = 0
  for (let round = 0; round < rounds; round++) {
    const days = [ago(3 * round + 2), ago(3 * round + 1)]
    const cells = await invent(days)
    const small = [...cells].filter(([, value]) => isSmall(value)).map(([cell]) => cell)
    const chief = world.reader(world.bureau, orgTreeScope(world.bureau))
    const principal = world.reader(world.east, orgTreeScope(world.bureau))
    for (const [reader, own] of [
      [chief, ''],
      [principal, world.east.id],
    ] as const) {
      const answers = await askEverything(reader, days)
      // Also the day before the first one was asked for.
      const known = [...new Set(answers.flatMap((answer) => answer.cells))]
      const found = solve(answers, [...new Set([...cells.keys(), ...known])])
      expect(small.filter((cell) => found.has(cell) && !cell.startsWith(own || '-'))).toEqual([])
      hidden += [...cells.keys()].filter((cell) => !found.has(cell)).length
    }
    // The attack works: hiding nothing but the small values would not be enough.
    const all = nodes.flatMap(({ schools: of }) =>
      days.map((day) => {
        const own = of.map(({ id }) => cellOf(id, day))
        return { cells: own, value: own.reduce((sum, cell) => sum + cells.get(cell)!, 0) }
      }),
    )
    const found = solve(
      all.filter(({ value }) => !isSmall(value)),
      [...cells.keys()],
    )
    naive += small.filter((cell) => found.has(cell)).length
  }
  console.log(`metric: ${rounds} rounds: ${hidden} cells stay hidden; without protection ${naive} small ones follow`)
  expect(naive).toBeGreaterThan(0)
  expect(hidden).toBeGreaterThan(0)
}, 240_000)
