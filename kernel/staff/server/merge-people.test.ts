import { beforeEach, expect, it } from 'vitest'
import { anIdCard, aPhone, openAccount, password } from '#kernel/identity/server/example.ts'
import { dayOf, type Actor, orgTreeScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { authenticate, claimIdCard, findAccount, getPerson } from '#kernel/identity/server/api.ts'
import { listWrongUserCounts } from './member-count-queries.ts'
import { addUser } from './service/add-staff.ts'
import {
  requestMerge,
  finishMerge,
  listDuplicates,
  mergePeople,
  refuseMerge,
  unmergePeople,
} from './service/merge-people.ts'
import { listMemberships, getUser } from './service/get-staff.ts'
import { registerHomeDistrict, createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher, aMembership, newForm } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let tree: Tree
let chief: Actor, head: Actor
const reason = '两次登记，同一人'

beforeEach(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head } = await as(createActor(), createManagedTree))
})

const duplicates = (status: 'open' | 'merged' | 'refused' = 'open') =>
  as(chief, async (ctx) => (await listDuplicates(ctx, { pageNumber: 1, pageSize: 50, status })).items)
const placesOf = (id: string) =>
  as(chief, async (ctx) =>
    (await listMemberships(ctx, id)).map(({ orgName, isMain, status }) => [orgName, isMain, status]),
  )
const wrong = () => as(chief, (ctx) => listWrongUserCounts(ctx.db, dayOf(new Date()), 100))

/** All rows of these people without the change timestamps, which must differ so that readers see the change. */
/** Encrypted numbers differ after a merge, so their hashes are compared. */
async function rowsOf(personIds: readonly string[]) {
  const without = (table: string, where: string) =>
    `select '${table}' as name, md5((to_jsonb(t) - '{changed_at,id_card,phone,workplace}'::text[])::text) as sum, t.id::text from tenant.${table} t where ${where}`
  return database.sql(
    `select * from (${without('person', 'id = any($1)')} union all ${without('membership', 'person_id = any($1)')}
     union all select 'staff_file', md5(to_jsonb(f)::text), f.person_id::text from tenant.staff_file f where person_id = any($1)) all_rows order by 1, 3`,
    [personIds],
  )
}

/** One woman registered twice, each with an account; the second has the claimed ID number of the first. */
async function twice(mark: string) {
  const idCard = anIdCard()
  const phones = [aPhone(), aPhone()] as const
  const first = await as(chief, (ctx) => addUser(ctx, newForm(tree.other, '苏婉清', { idCard, mobile: phones[0] })))
  const firstPerson = (
    await database.sql<{ id: string }>('select person_id as id from tenant.membership where id = $1', [first.id])
  )[0]!.id
  const second = await as(chief, (ctx) =>
    aTeacher(ctx, { name: '苏婉清', phone: phones[1], at: tree.school, department: tree.academic }),
  )
  await openAccount(database, { ...chief, personId: firstPerson }, `suwanqing.${mark}1`)
  await openAccount(database, second, `suwanqing.${mark}2`)
  await as(chief, async (ctx) => {
    const self = (await getPerson({ db: ctx.db, districtId: chief.districtId }, second.personId))!
    await claimIdCard(ctx, self, idCard)
  })
  return { first: { id: first.id, personId: firstPerson }, second, phones, idCard }
}

