import { beforeAll, expect, it } from 'vitest'
import { anIdCard, aPhone } from '#kernel/identity/server/example.ts'
import { aSchool } from '#kernel/org/server/example.ts'
import { type Actor, orgTreeScope, wholeDistrict } from '#packages/core'
import { guessColumns } from '#packages/sheet'
import { createActor, useDatabase } from '#packages/testing'
import { seedStaff } from '../seed.ts'
import { addUser } from '../service/add-staff.ts'
import { inDays, manager, createManagedTree, type Tree, staffConstants } from '../staff.fixture.ts'
import { staffColumns } from './import-columns.ts'
import { staffExport } from './export-staff.ts'
import { aMembership, newForm } from '../example.ts'

const database = useDatabase()
database.contribute('constants', ...staffConstants)
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor

beforeAll(async () => {
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
})

const add = (who: Actor, ...form: Parameters<typeof newForm>) => as(who, (ctx) => addUser(ctx, newForm(...form)))
type Asked = Parameters<typeof staffExport.count>[1]
const everybody = (more: Partial<Asked> = {}): Asked => ({ nodeId: null, within: 'below', keyword: '', ...more })

/** Reads all batches. */
async function take(who: Actor, filter: Asked, columns: readonly string[], { isWhole = false, limit = 1000 } = {}) {
  const taken: (string | number | null)[][] = []
  let after: string | null = null
  let pieces = 0
  do {
    const from: string | null = after
    const piece: Awaited<ReturnType<typeof staffExport.read>> = await as(who, (ctx) =>
      staffExport.read(ctx, filter, { columns, isWhole, after: from, limit }),
    )
    taken.push(...piece.rows.map((row) => [...row]))
    after = piece.after
    pieces++
  } while (after !== null)
  return { taken, pieces }
}

