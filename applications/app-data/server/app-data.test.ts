import { beforeAll, expect, it } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { useWholeApp } from '#entry/testing/whole-app.ts'
import { buildAppDataUrl } from '#kernel/metric/contract.ts'
import { readMetric } from '#kernel/metric/server/api.ts'
import type { RawAnswer } from '#packages/contract'
import { addDays, Ret, type Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { ago, createDataWorld, leaves, rate, today } from './app-data.fixture.ts'
import { readBoard } from './board.ts'
import { listIssues, saveIssue, settleIssue } from './issues.ts'
import { listMissingNames, remindMissing } from './missing-orgs.ts'
import { getDefinition, getPage, listPages } from './pages.ts'
import { writeDataSheet } from './sheet.ts'
import { readOrgPage } from './values.ts'
import { listViews, removeView, saveView } from './views.ts'

const database = useDatabase()
const key = 'roll-call'
let world: Awaited<ReturnType<typeof createDataWorld>>

beforeAll(async () => {
  useWholeApp(database)
  world = await createDataWorld(database, 'roll.stat')
  const { school, other, publish } = world
  for (const [days, value] of [
    [5, 90],
    [4, 80],
    [2, 95],
  ] as const) {
    await publish(rate, school.id, ago(days), [{ value, of: 100 }])
    await publish(rate, other.id, ago(days), [{ value: value / 5, of: 20 }])
  }
  for (const days of [5, 4]) {
    await publish(leaves, school.id, ago(days), [{ value: days, dims: { kind: 'sick' } }])
    await publish(leaves, other.id, ago(days), [{ value: 1, dims: { kind: 'private' } }])
  }
  await publish(rate, other.id, ago(1), 'missing')
  await world.addUp()
})

const range = { from: ago(6), to: ago(1) }
const board = (who: Actor, more: object = {}) => world.callAs(who, (ctx) => readBoard(ctx, { key, ...range, ...more }))
const isNotFound = { ret: Ret.notFound }

it('shows the number of the card that leads here, for the same organisation and days', async () => {
  const { chief, bureau, principal, school } = world
  for (const [who, org] of [
    [chief, bureau],
    [principal, school],
  ] as const)
    for (const code of [rate, leaves]) {
      const address = new URL(buildAppDataUrl({ key, code, orgId: org.id, ...range }), 'http://localhost')
      expect(address.pathname).toBe('/appData/index')
      const query = Object.fromEntries(address.searchParams)
      const shown = await board(who, { ...query, orgId: query['org'] })
      const [read] = await world.callAs(who, (ctx) => readMetric(ctx, { codes: [code], orgId: org.id, ...range }))
      expect(shown.code).toBe(code)
      expect(shown.figures[code]).toMatchObject({ value: read!.values[0]!.value, of: read!.values[0]!.of })
    }
})

it('organisations below add up to the one above, and rates are computed again', async () => {
  const { chief, bureau } = world
  for (const [from, to] of [
    [ago(5), ago(5)],
    [ago(5), ago(4)],
    [ago(6), ago(1)],
  ] as const) {
    const { figures, orgs } = await board(chief, { orgId: bureau.id, from, to })
    const sum = (code: string, part: 'value' | 'of') =>
      orgs.items.reduce((total, { values }) => total + (values[code]?.[part] ?? 0), 0)
    expect(sum(leaves, 'value')).toBe(figures[leaves]!.value)
    expect(sum(rate, 'of')).toBe(figures[rate]!.of)
  }
  const { figures } = await board(chief, { from: ago(5), to: ago(4) })
  // 90 + 80 of 200, and 18 + 16 of 40.
  expect(figures[rate]).toMatchObject({ value: 85, of: 240 })
})

it('days without figures are gaps in the trend, and no zeros', async () => {
  const { days } = await board(world.principal, { code: rate })
  expect(days.map(({ cell }) => cell.value)).toEqual([null, 90, 80, null, 95, null])
})

it('a metric with a dimension has a value for each, in words, and together they are the whole', async () => {
  const { chief, principal, bureau, school } = world
  const ofBoth = await board(chief, { orgId: bureau.id, code: leaves })
  expect(ofBoth.dims.map(({ label, cell }) => [label, cell.value])).toEqual([
    ['病假', 9],
    ['事假', 2],
  ])
  expect(ofBoth.figures[leaves]!.value).toBe(11)
  const own = await board(principal, { orgId: school.id, code: leaves })
  expect(own.dims.map(({ label, cell }) => [label, cell.value])).toEqual([['病假', 9]])
  expect((await board(principal, { code: rate })).dims).toEqual([])
})

it('another organisation does not exist for those who may not read it, and without the right there is no page', async () => {
  const { principal, stranger, other, bureau } = world
  for (const orgId of [other.id, bureau.id]) await expect(board(principal, { orgId })).rejects.toMatchObject(isNotFound)
  await expect(
    world.callAs(principal, (ctx) => readOrgPage(ctx, { codes: [rate], orgId: other.id, ...range, ...firstPage })),
  ).rejects.toMatchObject(isNotFound)
  await expect(board(stranger)).rejects.toMatchObject({ ret: Ret.forbidden, message: '您没有查看该应用数据的权限' })
  expect(await world.callAs(stranger, (ctx) => listPages(ctx))).not.toContainEqual(expect.objectContaining({ key }))
})

const firstPage = { pageNumber: 1, pageSize: 20 }

it('an application without metrics has an empty page, and an unknown one none', async () => {
  const { chief, callAs } = world
  const shown = await callAs(chief, (ctx) => readBoard(ctx, { key: 'data-centre' }))
  expect(shown).toMatchObject({ page: { columns: [] }, org: null, figures: {} })
  await expect(callAs(chief, (ctx) => getPage(ctx, 'no-such-application'))).rejects.toMatchObject(isNotFound)
})

it('says when today will have a figure, as long as it has none', async () => {
  const { chief, publish, school, addUp } = world
  const shown = () => board(chief, { code: leaves, from: ago(3), to: today })
  // A day off needs no sentence.
  expect((await shown()).pending ?? '').toMatch(/^$|^今日数据将在(\d\d-\d\d )?00:25后生成$/)
  await publish(leaves, school.id, today, [{ value: 2, dims: { kind: 'sick' } }])
  await addUp()
  expect((await shown()).pending).toBeNull()
})

it('a range of more than a year is refused', async () => {
  await expect(board(world.chief, { from: addDays(today, -366), to: today })).rejects.toThrow('查询区间不能超过一年')
})

it('names the missing school, and reminds it once in two hours', async () => {
  const { chief, bureau, other, administrator, callAs } = world
  const query = { code: rate, orgId: bureau.id, day: ago(1) }
  const names = () => callAs(chief, (ctx) => listMissingNames(ctx, query))
  expect(await names()).toEqual([{ id: other.id, name: '文澜中学', remindedAt: null }])
  const remind = (minutes: number) =>
    callAs(chief, (ctx) =>
      remindMissing({ ...ctx, now: new Date(ctx.now.getTime() + minutes * 60_000) }, { ...query, orgIds: [] }),
    )
  expect(await remind(0)).toEqual({ reminded: 1, skipped: 0 })
  expect((await names())[0]!.remindedAt).not.toBeNull()
  await expect(remind(119)).rejects.toThrow('已提醒，请稍后再试')
  expect(await remind(121)).toEqual({ reminded: 1, skipped: 0 })
  const messages = await database.sql<{ title: string }>(
    `select b.title from tenant.message m join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id
     where m.person_id = $1`,
    [administrator.personId],
  )
  expect(messages.map(({ title }) => title)).toEqual([`${ago(1)}的“出勤率”还没有数据`, `${ago(1)}的“出勤率”还没有数据`])
  await expect(callAs(world.principal, (ctx) => remindMissing(ctx, { ...query, orgIds: [] }))).rejects.toMatchObject(
    isNotFound,
  )
})

it('late figures and noted changes are marks of their day, and a former value stays', async () => {
  const { chief, principal, bureau, other, school, publish, addUp, callAs } = world
  const day = ago(3)
  await publish(rate, other.id, day, 'missing')
  await publish(rate, school.id, day, [{ value: 50, of: 50 }])
  await addUp()
  const before = await board(chief, { code: rate })
  await publish(rate, other.id, day, [{ value: 0, of: 50 }])
  await addUp(new Date(Date.now() + 60_000))
  await callAs(chief, (ctx) =>
    saveIssue(ctx, { code: rate, orgId: bureau.id, day, type: 'definition', text: '迟到不再计入出勤' }),
  )
  const after = await board(chief, { code: rate })
  const on = (shown: typeof after) => shown.days.filter((one) => one.day === day)
  expect(on(before)).toMatchObject([{ cell: { value: 100, reported: 1, expected: 2 } }])
  expect(on(after)).toMatchObject([{ cell: { value: 50, reported: 2, expected: 2 } }])
  expect(on(after)[0]!.cell.asOf).not.toBe(on(before)[0]!.cell.asOf)
  expect(after.days.filter((one) => one.day !== day)).toEqual(before.days.filter((one) => one.day !== day))
  expect(after.marks).toEqual([
    { day, code: rate, type: 'late', text: '1 个单位补报后重算' },
    { day, code: rate, type: 'definition', text: '迟到不再计入出勤' },
  ])
  // The schools below read it too, and in the definition.
  expect((await board(principal, { code: rate })).marks).toMatchObject([{ type: 'definition' }])
  expect((await callAs(principal, (ctx) => getDefinition(ctx, rate))).changes).toEqual([
    { day, text: '迟到不再计入出勤' },
  ])
})

it('an issue goes from one state to the next, in the own organisations only', async () => {
  const { chief, principal, other, school, callAs } = world
  const form = { code: rate, orgId: school.id, day: ago(4), type: 'outlier' as const, text: '秋游' }
  const { id } = await callAs(principal, (ctx) => saveIssue(ctx, form))
  await expect(callAs(principal, (ctx) => saveIssue(ctx, { ...form, orgId: other.id }))).rejects.toMatchObject(
    isNotFound,
  )
  const settle = (who: Actor, state: 'confirmed' | 'fixed' | 'open') =>
    callAs(who, (ctx) => settleIssue(ctx, { id, state }))
  await expect(settle(principal, 'fixed')).rejects.toThrow('该问题待核，不能改为已修复')
  await settle(principal, 'confirmed')
  await settle(chief, 'fixed')
  await expect(settle(chief, 'open')).rejects.toThrow('该问题已修复，不能改为待核')
  const rows = await callAs(principal, (ctx) => listIssues(ctx, { key, orgId: school.id, ...range }))
  expect(rows).toEqual([
    {
      id,
      code: rate,
      metric: '出勤率',
      org: { id: school.id, name: '实验小学' },
      day: ago(4),
      type: 'outlier',
      text: '秋游',
      state: 'fixed',
    },
  ])
})

it('exports the table that is shown, with its definitions on the second sheet and the reader at the foot', async () => {
  const { chief, bureau, callAs } = world
  const raw = (await callAs(chief, (ctx) =>
    writeDataSheet(ctx, { key, codes: `${rate},${leaves}`, orgId: bureau.id, ...range, by: 'org' }),
  )) as unknown as RawAnswer
  const { sheets } = await readXlsx(raw.bytes)
  expect(sheets.map(({ name }) => name)).toEqual(['数据', '口径', '导出信息'])
  const { items } = (await board(chief, { orgId: bureau.id })).orgs
  expect(sheets[0]!.rows.map((cells) => [cells[0], cells[1], cells[3]])).toEqual([
    ['组织', '出勤率（%）', '请假人次（人次）'],
    ...items.map(({ label, values }) => [label, values[rate]!.value, values[leaves]!.value]),
  ])
  expect(sheets[1]!.rows[1]!.slice(0, 2)).toEqual(['出勤率', '%'])
  expect(sheets[2]!.rows).toContainEqual(['导出人', `${chief.name}（云禾区教育局）`])
})

it('a saved view opens without what its owner may no longer read, and says so', async () => {
  const { chief, other, principal, callAs } = world
  const { id } = await callAs(chief, (ctx) =>
    saveView(ctx, { key, name: '文澜', orgId: other.id, code: rate, ...range }),
  )
  const [kept] = await callAs(chief, (ctx) => listViews(ctx, key))
  expect(kept).toEqual({ id, name: '文澜', orgId: other.id, code: rate, ...range, lost: [] })
  const moved = { ...chief, permissions: principal.permissions }
  const [limited] = await callAs(moved, (ctx) => listViews(ctx, key))
  expect(limited).toMatchObject({ orgId: null, lost: ['组织'] })
  await expect(
    callAs(principal, (ctx) => saveView(ctx, { key, name: '邻校', orgId: other.id, code: null, ...range })),
  ).rejects.toMatchObject(isNotFound)
  await expect(callAs(principal, (ctx) => removeView(ctx, id))).rejects.toMatchObject(isNotFound)
  await callAs(chief, (ctx) => removeView(ctx, id))
  expect(await callAs(chief, (ctx) => listViews(ctx, key))).toEqual([])
})
