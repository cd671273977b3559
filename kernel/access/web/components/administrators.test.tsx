import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getField, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { accessApi } from '../../contract.ts'
import Administrators from './administrators.tsx'

const school = '00000000-0000-4000-8000-000000000001'
const cai = { userId: '00000000-0000-4000-8000-000000000002', name: '蔡敏', post: '学校管理员', hasAccount: true }

let served: ReturnType<typeof createTestPage>

beforeEach(async () => {
  vi.useFakeTimers()
  served = createTestPage({
    [accessApi.administratorsOfOrg.path]: () => [cai],
    [accessApi.removeAdministrator.path]: () => null,
  })
  await served.show(<Administrators id={school} />)
  await settle(100)
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const clickOn = (name: string) => click(getButton(name))
const sentRequests = () => served.callsTo(accessApi.removeAdministrator.path).map(({ body }) => body)

it('asks for confirmation before it removes an administrator', async () => {
  await clickOn('取消管理员 蔡敏')
  expect(getPageText()).toContain('任职和账号不受影响')
  await clickOn('返回')
  expect(sentRequests()).toEqual([])
  await clickOn('取消管理员 蔡敏')
  await clickOn('取消管理员')
  await settle(100)
  expect(sentRequests()).toHaveLength(1)
  expect(getPageText()).not.toContain('任职和账号不受影响')
})

it('offers to invite the first administrator', async () => {
  await served.close()
  let there: (typeof cai)[] = []
  served = createTestPage({
    [accessApi.administratorsOfOrg.path]: () => there,
    [accessApi.inviteAdministrator.path]: () => {
      there = [{ ...cai, hasAccount: false }]
      return { userId: cai.userId, name: cai.name, token: 'word' }
    },
  })
  await served.show(<Administrators id={school} />)
  await settle(100)
  const invited = () => served.callsTo(accessApi.inviteAdministrator.path).map(({ body }) => body)
  await typeInto(getField('姓名'), '蔡敏')
  await typeInto(getField('手机'), '1390000')
  await clickOn('邀请')
  expect(getPageText()).toContain('请输入正确的手机号')
  expect(invited()).toEqual([])
  await typeInto(getField('手机'), '13900001234')
  await clickOn('邀请')
  await settle(100)
  expect(invited()).toEqual([{ orgId: school, userId: null, name: '蔡敏', mobile: '13900001234' }])
  expect(getPageText()).toContain('未开通账号')
})
