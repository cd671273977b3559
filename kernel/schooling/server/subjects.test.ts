import { beforeAll, expect, it } from 'vitest'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { rooms } from './rooms.ts'
import { ensureNationalSubjects, subjects } from './service/time/subjects.ts'
import { createTimeOrgs, type TimeOrgs } from './time.fixture.ts'

const database = useDatabase()
const { as } = database
let planted: TimeOrgs

beforeAll(async () => {
  planted = await as(createActor(), createTimeOrgs)
  await as(planted.chief, ensureNationalSubjects)
})

const firstPage = { orgId: null, keyword: '', pageNumber: 1, pageSize: 20 }
const facts = { shortName: '', kind: 'school' as const, stages: [2], isExam: false, isDisabled: false }
const subject = (name: string, more: { id?: string; version?: number; orgId?: string } = {}) => ({
  orgId: null,
  name,
  ...facts,
  ...more,
})
const save = (who: Actor, { id, version, ...form }: ReturnType<typeof subject>) =>
  as(who, (ctx) => (id && version ? subjects.update(ctx, { ...form, id, version }) : subjects.create(ctx, form)))
const list = async (who: Actor, query: object = {}) =>
  (await as(who, (ctx) => subjects.list(ctx, { ...firstPage, pageSize: 200, ...query }))).items
const names = async (who: Actor) => (await list(who)).map(({ name }) => name)
const sameName = { data: { errors: [{ field: 'name', msg: '已有同名学科' }] } }

it('a district starts with the national subjects and keeps its changes to them', async () => {
  const all = await list(planted.chief)
  expect(all.slice(0, 3).map(({ name }) => name)).toEqual(['语文', '数学', '英语'])
  expect(all.every(({ origin, kind }) => origin === 'district' && kind === 'national')).toBe(true)
  const labour = all.find(({ name }) => name === '劳动')!
  await as(planted.chief, (ctx) => subjects.update(ctx, { ...labour, name: '劳动教育' }))
  await as(planted.chief, ensureNationalSubjects)
  expect(await names(planted.teacher)).toContain('劳动教育')
  expect(await names(planted.teacher)).not.toContain('劳动')
})

it('a school adds its own subjects, which other schools do not see', async () => {
  await save(planted.head, subject('印泥文化'))
  expect((await names(planted.teacher)).at(-1)).toBe('印泥文化')
  expect(await names(planted.neighbour)).not.toContain('印泥文化')
  await save(planted.neighbour, subject('印泥文化'))
  await expect(save(planted.head, subject('印泥文化'))).rejects.toMatchObject(sameName)
  await expect(save(planted.head, subject('语文'))).rejects.toMatchObject(sameName)
})

it('a school cannot change subjects of the district or of other schools', async () => {
  const chinese = (await list(planted.head)).find(({ name }) => name === '语文')!
  expect(chinese.origin).toBe('district')
  const gone = { ret: Ret.notFound }
  await expect(save(planted.head, subject('国文', { id: chinese.id, version: 1 }))).rejects.toMatchObject(gone)
  await expect(save(planted.head, subject('国文', { orgId: planted.bureau.id }))).rejects.toMatchObject(gone)
  const { id } = await save(planted.head, subject('木工'))
  await expect(save(planted.neighbour, subject('木作', { id, version: 1 }))).rejects.toMatchObject(gone)
  await expect(save(planted.head, subject('木作', { id, version: 7 }))).rejects.toMatchObject({
    ret: Ret.changedByOthers,
  })
})

it('the server filters subjects by kind and stage, and refuses a school that the caller does not read', async () => {
  const { head, chief, neighbour, school } = planted
  const found = async (query: object) => (await list(chief, query)).map(({ name }) => name)
  expect(await found({ stages: 1 })).toEqual(['健康', '语言', '社会', '科学探究', '幼儿艺术'])
  expect(await found({ keyword: '物理' })).toEqual(['物理'])
  expect(await found({ kind: 'extended' })).toEqual([])
  await expect(list(neighbour, { orgId: school.id })).rejects.toMatchObject({ ret: Ret.notFound })
  // A subject of the bureau is one of the district.
  const { id } = await save(chief, subject('生涯规划'))
  expect((await list(head)).find((one) => one.id === id)).toMatchObject({ origin: 'district' })
})