it('merges two people, keeps both sign-in names, and can be undone', async () => {
  const ended: string[] = []
  database.contribute('sessionEndings', { prepare: async () => {}, end: async (_, account) => ended.push(account) })
  const { first, second, phones } = await twice('a')
  const people = [first.personId, second.personId]
  const before = await rowsOf(people)
  const [proposal] = await duplicates()
  expect(proposal).toMatchObject({
    status: 'open',
    mergeId: null,
    reason: '填写过同一身份证号',
    one: { name: '苏婉清' },
    other: { orgName: '文澜中学' },
  })
  const accounts = [
    await findAccount(database.cells, 'suwanqing.a1'),
    await findAccount(database.cells, 'suwanqing.a2'),
  ]

  const form = { keepId: second.userId, otherId: first.id, reason }
  await expect(mergePeople(database.requestCtx(head), form)).rejects.toMatchObject({ ret: -6 })
  const { id } = await mergePeople(database.requestCtx(chief), form)
  expect(await placesOf(second.userId)).toEqual([
    ['实验小学', true, 'active'],
    ['文澜中学', false, 'active'],
  ])
  // The ID number moves to the person without one; all names and both phones lead to the remaining account.
  expect((await as(chief, (ctx) => getUser(ctx, first.id))).idCard).not.toBe('')
  for (const name of ['suwanqing.a1', 'suwanqing.a2', ...phones])
    expect((await findAccount(database.cells, name))?.id).toBe(accounts[1]!.id)
  expect(await authenticate(database.cells, 'suwanqing.a1', password)).toBeDefined()
  expect(ended).toEqual([accounts[0]!.id])
  expect(await wrong()).toEqual([])
  const [merged] = await duplicates('merged')
  expect(merged).toMatchObject({ mergeId: id, reason })
  expect(await duplicates()).toEqual([])
  await expect(mergePeople(database.requestCtx(chief), form)).rejects.toThrow('同一个人')

  await unmergePeople(database.requestCtx(chief), id)
  expect(await rowsOf(people)).toEqual(before)
  expect((await findAccount(database.cells, phones[0]))?.id).toBe(accounts[0]!.id)
  expect((await findAccount(database.cells, 'suwanqing.a2'))?.id).toBe(accounts[1]!.id)
  expect(await authenticate(database.cells, 'suwanqing.a1', password)).toBeDefined()
  expect(await wrong()).toEqual([])
  await expect(unmergePeople(database.requestCtx(chief), id)).rejects.toThrow('已撤销')

  const [open] = await duplicates()
  // The scope of one school is not enough for people of two schools.
  const merger: Actor = {
    ...head,
    permissions: new Map([...head.permissions, ['user.merge', orgTreeScope(tree.school)]]),
  }
  await expect(as(merger, (ctx) => refuseMerge(ctx, open!.id))).rejects.toThrow('该人员在文澜中学也有任职')
  await as(chief, (ctx) => refuseMerge(ctx, open!.id))
  expect(await duplicates()).toEqual([])
  expect(await duplicates('refused')).toHaveLength(1)
})

it('a duplicate membership is set aside and restored by the undo', async () => {
  const [keep, other] = await as(chief, async (ctx) => [
    await aTeacher(ctx, { name: '重名甲', at: tree.school, department: tree.group }),
    await aTeacher(ctx, { name: '重名甲', at: tree.school, department: tree.group }),
  ])
  await as(chief, (ctx) =>
    aMembership(ctx, other!.personId, { at: tree.bureau, department: tree.office, isMain: false }),
  )
  const people = [keep!.personId, other!.personId]
  const before = await rowsOf(people)
  const { id } = await mergePeople(database.requestCtx(chief), { keepId: keep!.userId, otherId: other!.userId, reason })
  expect(await placesOf(keep!.userId)).toEqual([
    ['实验小学', true, 'active'],
    ['云禾区教育局', false, 'active'],
  ])
  expect(await wrong()).toEqual([])
  await unmergePeople(database.requestCtx(chief), id)
  expect(await rowsOf(people)).toEqual(before)
  expect(await wrong()).toEqual([])
})

it('the only account moves with the person', async () => {
  const phone = aPhone()
  const [keep, other] = await as(chief, async (ctx) => [
    await aTeacher(ctx, { name: '账号在后', at: tree.school }),
    await aTeacher(ctx, { name: '账号在后', phone, at: tree.other }),
  ])
  await openAccount(database, other!, 'zhanghao.zaihou')
  const before = await rowsOf([keep!.personId, other!.personId])
  const { id } = await mergePeople(database.requestCtx(chief), { keepId: keep!.userId, otherId: other!.userId, reason })
  expect(await as(chief, (ctx) => getUser(ctx, keep!.userId))).toMatchObject({
    account: 'active',
    loginName: 'zhanghao.zaihou',
  })
  const phoneOf = (personId: string) =>
    as(chief, async ({ db }) => (await getPerson({ db, districtId: chief.districtId }, personId))?.phone)
  expect(await phoneOf(keep!.personId)).toBe(phone)
  await unmergePeople(database.requestCtx(chief), id)
  expect(await rowsOf([keep!.personId, other!.personId])).toEqual(before)
  expect(await phoneOf(other!.personId)).toBe(phone)
})

it('the job completes an interrupted merge, once', async () => {
  const { first, second } = await twice('b')
  const id = await as(chief, (ctx) => requestMerge(ctx, { keepId: first.id, otherId: second.userId, reason }))
  expect(await placesOf(first.id)).toHaveLength(1)
  const outside = { app: database.app, cells: database.cells, districtId: chief.districtId, now: new Date() }
  await finishMerge.handleOutside!(outside, { id, undo: false })
  await finishMerge.handleOutside!(outside, { id, undo: false })
  expect(await placesOf(first.id)).toHaveLength(2)
  expect((await findAccount(database.cells, 'suwanqing.b2'))?.id).toBe(
    (await findAccount(database.cells, 'suwanqing.b1'))?.id,
  )
  expect(await wrong()).toEqual([])
})
