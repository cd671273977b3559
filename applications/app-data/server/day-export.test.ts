import { beforeAll, expect, it } from 'vitest'
import { useWholeApp } from '#entry/testing/whole-app.ts'
import { orgTreeScope, Ret, type Actor } from '#packages/core'
import type { ExportCell } from '#packages/sheet'
import { useDatabase } from '#packages/testing'
import { ago, createDataWorld, leaves, rate } from './app-data.fixture.ts'
import { figureDayExport } from './day-export.ts'

const database = useDatabase()
const key = 'roll-call'
const columns = figureDayExport.columns.map((column) => column.key)
let world: Awaited<ReturnType<typeof createDataWorld>>

beforeAll(async () => {
  useWholeApp(database)
  world = await createDataWorld(database, 'roll.stat')
  const { school, other, publish } = world
  await publish(rate, school.id, ago(3), [{ value: 90, of: 100 }])
  await publish(rate, other.id, ago(3), 'missing')
  await publish(rate, other.id, ago(2), [{ value: 10, of: 20 }])
  await publish(leaves, school.id, ago(2), [{ value: 4, dims: { kind: 'sick' } }])
  await world.addUp()
})

const range = { from: ago(4), to: ago(2) }
const filterOf = (orgId: string) => ({ key, orgId, ...range })
const count = (who: Actor, orgId: string) => world.callAs(who, (ctx) => figureDayExport.count(ctx, filterOf(orgId)))

/** All rows, in pieces of a limit. */
async function readAll(who: Actor, orgId: string, limit: number) {
  const rows: (readonly ExportCell[])[] = []
  let after: string | null = null
  do {
    const request = { columns, isWhole: false, after, limit }
    const piece: Awaited<ReturnType<typeof figureDayExport.read>> = await world.callAs(who, (ctx) =>
      figureDayExport.read(ctx, filterOf(orgId), request),
    )
    rows.push(...piece.rows)
    after = piece.after
  } while (after !== null)
  return rows
}

it('exports each day and metric of every organisation below, the same in pieces of any size', async () => {
  const { chief, bureau } = world
  const rows = await readAll(chief, bureau.id, 1_000)
  expect(await count(chief, bureau.id)).toBe(rows.length)
  for (const limit of [1, 20]) expect(await readAll(chief, bureau.id, limit)).toEqual(rows)
  expect(rows.filter(([, day, metric]) => day === ago(3) && metric === '出勤率')).toEqual([
    ['云禾区教育局', ago(3), '出勤率', 90, '%', '1/2'],
    ['实验小学', ago(3), '出勤率', 90, '%', '1/1'],
    // A gap, and no zero.
    ['文澜中学', ago(3), '出勤率', null, '%', '0/1'],
  ])
  expect(rows).toContainEqual(['云禾区教育局', ago(2), '请假人次', 4, '人次', '1/1'])
})

it('covers what the caller may read and export, and no more', async () => {
  const { chief, clerk, principal, bureau, school, other } = world
  const ofSchool = await readAll(principal, school.id, 1_000)
  expect(new Set(ofSchool.map(([org]) => org))).toEqual(new Set(['实验小学']))
  for (const orgId of [bureau.id, other.id])
    await expect(count(principal, orgId)).rejects.toMatchObject({ ret: Ret.notFound })
  // Reads the district, and may export nothing.
  await expect(count(clerk, bureau.id)).rejects.toMatchObject({ ret: Ret.forbidden })
  const limited = { ...chief, permissions: new Map([...chief.permissions, ['data.export', orgTreeScope(other)]]) }
  const ofOther = await readAll(limited, bureau.id, 1_000)
  expect(new Set(ofOther.map(([org]) => org))).toEqual(new Set(['文澜中学']))
  expect(await count(limited, bureau.id)).toBe(ofOther.length)
})

it('says what the file covers, and has the definitions on the second sheet', async () => {
  const { chief, bureau, callAs } = world
  const filter = filterOf(bureau.id)
  expect(await callAs(chief, (ctx) => figureDayExport.describe(ctx, filter))).toBe(
    `课堂点名，云禾区教育局，${range.from} 至 ${range.to}`,
  )
  const [sheet] = await callAs(chief, (ctx) => figureDayExport.listSheets!(ctx, filter))
  expect(sheet!.sheetName).toBe('口径')
  expect([...(sheet!.rows as Iterable<readonly ExportCell[]>)].map(([metric]) => metric)).toContain('出勤率')
})

it('refuses more than a year, and an application without figures', async () => {
  const { chief, bureau } = world
  const ask = (change: object) =>
    world.callAs(chief, (ctx) => figureDayExport.count(ctx, { ...filterOf(bureau.id), ...change }))
  await expect(ask({ from: ago(400) })).rejects.toThrow('查询区间不能超过一年')
  await expect(ask({ key: 'data-centre' })).rejects.toThrow('该应用暂未接入数据统计')
})