it('exports the list with sensitive columns masked, in the requested column order', async () => {
  const [idCard, mobile] = [anIdCard('女'), aPhone()]
  const { id } = await add(head, tree.school, '方若兰', {
    idCard,
    mobile,
    number: 'A1',
    departmentId: tree.group.id,
    workerType: 1,
    nation: '01',
    post: '组长',
  })
  const keys = ['number', 'name', 'mobile', 'idCard', 'department', 'org', 'workerType', 'nation', 'status', 'account']
  const { taken } = await take(head, everybody({ ids: [id] }), keys)
  expect(taken).toEqual([
    [
      'A1',
      '方若兰',
      `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
      `${idCard.slice(0, 6)}************`,
      '教务处/语文组',
      '实验小学',
      '在编',
      '汉族',
      '在岗',
      '未开通',
    ],
  ])
  const whole = await take(head, everybody({ ids: [id] }), ['mobile', 'idCard'], { isWhole: true })
  expect(whole.taken).toEqual([[mobile, idCard]])
  const clerk = await as(createActor(), (ctx) => manager(ctx, tree.school, ['user.reveal']))
  expect((await take(clerk, everybody({ ids: [id] }), ['mobile'], { isWhole: true })).taken[0]![0]).toContain('****')
})

it('masks the numbers of people mainly employed elsewhere, also for callers with user.reveal', async () => {
  const mobile = aPhone()
  const { id: home } = await add(neighbour, tree.other, '林两处', { mobile })
  const [row] = await database.sql<{ id: string }>('select person_id as id from tenant.membership where id = $1', [
    home,
  ])
  const here = await as(chief, (ctx) => aMembership(ctx, row!.id, { at: tree.school, isMain: false }))
  const exportMobile = async (who: Actor, id: string) =>
    (await take(who, everybody({ ids: [id] }), ['mobile'], { isWhole: true })).taken[0]![0]
  expect(await exportMobile(head, here)).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)
  expect(await exportMobile(neighbour, home)).toBe(mobile)
  expect(await exportMobile(chief, here)).toBe(mobile)
})

it('shows the day of birth beside an ID number only to callers who may reveal the number', async () => {
  const idCard = anIdCard('女')
  const birthday = '1987-06-05'
  const { id } = await add(head, tree.school, '方小满', { idCard, birthday })
  const born = async (columns: string[], isWhole = false) =>
    (await take(head, everybody({ ids: [id] }), columns, { isWhole })).taken[0]!.at(-1)
  expect(await born(['name', 'birthday'])).toBe(birthday)
  expect(await born(['idCard', 'birthday'])).toBe('1987-06')
  expect(await born(['idCard', 'birthday'], true)).toBe(birthday)
})

it('masks leavers with a new employer and omits people outside the scope', async () => {
  const [idCard, mobile] = [anIdCard(), aPhone()]
  const { id } = await add(head, tree.school, '程远', { idCard, mobile })
  await add(chief, tree.other, '程远', { idCard, joinExisting: true })
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', $2) where id = $1", [id, inDays(-1)])
  const left = everybody({ ids: [id] })
  expect((await take(head, left, ['mobile'], { isWhole: true })).taken).toEqual([
    [`${mobile.slice(0, 3)}****${mobile.slice(-4)}`],
  ])
  expect((await take(chief, left, ['mobile'], { isWhole: true })).taken).toEqual([[mobile]])
  expect((await take(neighbour, left, ['mobile'])).taken).toEqual([])
  await expect(take(neighbour, everybody({ nodeId: tree.school.id }), ['name'])).rejects.toThrow('组织不存在')
})

it('reveals only within the scope of user.reveal, when another permission has a wider scope', async () => {
  const mobile = aPhone()
  const { id } = await add(neighbour, tree.other, '秦川', { mobile })
  const permissions = new Map([
    ['user.read', wholeDistrict],
    ['user.reveal', orgTreeScope(tree.school)],
  ])
  const { taken } = await take({ ...head, permissions }, everybody({ ids: [id] }), ['mobile'], { isWhole: true })
  expect(taken[0]![0]).toContain('****')
})

it('exports all found rows except the unticked ones', async () => {
  const [ren, qiu] = [await add(head, tree.school, '任平生'), await add(head, tree.school, '任秋')]
  const found = everybody({ nodeId: tree.school.id, keyword: '任' })
  expect((await take(head, found, ['name'])).taken).toHaveLength(2)
  const filter = { ...found, except: [qiu.id] }
  expect((await take(head, filter, ['name'])).taken).toEqual([['任平生']])
  expect(await as(head, (ctx) => staffExport.count(ctx, filter))).toBe(1)
  expect(await as(head, (ctx) => staffExport.describe(ctx, filter))).toContain('除去1人')
  const ticked = everybody({ nodeId: tree.school.id, ids: [ren.id] })
  expect((await take(head, ticked, ['name'])).taken).toEqual([['任平生']])
})

it('describes the filter without numbers', async () => {
  const describeFilter = (more: Partial<Asked>) => as(head, (ctx) => staffExport.describe(ctx, everybody(more)))
  expect(await describeFilter({ nodeId: tree.school.id, status: 'active', workerType: 1 })).toBe('实验小学，在岗，在编')
  expect(await describeFilter({ nodeId: tree.group.id, within: 'node', keyword: '方' })).toBe(
    '语文组（不含下级），搜索“方”',
  )
  expect(await describeFilter({ keyword: aPhone() })).toBe('可查看的全部单位，按号码搜索')
})

it('searches a number by its hash', async () => {
  const mobile = aPhone()
  await add(head, tree.school, '苏木', { mobile })
  const filter = everybody({ keyword: mobile })
  expect((await take(head, filter, ['name'])).taken).toEqual([['苏木']])
  expect(await as(head, (ctx) => staffExport.count(ctx, filter))).toBe(1)
  expect(await as(neighbour, (ctx) => staffExport.count(ctx, filter))).toBe(0)
})

it('reads in batches, each person once, in list order', async () => {
  await as(createActor(), (ctx) =>
    seedStaff(
      ctx,
      Array.from({ length: 250 }, (_, at) => ({
        name: `员工${at}`,
        orgId: tree.other.id,
        departmentId: tree.general.id,
        userType: 'worker' as const,
        number: String(at),
        sort: at % 7,
      })),
    ),
  )
  const filter = everybody({ nodeId: tree.general.id })
  const { taken, pieces } = await take(neighbour, filter, ['number'], { limit: 40 })
  expect(pieces).toBe(7)
  expect(new Set(taken.flat()).size).toBe(250)
  expect(taken).toEqual((await take(neighbour, filter, ['number'])).taken)
  const sorts = taken.map(([number]) => Number(number) % 7)
  expect(sorts).toEqual(sorts.toSorted((one, next) => one - next))
  expect(await as(neighbour, (ctx) => staffExport.count(ctx, filter))).toBe(250)
})

it('an exported file can be imported', () => {
  const headings = staffExport.columns.map(({ title }) => title)
  const guessed = guessColumns(staffColumns, headings, [])
  const keyOf = Object.fromEntries(staffExport.columns.map(({ key }, at) => [key, guessed[at]!.key]))
  const notImported = ['flag', 'status', 'account', 'bound', 'endsOn', 'updated']
  expect(keyOf).toEqual(
    Object.fromEntries(staffExport.columns.map(({ key }) => [key, notImported.includes(key) ? null : key])),
  )
})

it('has every column of the page’s list', async () => {
  const page = await import('node:fs/promises').then((fs) => fs.readFile('kernel/staff/web/pages/users.tsx', 'utf8'))
  const shown = [...page.matchAll(/key: '(\w+)', title: '([^']+)'/g)].map(([, key, title]) => [key, title])
  expect(shown.length).toBeGreaterThan(10)
  const ours = new Map(staffExport.columns.map(({ key, title }) => [key, title]))
  expect(shown.map(([key]) => [key, ours.get(key!)])).toEqual(shown)
})

it('refuses to export more hits of a number than the list shows', async () => {
  const school = await as(chief, (ctx) => aSchool(ctx, tree.bureau, '号码小学'))
  const head = await as(chief, (ctx) => manager(ctx, school))
  await as(head, async (ctx) => {
    for (let at = 0; at < 50; at++) await addUser(ctx, newForm(school, `职工${at}`, { number: '7788' }))
  })
  const asked = everybody({ nodeId: school.id, keyword: '7788' })
  expect((await take(chief, asked, ['name'])).taken).toHaveLength(50)
  await add(head, school, '再一人', { number: '7788' })
  await expect(take(chief, asked, ['name'])).rejects.toThrow('请缩小范围')
})
