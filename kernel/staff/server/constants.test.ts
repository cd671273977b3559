import { beforeAll, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { listOfferedConstants } from '#kernel/dictionary/server/api.ts'
import { enableConstants } from '#kernel/dictionary/server/service/save-constants.ts'
import { readConstantPage } from '#kernel/dictionary/server/service/list-constants.ts'
import { wholeDistrict } from '#packages/core'
import staff from './module.ts'
import { addUser } from './service/add-staff.ts'
import { editUser } from './service/edit-staff.ts'
import { getUser } from './service/get-staff.ts'
import { registerHomeDistrict, createManagedTree, staffConstants } from './staff.fixture.ts'
import { newForm, editForm } from './example.ts'

const database = useDatabase()
database.contribute('constants', ...staffConstants)
const { as } = database
let planted: Awaited<ReturnType<typeof createManagedTree>>
let editor: Actor

beforeAll(async () => {
  await registerHomeDistrict(database)
  planted = await as(createActor(), createManagedTree)
  editor = createActor({ orgId: planted.tree.bureau.id }, { 'const.read': wholeDistrict, 'const.edit': wholeDistrict })
  database.contribute('constantUses', ...staff.constantUses!)
})

const hide = (type: string, code: string, isEnabled = false) =>
  as(editor, (ctx) => enableConstants(ctx, { type, orgId: null, codes: [code], isEnabled }))
const hire = (name: string, more: Parameters<typeof newForm>[2]) =>
  as(planted.head, (ctx) => addUser(ctx, newForm(planted.tree.school, name, more)))
const detail = (id: string) => as(planted.head, (ctx) => getUser(ctx, id))

it('a hidden value is refused for new staff; current holders keep it and it is still shown', async () => {
  const { id } = await hire('柳青', { diploma: '专科', workerType: 3 })
  await hide('diploma', '31')
  const offered = await as(editor, (ctx) => listOfferedConstants(ctx, 'diploma'))
  expect(offered.find(({ name }) => name === '专科')).toMatchObject({ isOffered: false })
  await expect(hire('柳红', { diploma: '专科' })).rejects.toThrow('请选择列表中的学历')

  expect(await detail(id)).toMatchObject({ diploma: '专科' })
  const keptReason = editForm(id, '柳青', (await detail(id)).version, { diploma: '专科', workerType: 3, post: '组长' })
  await editUser(database.requestCtx(planted.head), keptReason)
  expect(await detail(id)).toMatchObject({ diploma: '专科', post: '组长' })

  const other = { ...keptReason, version: (await detail(id)).version, diploma: '函授' }
  await expect(editUser(database.requestCtx(planted.head), other)).rejects.toThrow('请选择列表中的学历')
  await hide('diploma', '31', true)
})

it('a hidden employment type is refused for new staff', async () => {
  await hide('workerType', '8')
  await expect(hire('柳白', { workerType: 8 })).rejects.toThrow('请选择列表中的用工类型')
})

it('counts uses, whether records store the name or the code', async () => {
  await hire('柳黄', { diploma: '职业高中', nation: '54', teacherLevel: '讲师' })
  const uses = async (type: string, name: string) =>
    (
      await as(editor, (ctx) =>
        readConstantPage(ctx, { type, orgId: null, keyword: name, state: '', pageNumber: 1, pageSize: 20 }),
      )
    ).items.find((one) => one.name === name)!.useCount
  expect(await uses('diploma', '职业高中')).toBe(1)
  expect(await uses('nation', '门巴族')).toBe(1)
  expect(await uses('teacherLevel', '讲师')).toBe(1)
  expect(await uses('teacherLevel', '正高级讲师')).toBe(0)
})
