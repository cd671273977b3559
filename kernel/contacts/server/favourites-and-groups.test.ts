import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { schemasOf } from '#packages/contract'
import { contactGroup } from '../contract.ts'
import { createSchools, type Schools } from './school.fixture.ts'
import { getColleague } from './service/colleagues.ts'
import * as own from './service/favourites-and-groups.ts'

const database = useDatabase()
const { as } = database
const page = { pageNumber: 1, pageSize: 20 }
let is: Schools
let stranger: Actor

beforeAll(async () => {
  is = await as(createActor(), createSchools)
  stranger = createActor({ districtId: database.away, personId: is.zhao.personId, orgId: is.school.id })
})
beforeEach(() => database.sql('truncate tenant.contact_favourite, tenant.contact_group, tenant.contact_group_member'))

const suspend = (who: Actor, isSuspended = true) =>
  database.sql('update tenant.membership set is_suspended = $2 where id = $1', [who.userId, isSuspended])

describe('favourites', () => {
  const mark = (who: Actor, { userId }: Actor, isFavourite = true) =>
    as(who, (ctx) => own.setFavourite(ctx, { userId, isFavourite }))
  const marked = async (who: Actor) =>
    (await as(who, (ctx) => own.listFavourites(ctx, page))).items.map(({ name }) => name)

  it('belong to the caller, are sorted by name, and can be removed', async () => {
    for (const one of [is.stranger, is.head, is.head]) await mark(is.zhao, one)
    expect(await marked(is.zhao)).toEqual(['李校长', '钱伟'])
    expect(await marked(is.colleague)).toEqual([])
    expect((await as(is.zhao, (ctx) => getColleague(ctx, is.head.userId))).isFavourite).toBe(true)
    expect((await as(is.colleague, (ctx) => getColleague(ctx, is.head.userId))).isFavourite).toBe(false)
    await mark(is.zhao, is.head, false)
    expect(await marked(is.zhao)).toEqual(['钱伟'])
  })

  it('omit people who left, and such people can still be removed', async () => {
    await mark(is.zhao, is.stranger)
    await suspend(is.stranger)
    expect(await marked(is.zhao)).toEqual([])
    await expect(mark(is.colleague, is.stranger)).rejects.toMatchObject({ ret: Ret.notFound })
    await mark(is.zhao, is.stranger, false)
    await suspend(is.stranger, false)
    expect(await marked(is.zhao)).toEqual([])
  })

  it('cannot contain a person of another district', async () => {
    await expect(mark(stranger, is.head)).rejects.toMatchObject({ ret: Ret.notFound })
  })
})

describe('groups', () => {
  interface Change {
    id?: string
    version?: number
    name?: string
    userIds?: string[]
  }
  const save = (who: Actor, { id, version, ...change }: Change = {}) =>
    as(who, async (ctx) => {
      const form = { name: '教务主任', userIds: [], ...change }
      const { create, update, get } = own.contactGroups
      return get(ctx, await (id && version ? update(ctx, { ...form, id, version }) : create(ctx, form)))
    })
  const groups = (who: Actor) =>
    as(who, (ctx) => own.contactGroups.list(ctx, { ...page, pageSize: 200, keyword: '', orgId: null }))
  const members = async (who: Actor, id: string) =>
    (await as(who, (ctx) => own.listMembers(ctx, id, page))).items.map(({ name }) => name)
  const put = (who: Actor, id: string, people: readonly Actor[], isMember = true) =>
    as(who, (ctx) => own.setGroupMembers(ctx, { id, isMember, userIds: people.map(({ userId }) => userId) }))

  it('are created, filled, renamed and emptied by their owner', async () => {
    const made = await save(is.zhao, { userIds: [is.head.userId, is.stranger.userId] })
    expect(made).toMatchObject({ name: '教务主任', count: 2, version: 1 })
    expect(await members(is.zhao, made.id)).toEqual(['李校长', '钱伟'])
    expect(await put(is.zhao, made.id, [is.colleague, is.head])).toMatchObject({ count: 3 })
    const { version } = await put(is.zhao, made.id, [is.head], false)
    expect(await members(is.zhao, made.id)).toEqual(['钱伟', '王强'])
    expect(await save(is.zhao, { id: made.id, name: '校长', version })).toMatchObject({ name: '校长', count: 2 })
    await as(is.zhao, (ctx) => own.contactGroups.remove(ctx, { ids: [made.id] }))
    expect((await groups(is.zhao)).items).toEqual([])
  })

  it('are not visible to others', async () => {
    const { id, version } = await save(is.zhao)
    for (const other of [is.colleague, stranger]) {
      expect((await groups(other)).items).toEqual([])
      for (const touch of [
        () => save(other, { id, name: '改了', version }),
        () => members(other, id),
        () => put(other, id, [is.head]),
        () => as(other, (ctx) => own.contactGroups.remove(ctx, { ids: [id] })),
      ]) {
        await expect(touch()).rejects.toMatchObject({ ret: Ret.notFound })
      }
    }
  })

  it('have unique names and refuse an outdated version', async () => {
    const { id } = await save(is.zhao)
    await expect(save(is.zhao)).rejects.toMatchObject({ data: { errors: [{ field: 'name', msg: '已有同名群组' }] } })
    expect(await save(is.colleague)).toMatchObject({ name: '教务主任' })
    await put(is.zhao, id, [is.head])
    await expect(save(is.zhao, { id, name: '旧的', version: 1 })).rejects.toMatchObject({ ret: Ret.changedByOthers })
  })

  it('omit people who left and refuse people who are not in the district', async () => {
    const { id } = await save(is.zhao, { userIds: [is.stranger.userId, is.head.userId] })
    await suspend(is.stranger)
    expect(await members(is.zhao, id)).toEqual(['李校长'])
    expect((await groups(is.zhao)).items).toMatchObject([{ count: 1 }])
    await expect(put(is.zhao, id, [is.stranger])).rejects.toMatchObject({ ret: Ret.notFound })
    await suspend(is.stranger, false)
    const away = await as(createActor({ districtId: database.away }), async (ctx) => {
      const at = await createOrganisation(ctx, { parent: null, name: '邻区教育局', type: 'bureau' })
      return aTeacher(ctx, { name: '邻居', at })
    })
    await expect(put(is.zhao, id, [away])).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('are limited to fifty groups of five hundred people', async () => {
    for (let at = 0; at < 50; at++) await save(is.zhao, { name: `群组${at}` })
    await expect(save(is.zhao, { name: '多了' })).rejects.toThrow('最多创建50个群组')
    expect((await groups(is.zhao)).itemCount).toBe(50)

    const { items } = await groups(is.zhao)
    const { id } = items[0]!
    await database.sql(
      `with made as (
         insert into tenant.person (district_id, id, name, created_at, updated_at)
         select 1, gen_random_uuid(), '人' || at, now(), now() from generate_series(1, 500) at returning id
       ) insert into tenant.contact_group_member select 1, $1, id from made`,
      [id],
    )
    await expect(put(is.zhao, id, [is.head])).rejects.toThrow('每个群组最多500人')
    const userIds = Array.from({ length: 501 }, () => is.head.userId)
    const { create } = schemasOf(contactGroup)
    expect(create.safeParse({ name: '大', userIds: userIds.slice(1) }).success).toBe(true)
    expect(create.safeParse({ name: '大', userIds }).success).toBe(false)
  })
})
