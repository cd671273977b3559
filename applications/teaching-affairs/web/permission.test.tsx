import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '#packages/web/desk/list/testing/open-list.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { chooseOption, click, getButton, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { teachingAffairsApi as api, type AreaPermission, type PersonRights } from '../contract.ts'
import PermissionPage from './pages/permission.tsx'

const ids = { wang: '0190b1a0-0000-7000-8000-000000000001', li: '0190b1a0-0000-7000-8000-000000000002' }
const can = (code: string, title: string, areas: AreaPermission['areas'], more: Partial<AreaPermission> = {}) => ({
  code,
  title,
  areas,
  mayLimit: false,
  mayGrant: true,
  own: 'none' as const,
  given: [],
  ...more,
})
const rightsOf = (userId: string, own: Partial<Record<string, 'all' | 'classes'>> = {}): PersonRights => ({
  userId,
  name: userId === ids.wang ? '王芳' : '李敏',
  post: '教师',
  version: 0,
  permissions: [
    can('class.read', '查看年级和班级', [{ area: 'class', functions: [] }], {
      mayLimit: true,
      given: [{ roleName: '教师', onlyClasses: false }],
    }),
    can('class.edit', '维护年级、班级和班主任', [
      { area: 'class', functions: ['add', 'merge'] },
      { area: 'grade', functions: ['add'] },
    ]),
    can('student.read', '查看学生', [{ area: 'student', functions: ['print'] }], { mayLimit: true }),
    can('student.contact', '维护监护人和座号', [{ area: 'student', functions: ['edit', 'sort'] }], { mayLimit: true }),
    can('term.edit', '维护学期、校历和作息', [{ area: 'term', functions: ['add'] }], { mayGrant: false }),
  ].map((one) => ({ ...one, own: own[one.code] ?? one.own })),
})

let server: ReturnType<typeof createTestPage>
let close = async () => {}

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  server = createTestPage({
    [api.people.path]: ({ query }) =>
      [
        { userId: ids.wang, name: '王芳', post: '教师', areas: ['class'] },
        { userId: ids.li, name: '李敏', post: '', areas: ['class', 'student'] },
      ].filter(({ name }) => name.includes(query['keyword'] ?? '')),
    [api.rights.path]: ({ query }) =>
      rightsOf(query['userId']!, query['userId'] === ids.li ? { 'class.edit': 'all' } : {}),
    [api.saveRights.path]: () => ({ version: 2 }),
  })
})
afterEach(async () => {
  await close()
  await server.close()
  vi.useRealTimers()
})

const open = async (address = `user=${ids.wang}`) => {
  close = await openPage(PermissionPage, { address, permissions: ['role.assign'] })
  await settle(100)
}
const box = (name: string) =>
  [...document.querySelectorAll('label')]
    .find((one) => one.textContent === name || one.querySelector(`input[aria-label="${name}"]`))!
    .querySelector('input')!
const rowOf = (area: string) =>
  [...document.querySelectorAll('tbody tr')].find((row) => row.querySelector('th')!.textContent === area)!
const saved = () => server.callsTo(api.saveRights.path).at(-1)?.body

it('ticks functions, limits them to the own classes and saves them', async () => {
  await open()
  expect(document.querySelectorAll('tbody tr')).toHaveLength(12)
  expect([box('学生仅本班数据').disabled, box('学期仅本班数据').disabled]).toEqual([true, true])
  await click(box('打印'))
  await click(box('学生仅本班数据'))
  await click(box('编辑、排序'))
  await click(box('学生仅本班数据'))
  expect(getPageText()).toContain('2 处改动未保存')
  await click(getButton('保存'))
  await settle()
  expect(saved()).toEqual({
    userId: ids.wang,
    version: 0,
    permissions: [
      { code: 'student.read', onlyClasses: true },
      { code: 'student.contact', onlyClasses: true },
    ],
  })
})

it('ticks one permission in all its areas, and locks what another role gives or what the caller lacks', async () => {
  await open()
  await click(box('新增、合并'))
  const boxes = (area: string) =>
    [...rowOf(area).querySelectorAll('li input')].map((one) => (one as HTMLInputElement).checked)
  expect([boxes('班级'), boxes('年级')]).toEqual([[true, true], [true]])
  expect(rowOf('班级').textContent).toContain('查看教师')
  expect((rowOf('班级').querySelector('li input') as HTMLInputElement).disabled).toBe(true)
  expect((rowOf('学期').querySelector('li input') as HTMLInputElement).disabled).toBe(true)
  expect(rowOf('课程表').textContent).toContain('暂无功能')
})

it('fills in what a post usually has, or what a colleague has, and asks before unsaved changes are left', async () => {
  await open()
  await chooseOption('套用常用权限', 'class-teacher')
  await click(getButton('保存'))
  await settle()
  expect(saved()).toMatchObject({
    permissions: [
      { code: 'student.read', onlyClasses: true },
      { code: 'student.contact', onlyClasses: true },
    ],
  })
  await chooseOption('从他人复制', ids.li)
  await settle()
  await act(async () => {})
  await click(getButton('保存'))
  await settle()
  expect(saved()).toMatchObject({ permissions: [{ code: 'class.edit', onlyClasses: false }] })
  await click(box('打印'))
  await click(getButton('李敏2 项'))
  expect(getPageText()).toContain('内容还没有保存')
})

it('finds colleagues by name', async () => {
  await open('')
  expect(getPageText()).toContain('请选择人员')
  await typeInto(document.querySelector('nav input')!, '李')
  await settle(400)
  expect(server.callsTo(api.people.path).at(-1)?.query).toMatchObject({ keyword: '李' })
})
