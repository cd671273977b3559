import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { anIdCard, aPhone } from '#kernel/identity/server/example.ts'
import { aSchool, aDepartment } from '#kernel/org/server/example.ts'
import { dayOf, type Actor, type Ctx } from '#packages/core'
import { inDistrict } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { updatePhone } from '#kernel/identity/server/api.ts'
import { recountMembers } from './jobs.ts'
import { recordDeparture } from './service/disable-staff-accounts.ts'
import { addUser } from './service/add-staff.ts'
import { listChangedStaff, getUser } from './service/get-staff.ts'
import { searchStaffInDistrict, searchStaff } from './service/search-staff.ts'
import { createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher, aMembership, newForm } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
const everything = { nodeId: null, within: 'below', keyword: '', sort: 'sort', desc: false } as const
const page = { pageNumber: 1, pageSize: 20 } as const

beforeAll(async () => {
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
})

const search = (who: Actor, query: object) =>
  as(who, async (ctx) =>
    (await searchStaffInDistrict(ctx, { ...everything, ...page, ...query })).items.map(({ name }) => name),
  )
const get = (who: Actor, updateTime?: string, orgId: string | null = null) =>
  as(who, (ctx) => listChangedStaff(ctx, { orgId, updateTime, pageNumber: 1, pageSize: 200 }))
/** A time without running transactions. */
const asOf = async () => (await get(chief)).asOf

it('finds people by name, pinyin, initials, staff number, phone and ID number within the scope only', async () => {
  const phone = aPhone()
  const idCard = anIdCard()
  await as(chief, (ctx) => addUser(ctx, newForm(tree.school, '周雅琴', { mobile: phone, idCard, number: 'A-107' })))
  await as(chief, (ctx) => aTeacher(ctx, { name: '周一鸣', at: tree.other, department: tree.general }))
  expect(await search(chief, { keyword: '雅琴' })).toEqual(['周雅琴'])
  expect(await search(chief, { keyword: 'zhou', sort: 'name' })).toEqual(['周雅琴', '周一鸣'])
  expect(await search(chief, { keyword: 'ZYQ' })).toEqual(['周雅琴'])
  for (const keyword of ['A-107', phone, phone.slice(-4), idCard])
    expect(await search(chief, { keyword })).toEqual(['周雅琴'])
  expect(await search(head, { keyword: '周' })).toEqual(['周雅琴'])
  expect(await search(neighbour, { keyword: '周' })).toEqual(['周一鸣'])
  for (const keyword of [phone, phone.slice(-4), idCard]) expect(await search(neighbour, { keyword })).toEqual([])
  expect(await search(chief, { nodeId: tree.general.id, keyword: '周' })).toEqual(['周一鸣'])
  expect(await search(chief, { nodeId: tree.other.id, within: 'node', keyword: '周' })).toEqual([])
  await expect(search(neighbour, { nodeId: tree.school.id })).rejects.toMatchObject({ ret: -5 })
})

it('counts memberships and people like organisations do, and reports planned memberships', async () => {
  const school = await as(chief, async (ctx) => {
    const made = await aSchool(ctx, tree.bureau, '数人学校')
    const office = await aDepartment(ctx, made)
    const { personId } = await aTeacher(ctx, { name: '甲', at: made, department: office })
    await aMembership(ctx, personId, { at: made, isMain: false })
    await aTeacher(ctx, { name: '乙', at: made })
    const later = await aTeacher(ctx, { name: '丙', at: made })
    await ctx.db
      .updateTable('membership')
      .set({ valid: sql`daterange((now() + interval '40 days')::date, null)` })
      .where('id', '=', later.userId)
      .execute()
    await recountMembers(ctx)
    return made
  })
  const counted = await as(chief, (ctx) => searchStaffInDistrict(ctx, { ...everything, ...page, nodeId: school.id }))
  expect(counted).toMatchObject({ itemCount: 4, people: 2, planned: 1 })
  const [kept] = await database.sql('select user_count from tenant.organisation where id = $1', [school.id])
  expect(kept).toEqual({ user_count: counted.people })
})

it('masks numbers in lists and in the detail', async () => {
  const phone = '13712345678'
  const idCard = anIdCard('男')
  const form = newForm(tree.school, '何润泽', {
    mobile: phone,
    idCard,
    address: '云禾区文教路88号3幢',
    icCard: '8800123456',
  })
  const { id } = await as(chief, (ctx) => addUser(ctx, form))
  const detail = await as(head, (ctx) => getUser(ctx, id))
  expect(detail).toMatchObject({
    mobile: '137****5678',
    phone: '137****5678',
    idCard: `${idCard.slice(0, 6)}************`,
    address: '云禾区文教路****',
    icCard: '88****56',
    sex: '男',
    mayReveal: true,
    account: 'none',
    ancestors: ['云禾区教育局', '实验小学'],
    birthday: `${idCard.slice(6, 10)}-${idCard.slice(10, 12)}-${idCard.slice(12, 14)}`,
  })
  const answers = JSON.stringify([
    detail,
    await as(chief, (ctx) => searchStaffInDistrict(ctx, { ...everything, ...page })),
    await get(chief),
  ])
  for (const secret of [phone, idCard, '88号3幢', '8800123456']) expect(answers).not.toContain(secret)
  await expect(as(neighbour, (ctx) => getUser(ctx, id))).rejects.toMatchObject({ ret: -5 })
})