const roomForm = (name: string, more: object = {}) => ({
  orgId: null,
  name,
  building: '综合楼',
  kind: 'lab' as const,
  capacity: 48,
  isDisabled: false,
  ...more,
})

it('room names are unique within a building, and rooms belong to their school', async () => {
  const { head, neighbour, teacher, school } = planted
  const { id } = await as(head, (ctx) => rooms.create(ctx, roomForm('物理实验室')))
  await as(head, (ctx) => rooms.create(ctx, roomForm('音乐教室', { kind: 'music' })))
  await expect(as(head, (ctx) => rooms.create(ctx, roomForm('物理实验室')))).rejects.toMatchObject({
    data: { errors: [{ field: 'name', msg: '该楼宇已有同名场室' }] },
  })
  const list = (who: Actor, query: object) =>
    as(who, async (ctx) => (await rooms.list(ctx, { ...firstPage, ...query })).items.map(({ name }) => name))
  expect(await list(teacher, { kind: 'lab' })).toEqual(['物理实验室'])
  expect(await list(teacher, {})).toEqual(['物理实验室', '音乐教室'])
  const gone = { ret: Ret.notFound }
  await expect(list(neighbour, { orgId: school.id })).rejects.toMatchObject(gone)
  const change = { ...roomForm('物理一室'), id, version: 1 }
  await expect(as(neighbour, (ctx) => rooms.update(ctx, change))).rejects.toMatchObject(gone)
  await as(head, (ctx) => rooms.update(ctx, change))
  await expect(as(head, (ctx) => rooms.update(ctx, change))).rejects.toMatchObject({ ret: Ret.changedByOthers })
})

it('the server searches, filters and pages rooms, and disables many at once', async () => {
  const { head, teacher, neighbour } = planted
  const ids: string[] = []
  for (let number = 101; number <= 160; number++) {
    const form = roomForm(String(number), { building: number % 2 ? '东楼' : '西楼', kind: 'classroom' })
    ids.push((await as(head, (ctx) => rooms.create(ctx, form))).id)
  }
  const list = (query: object) => as(teacher, (ctx) => rooms.list(ctx, { ...firstPage, kind: 'classroom', ...query }))
  expect(await list({ pageNumber: 2 })).toMatchObject({ itemCount: 60, pageCount: 3 })
  expect((await list({ keyword: '东楼' })).itemCount).toBe(30)
  expect((await list({ keyword: '16' })).items.map(({ name }) => name)).toEqual(['116', '160'])
  const disabled = ids.slice(0, 3)
  expect(await as(head, (ctx) => rooms.disable(ctx, { ids: disabled, disabled: true }))).toEqual({ count: 3 })
  expect((await list({ isDisabled: true })).items.map(({ id }) => id).toSorted()).toEqual(disabled.toSorted())
  // An open form of a room that was disabled meanwhile is refused.
  const stale = { ...roomForm('101', { building: '东楼' }), id: ids[0]!, version: 1 }
  await expect(as(head, (ctx) => rooms.update(ctx, stale))).rejects.toMatchObject({ ret: Ret.changedByOthers })
  await expect(as(neighbour, (ctx) => rooms.disable(ctx, { ids, disabled: true }))).rejects.toMatchObject({
    ret: Ret.notFound,
  })
})

it('a form writes only the fields that it may write', async () => {
  const { head, neighbour, bureau } = planted
  const { id } = await as(head, (ctx) => rooms.create(ctx, { ...roomForm('录播室'), sort: 7 } as never))
  const more = { ...roomForm('录播室'), id, version: 1, orgId: bureau.id, sort: 9, district_id: 2 }
  await as(head, (ctx) => rooms.update(ctx, more))
  const [row] = await database.sql('select org_id, sort, district_id from tenant.room where id = $1', [id])
  expect(row).toEqual({ org_id: head.orgId, sort: 0, district_id: 1 })
  expect(neighbour.orgId).not.toBe(head.orgId)
})
