import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBureau, aSchool } from '#kernel/org/server/example.ts'
import { newId, Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { personalApi } from '../contract.ts'
import { sweepDrafts } from './jobs.ts'
import { dropDraft, getDraft, saveDraft } from './service/drafts.ts'
import { deleteView, listViews, saveView } from './service/views.ts'

const database = useDatabase()
const { as } = database
let school: string
let otherSchool: string
let li: Actor
let wang: Actor

beforeAll(async () => {
  await as(createActor(), async (ctx) => {
    const bureau = await aBureau(ctx)
    school = (await aSchool(ctx, bureau)).id
    otherSchool = (await aSchool(ctx, bureau, '文澜中学')).id
  })
  li = createActor({ orgId: school })
  wang = createActor({ orgId: school })
})
beforeEach(() => database.sql('truncate tenant.list_view, tenant.draft'))

describe('views of a list', () => {
  const form = { id: null, list: 'orgs', name: '停用的', query: 'status=forbidden', isShared: false, isDefault: false }
  const save = (who: Actor, change: Partial<Parameters<typeof saveView>[1]> = {}) =>
    as(who, (ctx) => saveView(ctx, { ...form, ...change }))
  const names = async (who: Actor, list = 'orgs') =>
    (await as(who, (ctx) => listViews(ctx, list))).map(({ name }) => name)

  it('belong to a person, a list and an organisation', async () => {
    expect(await save(li)).toMatchObject({ name: '停用的', query: 'status=forbidden', isMine: true, isShared: false })
    expect(await names(li)).toEqual(['停用的'])
    expect(await names(li, 'staff')).toEqual([])
    expect(await names(wang)).toEqual([])
    expect(await names({ ...li, orgId: otherSchool })).toEqual([])
  })

  it('that are shared are seen by colleagues of the organisation, after their own views, and by nobody else', async () => {
    await save(li, { isShared: true, isDefault: true })
    await save(wang, { name: '我的' })
    expect(await as(wang, (ctx) => listViews(ctx, 'orgs'))).toMatchObject([
      { name: '我的', isMine: true },
      { name: '停用的', isMine: false, isShared: true, isDefault: false },
    ])
    expect(await names(createActor({ orgId: otherSchool }))).toEqual([])
    expect(await names(createActor({ districtId: database.away, orgId: school }))).toEqual([])
  })

  it('are changed and deleted only by their owner', async () => {
    const { id } = await save(li, { isShared: true })
    for (const other of [wang, { ...li, orgId: otherSchool }, { ...li, districtId: database.away }]) {
      await expect(save(other, { id, name: '改了' })).rejects.toMatchObject({ ret: Ret.notFound })
      await expect(as(other, (ctx) => deleteView(ctx, id))).rejects.toMatchObject({ ret: Ret.notFound })
    }
    expect(await save(li, { id, name: '改了' })).toMatchObject({ id, name: '改了' })
    await as(li, (ctx) => deleteView(ctx, id))
    expect(await names(wang)).toEqual([])
    await expect(as(li, (ctx) => deleteView(ctx, newId()))).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('can be the default of a list, per person', async () => {
    await save(li, { isDefault: true })
    await save(li, { name: '学校', isDefault: true })
    await save(wang, { isDefault: true })
    const defaults = async (who: Actor) =>
      (await as(who, (ctx) => listViews(ctx, 'orgs'))).filter(({ isDefault }) => isDefault).map(({ name }) => name)
    expect(await defaults(li)).toEqual(['学校'])
    expect(await defaults(wang)).toEqual(['停用的'])
  })

  it('have unique names and a limited number', async () => {
    await save(li)
    await expect(save(li)).rejects.toMatchObject({ data: { errors: [{ field: 'name', msg: '已有同名视图' }] } })
    expect(await save(wang)).toMatchObject({ name: '停用的' })
    for (let at = 1; at < 20; at++) await save(li, { name: `视图${at}` })
    await expect(save(li, { name: '多了' })).rejects.toThrow('每个列表最多保存20个视图')
  })

  it('refuse mobile and ID numbers, new or changed, in whatever encoding', async () => {
    const { id } = await save(li)
    const numbers = ['13800138000', '138 0013-8000', '张三13800138000', '33019919900101123x', '330199199001011234']
    const queries = numbers.map((keyword) => new URLSearchParams({ status: 'forbidden', keyword }).toString())
    for (const query of [...queries, 'keyword=%31%338+0013+8000', 'x=13800138000']) {
      for (const view of [null, id]) {
        await expect(save(li, { id: view, name: '找人', query })).rejects.toThrow('视图不能保存手机号或身份证号')
      }
    }
    expect(await as(li, (ctx) => listViews(ctx, 'orgs'))).toMatchObject([{ name: '停用的', query: form.query }])
    expect(await save(li, { name: '二小', query: 'keyword=2024+%E5%AE%9E%E9%AA%8C' })).toMatchObject({ name: '二小' })
  })
})

describe('a draft', () => {
  const value = { name: '张三', idCard: '330199199001011234', phone: '13800138000' }
  const save = (who: Actor, key = 'staff:new', what: unknown = value) => as(who, (ctx) => saveDraft(ctx, key, what))
  const read = (who: Actor, key = 'staff:new') => as(who, (ctx) => getDraft(ctx, key))

  it('returns the last saved value until it is deleted', async () => {
    expect(await read(li)).toBeNull()
    await save(li)
    await save(li, 'staff:new', { ...value, name: '李四' })
    expect(await read(li)).toMatchObject({ value: { ...value, name: '李四' } })
    await as(li, (ctx) => dropDraft(ctx, 'staff:new'))
    await as(li, (ctx) => dropDraft(ctx, 'staff:new'))
    expect(await read(li)).toBeNull()
  })

  it('is stored encrypted', async () => {
    await save(li)
    const [row] = await database.sql<{ value: Buffer; key: string }>('select * from tenant.draft')
    for (const text of [...Object.values(value), 'idCard']) {
      expect(row!.value.includes(Buffer.from(text))).toBe(false)
      expect(row!.key).not.toContain(text)
    }
  })

  it('cannot be decrypted in another person’s row', async () => {
    await save(li)
    await database.sql('update tenant.draft set person_id = $1', [wang.personId])
    await expect(read(wang)).rejects.toThrow()
  })

  it('is found only by its owner in the same organisation', async () => {
    await save(li)
    const otherDistrict = { ...li, districtId: database.away }
    for (const other of [wang, { ...li, orgId: otherSchool }, otherDistrict]) {
      expect(await read(other)).toBeNull()
      await as(other, (ctx) => dropDraft(ctx, 'staff:new'))
    }
    expect(await read(li)).not.toBeNull()
  })

  it('replaces the oldest one above the limit of fifty', async () => {
    for (let at = 0; at < 52; at++) {
      await save(li, `staff:${at}`)
      await database.sql("update tenant.draft set saved_at = saved_at - interval '1 minute'")
    }
    await save(wang)
    expect(await read(li, 'staff:0')).toBeNull()
    expect(await read(li, 'staff:1')).toBeNull()
    expect(await read(li, 'staff:2')).not.toBeNull()
    expect(await read(wang)).not.toBeNull()
  })

  it('is deleted after a month', async () => {
    await save(li, 'old')
    await database.sql("update tenant.draft set saved_at = now() - interval '30 days 1 minute'")
    await save(li, 'young')
    await as(createActor({ kind: 'job' }), (ctx) => sweepDrafts.handle!(ctx, {}))
    expect(await read(li, 'old')).toBeNull()
    expect(await read(li, 'young')).not.toBeNull()
  })

  it('is at most 64 kB long, in whatever characters', () => {
    const fits = (text: string) => personalApi.saveDraft.body!.safeParse({ key: 'x', value: text }).success
    expect(fits('a'.repeat(64 * 1024 - 2))).toBe(true)
    expect(fits('a'.repeat(64 * 1024))).toBe(false)
    expect(fits('字'.repeat(22_000))).toBe(false)
  })
})