it('lists memberships elsewhere by name and says who may change them', async () => {
  const { personId, userId: id } = await as(chief, (ctx) => aTeacher(ctx, { name: '葛文清', at: tree.school }))
  await as(chief, (ctx) => aMembership(ctx, personId, { at: tree.other, department: tree.general, isMain: false }))
  const placesFor = (who: Actor) =>
    as(who, async (ctx) =>
      (await getUser(ctx, id)).memberships.map(({ orgName, departmentName, mayEdit }) => [
        orgName,
        departmentName,
        mayEdit,
      ]),
    )
  expect(await placesFor(head)).toEqual([
    ['实验小学', '', true],
    ['文澜中学', '', false],
  ])
  expect(await placesFor(chief)).toContainEqual(['文澜中学', '总务处', true])
})

it('a search by number returns at most fifty and is refused after thirty a minute', async () => {
  await as(chief, async (ctx) => {
    for (let at = 0; at < 52; at++)
      await aTeacher(ctx, { name: `同尾号${at}`, phone: `138${String(1000 + at)}9753`, at: tree.other })
  })
  const found = await searchStaff(database.requestCtx(neighbour), {
    ...everything,
    ...page,
    pageSize: 200,
    keyword: '9753',
  })
  expect(found).toMatchObject({ itemCount: 50, more: true, isCut: true, people: null })
  const one = await as(neighbour, (ctx) =>
    searchStaffInDistrict(ctx, { ...everything, ...page, keyword: '13810009753' }),
  )
  expect([one.itemCount, one.isCut, one.people]).toEqual([1, undefined, 1])
  const again = () => searchStaff(database.requestCtx(neighbour), { ...everything, ...page, keyword: '9753' })
  for (let at = 0; at < 29; at++) await again()
  await expect(again()).rejects.toMatchObject({ ret: -4 })
  // Searches by name are not limited, and each user has an own limit.
  await searchStaff(database.requestCtx(neighbour), { ...everything, ...page, keyword: '同尾号' })
  await searchStaff(database.requestCtx(chief), { ...everything, ...page, keyword: '9753' })
})

it('returns exactly the changes since a time, leavers included', async () => {
  const people = await as(chief, async (ctx) => [
    await aTeacher(ctx, { name: '甲', at: tree.school }),
    await aTeacher(ctx, { name: '乙', at: tree.school }),
    await aTeacher(ctx, { name: '丙', at: tree.school }),
    await aTeacher(ctx, { name: '丁', at: tree.other }),
  ])
  const since = await asOf()
  const changed = async (who: Actor = chief) =>
    (await get(who, since)).items.map(({ name, isDeleted }) => [name, isDeleted])
  expect(await changed()).toEqual([])
  // A phone changed by its owner, and a person who leaves.
  await as(chief, (ctx) => updatePhone(ctx, people[0]!.personId, aPhone()))
  const yesterday = dayOf(new Date(Date.now() - 24 * 3600_000))
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', null) where id = $1", [
    people[2]!.userId,
  ])
  await as(head, (ctx) =>
    recordDeparture(ctx, { targets: { ids: [people[2]!.userId] }, on: yesterday, reason: '退休' }),
  )
  await as(chief, (ctx) => aTeacher(ctx, { name: '戊', at: tree.school }))
  expect(await changed()).toEqual([
    ['甲', false],
    ['丙', true],
    ['戊', false],
  ])
  expect(await changed(neighbour)).toEqual([])
  expect((await get(chief, undefined, tree.school.id)).items.map(({ name }) => name)).not.toContain('丙')
})

it('returns memberships that began or ended by date without an edit', async () => {
  const { userId: id } = await as(chief, (ctx) => aTeacher(ctx, { name: '到期人', at: tree.other }))
  const long = '2026-01-01T00:00:00Z'
  await database.sql(
    "update tenant.membership set valid = daterange('2025-01-01', (now() at time zone 'Asia/Shanghai')::date), changed_at = $2 where id = $1",
    [id, long],
  )
  await database.sql(
    'update tenant.person set changed_at = $2 where id = (select person_id from tenant.membership where id = $1)',
    [id, long],
  )
  const midnight = `${dayOf(new Date())} 00:00:00`
  const since = (await get(chief, midnight)).items.find((user) => user.id === id)
  expect(since).toMatchObject({
    isDeleted: true,
    updatedAt: new Date(`${midnight.replace(' ', 'T')}+08:00`).toISOString(),
  })
  const later = (await get(chief, `${dayOf(new Date())} 00:00:01`)).items
  expect(later.map((user) => user.id)).not.toContain(id)
})

it('misses no change that was committed after the answer it began before', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const slow = inDistrict(database.cells, chief.districtId, async (db) => {
    const ctx: Ctx = { app: database.app, actor: chief, db, now: new Date(), requestId: chief.userId }
    await aTeacher(ctx, { name: '慢先生', at: tree.school })
    begun()
    await finished
  })
  await hasBegun
  const first = await get(chief)
  expect(first.items.map(({ name }) => name)).not.toContain('慢先生')
  finish()
  await slow
  const names = (await get(chief, first.asOf)).items.map(({ name }) => name)
  expect(names).toContain('慢先生')
  // Starting from the current time instead of `asOf` would miss the change.
  const careless = await get(chief, new Date().toISOString())
  expect(careless.items).toEqual([])
})
