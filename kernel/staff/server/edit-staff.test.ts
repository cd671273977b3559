import { beforeAll, expect, it } from 'vitest'
import { anIdCard, aPhone, openAccount } from '#kernel/identity/server/example.ts'
import { dayOf, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { findAccount } from '#kernel/identity/server/api.ts'
import { addUser } from './service/add-staff.ts'
import { editUser } from './service/edit-staff.ts'
import { listFieldHistory } from './service/field-history.ts'
import { getUser } from './service/get-staff.ts'
import { registerHomeDistrict, manager, createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher, aMembership, newForm, editForm } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor, clerk: Actor

beforeAll(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  clerk = await as(createActor(), (ctx) => manager(ctx, tree.school, ['user.reset']))
})

const add = (who: Actor, ...form: Parameters<typeof newForm>) => as(who, (ctx) => addUser(ctx, newForm(...form)))
const edit = (who: Actor, ...form: Parameters<typeof editForm>) => editUser(database.requestCtx(who), editForm(...form))
const detail = (id: string, who: Actor = chief) => as(who, (ctx) => getUser(ctx, id))
const identityLog = async (personId: string) =>
  (
    await database.sql<{ kind: string }>('select kind from tenant.identity_log where person_id = $1 order by at, id', [
      personId,
    ])
  ).map(({ kind }) => kind)

it('proposes a further membership for a known ID number and does not create a second person', async () => {
  const idCard = anIdCard()
  const first = await add(head, tree.school, '方若兰', { idCard, departmentId: tree.academic.id })
  await expect(add(chief, tree.other, '方若兰', { idCard })).rejects.toMatchObject({
    ret: 0,
    message: '该人员已在实验小学，是否添加为兼职？',
  })
  await expect(add(chief, tree.other, '方兰', { idCard, joinExisting: true })).rejects.toThrow('姓名与登记的不一致')
  const second = await add(chief, tree.other, '方若兰', { idCard, joinExisting: true, post: '兼课教师' })
  const { memberships } = await detail(first.id)
  expect(memberships.map(({ id, isMain }) => [id, isMain])).toEqual([
    [first.id, true],
    [second.id, false],
  ])
  expect(await database.sql("select from tenant.person where name = '方若兰'")).toHaveLength(1)
})

it('a phone number belongs to one person, also with concurrent writes', async () => {
  for (let round = 0; round < 5; round++) {
    const mobile = aPhone()
    const all = await Promise.allSettled(
      ['然', '宁', '心', '静'].map((word) => add(chief, tree.school, `许安${word}`, { mobile })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { reason } = all.find((one) => one.status === 'rejected')!
    expect(String(reason)).toMatch(/该手机号已被许安[然宁心静]使用/)
  }
})

it('refuses organisations outside the scope and departments of another organisation', async () => {
  await expect(add(head, tree.other, '外人')).rejects.toMatchObject({ ret: -5 })
  await expect(add(chief, tree.school, '外人', { departmentId: tree.general.id })).rejects.toThrow('部门不属于该单位')
  await expect(add(chief, tree.general, '外人')).rejects.toThrow('请选择单位')
})

it('a later start is planned and counts from that day on', async () => {
  const users = async () =>
    (
      await database.sql<{ n: number }>('select user_count as n from tenant.organisation where id = $1', [
        tree.school.id,
      ])
    )[0]!.n
  const before = await users()
  const startsOn = dayOf(new Date(Date.now() + 5 * 24 * 3600_000))
  const { id } = await add(head, tree.school, '准教师', { startsOn })
  expect(await detail(id)).toMatchObject({ status: 'planned', startsOn })
  expect(await users()).toBe(before)
  await add(head, tree.school, '新教师')
  expect(await users()).toBe(before + 1)
})

it('records old and new values with the author, and masks sensitive fields in the history', async () => {
  const { id } = await add(head, tree.school, '顾念慈', { mobile: '13655556666', nation: '01' })
  const { version } = await detail(id)
  await edit(head, id, '顾念慈', version, {
    mobile: '13677778888',
    nation: '07',
    departmentId: tree.group.id,
    post: '教研组长',
  })
  const history = await as(head, (ctx) => listFieldHistory(ctx, id))
  const told = history.map(({ title, before, after, byName }) => [title, before, after, byName])
  expect(told.toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1))).toEqual([
    ['手机', '136****6666', '136****8888', '管理员'],
    ['民族', '汉族', '彝族', '管理员'],
    ['职务', '', '教研组长', '管理员'],
    ['部门', '', '语文组', '管理员'],
  ])
  const keptReason = JSON.stringify(await database.sql('select * from tenant.staff_field_change'))
  for (const secret of ['13655556666', '彝族']) expect(keptReason).not.toContain(secret)
  expect(await detail(id)).toMatchObject({ mobile: '136****8888', departmentName: '语文组', version: version + 2 })
  await expect(as(neighbour, (ctx) => listFieldHistory(ctx, id))).rejects.toMatchObject({ ret: -5 })
})

