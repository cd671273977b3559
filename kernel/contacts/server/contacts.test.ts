import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSchool } from '#kernel/org/server/example.ts'
import { aTeacher, aMembership } from '#kernel/staff/server/example.ts'
import { Ret, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { contactsApi } from '../contract.ts'
import { createSchools, type Schools } from './school.fixture.ts'
import { getColleague, getProfile } from './service/colleagues.ts'
import { findPeople, searchContacts, searchPersonChoices } from './service/search-contacts.ts'
import {
  findUnits,
  getOrgHome,
  listPeople,
  listTeacherContacts,
  getTrail,
  getContactTree,
} from './service/contact-tree.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
const number = '13900000001'
let is: Schools

beforeEach(async () => {
  is = await as(createActor(), createSchools)
})

const tree = (who: Actor, parentId: string | null, withPeople = true) =>
  as(who, (ctx) => getContactTree(ctx, parentId, withPeople))
const namesOf = (nodes: readonly { name: string }[]) => nodes.map(({ name }) => name)
const find = (who: Actor, keyword: string) => as(who, (ctx) => findPeople(ctx, keyword))
const page = { pageNumber: 1, pageSize: 20 }

describe('the contact tree', () => {
  it('leads from the bureau down to people, in their order, without empty departments', async () => {
    const roots = await tree(is.zhao, null)
    expect(roots).toMatchObject([
      { name: '云禾区教育局', nodeType: 'organisation', hasChild: true, userCount: 1, orgName: '云禾区教育局' },
    ])
    expect(namesOf(await tree(is.zhao, is.bureau.id))).toEqual(['实验小学', '文澜中学', '周局长'])
    expect(namesOf(await tree(is.zhao, is.bureau.id, false))).toEqual(['实验小学', '文澜中学'])
    expect(await tree(is.zhao, is.school.id)).toMatchObject([
      { name: '教务处', nodeType: 'department', orgName: '实验小学', userCount: 2, hasChild: true },
      { name: '李校长', nodeType: 'person', orgName: '实验小学', hasChild: false, mobile: '13900000003' },
    ])
    expect(await tree(is.zhao, is.office.id)).toMatchObject([
      { name: '排课组', orgName: '实验小学', userCount: 1 },
      { name: '赵文敏', post: '教务主任', orgName: '实验小学' },
    ])
    expect(namesOf(await as(is.zhao, (ctx) => getTrail(ctx, is.group.id)))).toEqual([
      '云禾区教育局',
      '实验小学',
      '教务处',
      '排课组',
    ])
    expect(namesOf(await as(is.zhao, (ctx) => getTrail(ctx, null)))).toEqual(['云禾区教育局', '实验小学'])
  })

  it('shows a disabled organisation only for the active ones below it', async () => {
    const cluster = await as(is.zhao, async (ctx) => {
      const made = await createOrganisation(ctx, { parent: is.bureau, name: '东片学区', type: 'cluster' })
      await aSchool(ctx, made, '东湖小学')
      return made
    })
    await database.sql('update tenant.organisation set is_disabled = true where id = any($1)', [
      [cluster.id, is.otherSchool.id],
    ])
    expect(namesOf(await tree(is.zhao, is.bureau.id, false))).toEqual(['东片学区', '实验小学'])
    expect((await find(is.zhao, '钱伟')).items).toEqual([])
    await expect(as(is.zhao, (ctx) => getColleague(ctx, is.stranger.userId))).rejects.toMatchObject({
      ret: Ret.notFound,
    })
    await database.sql('update tenant.organisation set is_disabled = false')
  })

  it('returns leaders, departments with people, and the number of staff of the own organisation', async () => {
    const deputy = { name: '郑副', at: is.school, post: '副校长', phone: '13900000005' }
    await as(is.zhao, async (ctx) => {
      await aTeacher(ctx, deputy)
      await aTeacher(ctx, { name: '何助', at: is.school, post: '校长助理' })
    })
    await database.sql("update tenant.membership set post = '校长' where id = any($1)", [
      [is.head.userId, is.otherHead.userId],
    ])
    const home = await as(is.zhao, getOrgHome)
    expect(home).toMatchObject({ people: 5, departments: [{ id: is.office.id, name: '教务处', people: 2 }] })
    expect(home.leaders).toMatchObject([
      { name: '李校长', posts: [{ post: '校长' }], mobile: '13900000003' },
      { name: '郑副', posts: [{ post: '副校长' }] },
    ])
    expect(await as(is.stranger, getOrgHome)).toMatchObject({ leaders: [{ name: '孙校长' }], departments: [] })
    // Phone numbers hidden by a role are hidden here too.
    const withHiddenPhones: Actor = { ...is.zhao, hiddenFields: new Set(['user.phone']) }
    expect((await as(withHiddenPhones, getOrgHome)).leaders).toMatchObject([{ mobile: '' }, { mobile: '' }])
  })

  it('finds organisations and departments by name, pinyin and initials', async () => {
    const units = (keyword: string) => as(is.zhao, (ctx) => findUnits(ctx, keyword))
    expect(await units('教务')).toMatchObject([{ name: '教务处', orgName: '实验小学' }])
    expect(await units('syxx')).toMatchObject([{ name: '实验小学', orgName: '' }])
    expect(namesOf(await units('wenlan'))).toEqual(['文澜中学'])
    expect(await units('校史馆')).toEqual([])
  })

  it('counts for each unit the people that its list shows', async () => {
    // A person with two memberships at one school counts once; a suspended person is not shown and does not count.
    const { personId } = is.colleague
    await as(is.zhao, (ctx) =>
      addMembership(ctx, { personId, orgId: is.school.id, userType: 'teacher', isMain: false, post: '校务委员' }),
    )
    await database.sql('update tenant.membership set is_suspended = true where id = $1', [is.head.userId])
    const nodes = [
      ...(await tree(is.zhao, null, false)),
      ...(await tree(is.zhao, is.bureau.id, false)),
      ...(await tree(is.zhao, is.school.id, false)),
      ...(await tree(is.zhao, is.office.id, false)),
    ]
    expect(nodes.map(({ name, userCount }) => `${name} ${userCount}`)).toEqual([
      '云禾区教育局 1',
      '实验小学 2',
      '文澜中学 2',
      '教务处 2',
      '排课组 1',
    ])
    for (const { id, userCount } of nodes) {
      const { itemCount } = await as(is.zhao, (ctx) => listPeople(ctx, id, page))
      expect(itemCount).toBe(userCount)
    }
  })

  it('lists all people of an organisation, or of a department and those below it, each once', async () => {
    const people = async (nodeId: string) => (await as(is.zhao, (ctx) => listPeople(ctx, nodeId, page))).items
    expect(namesOf(await people(is.school.id))).toEqual(['李校长', '王强', '赵文敏'])
    expect(namesOf(await people(is.office.id))).toEqual(['王强', '赵文敏'])
    expect(await people(is.group.id)).toMatchObject([{ name: '王强', posts: [{ departmentName: '排课组' }] }])
    const second = await as(is.zhao, (ctx) =>
      aMembership(ctx, is.colleague.personId, { at: is.school, isMain: false, post: '校务委员' }),
    )
    expect(namesOf(await people(is.school.id))).toEqual(['李校长', '王强', '赵文敏'])
    expect((await people(is.school.id))[1]!.posts.map(({ departmentName, post }) => departmentName + post)).toEqual([
      '排课组',
      '校务委员',
    ])
    await leave(second)
  })
})

const leave = (userId: string) =>
  database.sql(`update tenant.membership set valid = daterange(lower(valid) - 1, lower(valid)) where id = $1`, [userId])

describe('the contact search', () => {
  it('finds by a part of the name, by pinyin and by initials', async () => {
    for (const keyword of ['赵文敏', '文敏', '赵', 'zwm', 'ZWM', 'zhaowenmin', 'zhao', 'wm', "zhao'wen'min"]) {
      expect([keyword, ...namesOf((await find(is.stranger, keyword)).items)]).toEqual([keyword, '赵文敏'])
    }
    expect((await find(is.stranger, '%')).items).toEqual([])
  })

  it('requires one Chinese character, or two letters or digits', () => {
    const isAccepted = (keyword: string) => contactsApi.search.body!.safeParse({ keyword }).success
    expect(['赵', 'zw', '12', 'a1', ' 赵 '].map(isAccepted)).toEqual([true, true, true, true, true])
    expect(['', ' ', 'z', '1', '%%', '·'].map(isAccepted)).toEqual([false, false, false, false, false, false])
    expect(contactsApi.search.body!.safeParse({ keyword: 'z' }).error!.issues[0]!.message).toBe('请输入关键字')
  })

  it('puts the exact name first, then colleagues of the caller, and returns fifty at most', async () => {
    await as(is.zhao, async (ctx) => {
      for (let at = 0; at < 52; at++)
        await aTeacher(ctx, { name: `卫${'一二三四五六七八九十'[at % 10]}`, at: is.otherSchool })
      await aTeacher(ctx, { name: '卫', at: is.otherSchool })
      await aTeacher(ctx, { name: '卫子', at: is.school })
    })
    const { items, more } = await find(is.zhao, '卫')
    expect([items.length, more]).toEqual([50, true])
    expect(namesOf(items).slice(0, 2)).toEqual(['卫', '卫子'])
    expect(await find(is.zhao, '卫子')).toMatchObject({ more: false, items: [{ name: '卫子' }] })
  })

  it('returns a person with posts in two schools once; the tree shows her in both', async () => {
    const wu = await as(is.zhao, async (ctx) => {
      const hired = await aTeacher(ctx, { name: '吴双聘', at: is.school, phone: '13900000009' })
      await aMembership(ctx, hired.personId, { at: is.otherSchool, isMain: false, post: '兼职教研员' })
      return hired
    })
    const { items } = await find(is.stranger, 'wsp')
    expect(items).toHaveLength(1)
    expect(items[0]!.id).toBe(wu.userId)
    expect(items[0]!.posts.map(({ orgName }) => orgName)).toEqual(['实验小学', '文澜中学'])
    // The caller is a colleague in both schools.
    expect(items[0]!.mobile).toBe('13900000009')
    for (const { id } of [is.school, is.otherSchool]) expect(namesOf(await tree(is.zhao, id))).toContain('吴双聘')
  })

  it('is refused after thirty searches in a minute, and the refusal is logged', async () => {
    const log = { warn: vi.fn<(facts: object, text: string) => void>() }
    const own = (actor: Actor) => ({ ...database.requestCtx(actor), log: log as never })
    for (let at = 0; at < 30; at++) await searchContacts(own(is.zhao), '赵')
    await expect(searchContacts(own(is.zhao), '赵')).rejects.toMatchObject({
      ret: Ret.tooMany,
      message: '操作过于频繁，请稍后再试',
    })
    expect(log.warn).toHaveBeenCalledOnce()
    expect(JSON.stringify(log.warn.mock.calls)).not.toContain('赵')
    await expect(searchPersonChoices(own(is.zhao), '赵')).rejects.toMatchObject({ ret: Ret.tooMany })
    expect((await searchContacts(own(is.colleague), '赵')).items).not.toEqual([])
  })

  it('are the people whom a field of an entity may refer to, by person', async () => {
    const [chosen] = await searchPersonChoices(database.requestCtx(is.colleague), '赵')
    expect(chosen).toMatchObject({ id: is.zhao.personId, orgName: '实验小学' })
    expect(Object.keys(chosen!)).toEqual(['id', 'name', 'orgName'])
  })
})

describe('the contacts', () => {
  const isThere = async (who: Actor, { userId }: Actor) => {
    const found = (await find(who, '何离')).items.map(({ id }) => id)
    const inTree = (await tree(who, is.school.id)).map(({ id }) => id)
    const listed = (await as(who, (ctx) => listPeople(ctx, is.school.id, { ...page, pageSize: 200 }))).items
    const teachers = await as(who, (ctx) => listTeacherContacts(ctx, null))
    const seen = [found, inTree, listed.map(({ id }) => id), teachers.map((one) => one.userId)]
    return seen.map((ids) => ids.includes(userId)).join()
  }
  const yes = 'true,true,true,true'
  const no = 'false,false,false,false'

  it('omit a person on the day of leaving or suspension', async () => {
    const he = await as(is.zhao, (ctx) => aTeacher(ctx, { name: '何离', at: is.school }))
    expect(await isThere(is.colleague, he)).toBe(yes)
    await database.sql('update tenant.membership set is_suspended = true where id = $1', [he.userId])
    expect(await isThere(is.colleague, he)).toBe(no)
    await expect(as(is.colleague, (ctx) => getColleague(ctx, he.userId))).rejects.toMatchObject({ ret: Ret.notFound })
    await database.sql('update tenant.membership set is_suspended = false where id = $1', [he.userId])
    expect(await isThere(is.colleague, he)).toBe(yes)
    await leave(he.userId)
    expect(await isThere(is.colleague, he)).toBe(no)
    await expect(as(is.colleague, (ctx) => getProfile(ctx, he.userId))).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('are empty for a visitor from another district, even with a post here', async () => {
    const away = await as(createActor({ districtId: database.away }), async (ctx: Ctx) => {
      const bureau = await createOrganisation(ctx, { parent: null, name: '邻区教育局', type: 'bureau' })
      const accountId = is.zhao.accountId
      const personId = await createPerson(ctx, { name: '赵文敏', accountId })
      const userId = await addMembership(ctx, { personId, orgId: bureau.id, userType: 'bureau' })
      return createActor({ districtId: database.away, accountId, personId, userId, orgId: bureau.id })
    })
    expect(namesOf(await tree(away, null))).toEqual(['邻区教育局'])
    expect(await find(away, '王强')).toEqual({ items: [], more: false })
    expect((await find(away, '赵文敏')).items.map(({ id }) => id)).toEqual([away.userId])
    for (const scope of [
      () => tree(away, is.school.id),
      () => as(away, (ctx) => listPeople(ctx, is.school.id, page)),
      () => as(away, (ctx) => getColleague(ctx, is.zhao.userId)),
      () => as(away, (ctx) => getProfile(ctx, is.zhao.userId)),
      () => as(away, (ctx) => listTeacherContacts(ctx, is.office.id)),
      () => as(away, (ctx) => getTrail(ctx, is.office.id)),
    ]) {
      await expect(scope()).rejects.toMatchObject({ ret: Ret.notFound })
    }
  })
})

it('a profile contains what colleagues may see and no login data', async () => {
  expect(await as(is.stranger, (ctx) => getProfile(ctx, is.zhao.userId))).toEqual({
    name: '赵文敏',
    sex: '',
    orgName: '实验小学',
    department: '教务处',
    mobile: '',
    loginName: '',
    ddid: '',
    bindId: '',
    gradeName: '',
    className: '',
    classTeacher: '',
    needSetLinkman: false,
  })
})

it('teachers are sorted by subject, those without a subject last', async () => {
  await database.sql(`update tenant.membership set subject = '语文', office_phone = '86001' where id = $1`, [
    is.zhao.userId,
  ])
  const teachers = await as(is.colleague, (ctx) => listTeacherContacts(ctx, is.office.id))
  expect(teachers).toMatchObject([
    { teacherType: 3, subjectName: '语文', teacherName: '赵文敏', phone: '86001', mobilePhone: number },
    { teacherType: 3, subjectName: '', teacherName: '王强' },
  ])
})
