import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { accessApi, type AccessReason } from '../../contract.ts'
import { ids, roleAnswers, Shell } from '../role.fixture.tsx'
import AccessPage from './access.tsx'

const wang = { userId: ids.wang, name: '王芳', orgName: '明湖小学', post: '教务主任' }
const reason: AccessReason = {
  roleId: ids.academic,
  roleName: '教务',
  via: 'person',
  viaName: '周若兰指派',
  origin: 'template',
  scope: 'org',
  scopeName: '本单位（明湖小学）',
}
const pupil = { kind: 'student', id: ids.pupil, title: '丁一鸣', about: '七(3)班' }

let served: ReturnType<typeof createTestPage>

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  served = createTestPage({
    ...roleAnswers(),
    [accessApi.effective.path]: () => ({
      person: wang,
      hiddenFields: ['student.id-card'],
      functions: [{ code: 'student.read', title: '查看学生', module: '学生', reasons: [reason] }],
    }),
    [accessApi.recordKinds.path]: () => [
      {
        kind: 'student',
        title: '学生',
        permissions: [{ code: 'student.read', title: '查看学生' }],
        fields: [{ code: 'student.id-card', title: '学生证件号' }],
      },
    ],
    [accessApi.explain.path]: () => ({
      isAllowed: false,
      person: wang,
      record: pupil,
      function: '查看学生',
      field: { title: '学生证件号', isHidden: true, explanation: '字段对其隐藏' },
      ways: [{ ...reason, isInScope: false, explanation: '该生在第二小学，不属于本单位' }],
    }),
    [accessApi.holders.path]: () => ({
      itemCount: 1,
      pageCount: 1,
      outside: 2,
      record: pupil,
      items: [{ ...wang, roles: ['教务'], scopes: ['本单位（明湖小学）'] }],
    }),
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const open = async (address: string) => {
  await served.show(
    <Shell address={address}>
      <AccessPage />
    </Shell>,
  )
  await settle(300)
  await settle(100)
}

it('shows a person’s permissions with their origin for a link from another page', async () => {
  await open(`userId=${ids.wang}`)
  expect(getPageText()).toContain('1 项功能，来自 1 个角色：教务')
  expect(getPageText()).toContain('角色教务来自周若兰指派范围本单位（明湖小学）')
  expect(getPageText()).toContain('看不到的字段：身份证号')
})

it('says why a person cannot see a record, for each role', async () => {
  await open(`userId=${ids.wang}&kind=student&recordId=${ids.pupil}&permission=student.read&field=student.id-card`)
  expect(getPageText()).toContain('王芳不能查看学生：丁一鸣的学生证件号')
  expect(getPageText()).toContain('字段对其隐藏')
  expect(served.callsTo(accessApi.explain.path)).toMatchObject([{ body: { field: 'student.id-card' } }])
  expect(getPageText()).toContain('该生在第二小学，不属于本单位')
})

it('lists who can see a record, each with a link to the reason', async () => {
  await open(`kind=student&recordId=${ids.pupil}&permission=student.read`)
  expect(getPageText()).toContain('共 1 人，另有 2 人不在您的管理范围内')
  expect(getPageText()).toContain('丁一鸣　七(3)班')
  const why = document.querySelector<HTMLAnchorElement>('a[aria-label="原因 王芳"]')!
  expect(why.getAttribute('href')).toBe(
    `/systemSet/Access?ask=why&userId=${ids.wang}&kind=student&recordId=${ids.pupil}&permission=student.read`,
  )
})

it('sends no request before everything is chosen', async () => {
  await open('')
  expect(getPageText()).toContain('请选择人员')
  await click(getButton('查可见原因'))
  await settle(300)
  expect(getPageText()).toContain('请选择人员和数据')
  expect(served.callsTo(accessApi.explain.path)).toEqual([])
  expect(served.callsTo(accessApi.effective.path)).toEqual([])
})
