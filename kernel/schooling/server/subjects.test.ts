import { beforeAll, expect, it } from 'vitest'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { rooms } from './rooms.ts'
import { ensureNationalSubjects, listSubjects, saveSubject } from './service/time/subjects.ts'
import { createTimeOrgs, type TimeOrgs } from './time.fixture.ts'

const database = useDatabase()
const { as } = database
let planted: TimeOrgs

beforeAll(async () => {
  planted = await as(createActor(), createTimeOrgs)
  await as(planted.chief, ensureNationalSubjects)
})

const facts = { shortName: '', kind: 'school' as const, stages: [2], isExam: false, isDisabled: false }
const subject = (name: string, more: object = {}) => ({ id: null, orgId: null, name, ...facts, version: 0, ...more })
const save = (who: Actor, form: ReturnType<typeof subject>) => as(who, (ctx) => saveSubject(ctx, form))
const names = async (who: Actor) => (await as(who, (ctx) => listSubjects(ctx, null))).map(({ name }) => name)
const sameName = { data: { errors: [{ field: 'name', msg: '已有同名学科' }] } }

it('a district starts with the national subjects and keeps its changes to them', async () => {
  const all = await as(planted.chief, (ctx) => listSubjects(ctx, null))
  expect(all.slice(0, 3).map(({ name }) => name)).toEqual(['语文', '数学', '英语'])
  expect(all.every(({ isOwn, kind }) => isOwn && kind === 'national')).toBe(true)
  const { id, isOwn: _, sort: __, ...labour } = all.find(({ name }) => name === '劳动')!
  await as(planted.chief, (ctx) => saveSubject(ctx, { ...labour, id, orgId: null, name: '劳动教育' }))
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
  const chinese = (await as(planted.head, (ctx) => listSubjects(ctx, null))).find(({ name }) => name === '语文')!
  expect(chinese.isOwn).toBe(false)
  const gone = { ret: Ret.notFound }
  await expect(save(planted.head, subject('国文', { id: chinese.id, version: 1 }))).rejects.toMatchObject(gone)
  await expect(save(planted.head, subject('国文', { orgId: planted.bureau.id }))).rejects.toMatchObject(gone)
  const { id } = await save(planted.head, subject('木工'))
  await expect(save(planted.neighbour, subject('木作', { id, version: 1 }))).rejects.toMatchObject(gone)
  await expect(save(planted.head, subject('木作', { id, version: 7 }))).rejects.toMatchObject({
    ret: Ret.changedByOthers,
  })
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
const firstPage = { orgId: null, keyword: '', pageNumber: 1, pageSize: 20 }

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
