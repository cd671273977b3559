import { beforeAll, expect, it } from 'vitest'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { listRooms, saveRoom } from './service/time/rooms.ts'
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

const roomFacts = { building: '综合楼', kind: 'lab' as const, capacity: 48, isDisabled: false }
const room = (name: string, more: object = {}) => ({ id: null, orgId: null, name, ...roomFacts, version: 0, ...more })

it('room names are unique within a building, and rooms belong to their school', async () => {
  const { head, neighbour, teacher, school } = planted
  const { id } = await as(head, (ctx) => saveRoom(ctx, room('物理实验室')))
  await as(head, (ctx) => saveRoom(ctx, room('音乐教室', { kind: 'music' })))
  await expect(as(head, (ctx) => saveRoom(ctx, room('物理实验室')))).rejects.toMatchObject({
    data: { errors: [{ field: 'name', msg: '该楼宇已有同名场室' }] },
  })
  const list = (who: Actor, kind: string, orgId: string | null = null) =>
    as(who, async (ctx) => (await listRooms(ctx, { orgId, kind, pageSize: 500 })).map(({ name }) => name))
  expect(await list(teacher, 'lab')).toEqual(['物理实验室'])
  expect(await list(teacher, '')).toEqual(['物理实验室', '音乐教室'])
  const gone = { ret: Ret.notFound }
  await expect(list(neighbour, '', school.id)).rejects.toMatchObject(gone)
  const change = room('物理一室', { id, version: 1 })
  await expect(as(neighbour, (ctx) => saveRoom(ctx, change))).rejects.toMatchObject(gone)
  await as(head, (ctx) => saveRoom(ctx, change))
  await expect(as(head, (ctx) => saveRoom(ctx, change))).rejects.toMatchObject({ ret: Ret.changedByOthers })
})