it('undefined fields stay, empty fields are deleted', async () => {
  const { id } = await add(head, tree.school, '秦若水', {
    address: '云禾区湖滨路1号',
    license: '20263300012345678',
    idCard: anIdCard(),
  })
  const { version, idCard } = await detail(id)
  await edit(head, id, '秦若水', version, { address: '' })
  expect(await detail(id)).toMatchObject({ address: '', idCard, license: '20****78' })
})

it('refuses the second of two concurrent edits', async () => {
  const { id } = await add(head, tree.school, '梁书瑶')
  const { version } = await detail(id)
  await edit(head, id, '梁书瑶', version, { post: '班主任' })
  await expect(edit(chief, id, '梁书瑶', version, { post: '年级组长' })).rejects.toMatchObject({ ret: -9 })
  expect(await detail(id)).toMatchObject({ post: '班主任' })
})

it('allows a correction of the ID number and logs it', async () => {
  const { id } = await add(head, tree.school, '白敬亭', { idCard: anIdCard('男') })
  const { version } = await detail(id)
  const idCard = anIdCard('男')
  await edit(head, id, '白敬亭', version, { idCard, sex: '男' })
  const { idCard: history } = await detail(id)
  expect(history).toBe(`${idCard.slice(0, 6)}************`)
  const [{ person_id: personId }] = (await database.sql<{ person_id: string }>(
    'select person_id from tenant.membership where id = $1',
    [id],
  )) as [{ person_id: string }]
  expect(await identityLog(personId)).toContain('id-card-changed')
  const taken = anIdCard('男')
  await add(head, tree.school, '原主人', { idCard: taken })
  await expect(edit(head, id, '白敬亭', version + 2, { idCard: taken, sex: '男' })).rejects.toThrow(
    '该身份证号已被原主人使用',
  )
  await expect(edit(head, id, '白敬亭', version + 2, { sex: '女' })).rejects.toThrow('性别与身份证号性别不符')
})

it('a new phone number replaces the old one for sign-in', async () => {
  const phone = aPhone()
  const { userId: id, personId } = await as(head, (ctx) => aTeacher(ctx, { name: '叶知秋', phone, at: tree.school }))
  await openAccount(database, { ...head, personId }, 'ye.zhiqiu')
  const { version, accountId, loginName, account } = await detail(id)
  expect([loginName, account]).toEqual(['ye.zhiqiu', 'active'])
  const next = aPhone()
  // Without user.reset, an editor cannot redirect the sign-in of an account to their own phone.
  await expect(edit(clerk, id, '叶知秋', version, { mobile: next })).rejects.toThrow('登录信息')
  await edit(head, id, '叶知秋', version, { mobile: next })
  expect((await findAccount(database.cells, next))?.id).toBe(accountId)
  expect(await findAccount(database.cells, phone)).toBeUndefined()
  expect(await identityLog(personId)).toContain('phone-changed')
})

it('keeps the old sign-in phone when the district transaction fails', async () => {
  const phone = aPhone()
  const { userId: id, personId } = await as(head, (ctx) => aTeacher(ctx, { name: '程以宁', phone, at: tree.school }))
  await openAccount(database, { ...head, personId }, 'cheng.yining')
  const { version, accountId } = await detail(id)
  await as(head, (ctx) => aMembership(ctx, personId, { at: tree.school, department: tree.academic, isMain: false }))
  const next = aPhone()
  // The duplicate department is only detected by the transaction that writes.
  const moved = edit(head, id, '程以宁', version, { mobile: next, departmentId: tree.academic.id })
  await expect(moved).rejects.toThrow('任职时间不能重叠')
  expect((await findAccount(database.cells, phone))?.id).toBe(accountId)
  expect(await findAccount(database.cells, next)).toBeUndefined()
})

it('a school cannot change the identity of a district administrator who also teaches there', async () => {
  const { personId } = await as(chief, (ctx) => aTeacher(ctx, { name: '陆区长', at: tree.bureau }))
  const id = await as(chief, (ctx) => aMembership(ctx, personId, { at: tree.school, isMain: false }))
  const { version } = await detail(id)
  await expect(edit(head, id, '陆区长', version, { mobile: aPhone() })).rejects.toThrow('主要在云禾区教育局任职')
  await edit(head, id, '陆区长', version, { post: '兼职教师' })
  await edit(chief, id, '陆区长', version + 1, { mobile: aPhone(), post: '兼职教师' })
})
