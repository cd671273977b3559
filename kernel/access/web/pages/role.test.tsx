import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, pressKey, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { accessApi, type RoleDetail, type RoleForm } from '../../contract.ts'
import { detailOf, ids, roleAnswers, Shell } from '../role.fixture.tsx'
import RolePage from './role.tsx'

let served: ReturnType<typeof createTestPage>
let answers: ReturnType<typeof roleAnswers>

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  answers = roleAnswers()
  served = createTestPage(answers)
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const open = async (address = `role=${ids.academic}`) => {
  await served.show(
    <Shell address={address}>
      <RolePage />
    </Shell>,
  )
  await settle(100)
}
const tick = (title: string) => {
  const labels = [...document.querySelectorAll('label')]
  const label = labels.find((one) => one.textContent.split('，')[0] === title)
  return label!.querySelector('input')!
}
const scopeOfRow = (label: string) => document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)!
const choose = async (select: HTMLSelectElement, value: string) => {
  await act(async () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await settle()
}
/** The preview waits for a pause, and then for the server. */
const impactText = async () => {
  await settle(400)
  await settle(100)
}
const forms = (path: string) => served.callsTo(path).map(({ body }) => body as RoleForm)
const cellOf = (title: string) => tick(title).closest('li')!
const held = (form: RoleForm | undefined) => form?.functions.map(({ code, scope }) => `${code} ${scope}`)

it('opens with the first role of the list', async () => {
  await open('')
  expect(getPageText()).toContain('本单位角色')
  expect(document.querySelector('[aria-current=page]')?.textContent).toBe('年级组长2 人')
  expect(served.callsTo(accessApi.role.path).map(({ query }) => query['id'])).toEqual([ids.own])
})

it('shows who gains what shortly after the last change, and saves everything', async () => {
  await open()
  expect(getPageText()).toContain('还没有改动')
  await click(tick('查看学生'))
  await click(tick('查看学生'))
  await click(tick('办理学籍异动'))
  await settle(200)
  expect(forms(accessApi.roleDifference.path)).toEqual([])
  await impactText()
  // People without a change are a group too, but not a second kind of change.
  expect(getPageText()).toContain('影响 5 人')
  expect(getPageText()).not.toContain('种情况')
  const question = forms(accessApi.roleDifference.path)
  expect(question).toHaveLength(1)
  expect(held(question[0])).toEqual([
    'role.edit org-tree',
    'student.edit org-tree',
    'student.event org-tree',
    'student.read org-tree',
  ])
  expect(getPageText()).toContain('王芳等 5 人')
  expect(getPageText()).toContain('编辑学生另由“校长”给予，不变')
  expect(getPageText()).toContain('办理学年升级只剩 周若兰 一人')
  expect(cellOf('办理学籍异动').dataset['mark']).toBe('gained')
  await click(getButton('保存并通知 5 人'))
  await settle(100)
  expect(forms(accessApi.saveRole.path)).toMatchObject([{ id: ids.academic, version: 3 }])
  expect(held(forms(accessApi.saveRole.path)[0])).toEqual(held(question[0]))
  expect(getPageText()).toContain('已保存，已通知 5 人')
})

it('disables locked permissions and those that the caller lacks, and gives the reason', async () => {
  await open()
  expect(tick('维护角色').disabled).toBe(true)
  expect(tick('维护角色').closest('[title]')?.getAttribute('title')).toContain('必须保留')
  expect(tick('授予本人没有的权限').disabled).toBe(true)
  expect(tick('授予本人没有的权限').closest('[title]')?.getAttribute('title')).toContain('不能授予他人')
  // Checking the whole module does not change them either.
  await click(document.querySelector<HTMLElement>('[aria-label="权限：全部功能"]')!)
  expect(tick('授予本人没有的权限').checked).toBe(false)
})

it('sets the scope of a module, and a different scope for one permission', async () => {
  await open()
  await choose(scopeOfRow('学生的数据范围'), 'classes')
  await impactText()
  expect(held(forms(accessApi.roleDifference.path).at(-1))).toEqual([
    'role.edit org-tree',
    'student.edit classes',
    'student.read classes',
  ])
  await click(getButton('学生'))
  await choose(scopeOfRow('查看学生的数据范围'), 'org')
  await impactText()
  expect(held(forms(accessApi.roleDifference.path).at(-1))).toContain('student.read org')
  expect(scopeOfRow('学生的数据范围').selectedOptions[0]?.textContent).toBe('范围不一')
})

it('supports the arrow keys, and undoes the last step', async () => {
  await open()
  tick('查看学生').focus()
  await pressKey('ArrowRight')
  expect(document.activeElement).toBe(tick('编辑学生'))
  await pressKey('ArrowDown')
  // The second line of pupils is short, so the focus moves to its only cell.
  expect(document.activeElement).toBe(tick('办理学籍异动'))
  await pressKey('ArrowUp')
  expect(document.activeElement).toBe(tick('查看学生'))
  await click(tick('查看学生'))
  await click(tick('编辑学生'))
  expect(getPageText()).toContain('2 处改动')
  await pressKey('z', { ctrlKey: true })
  expect(getPageText()).toContain('1 处改动')
  expect(tick('编辑学生').checked).toBe(true)
  await pressKey('z', { ctrlKey: true })
  expect(tick('查看学生').checked).toBe(true)
  expect(getButton('保存').disabled).toBe(true)
})

it('asks before it opens another role while there are unsaved changes', async () => {
  await open()
  await click(tick('查看学生'))
  await click(getButton('年级组长2 人'))
  expect(getPageText()).toContain('内容还没有保存')
  await click(getButton('继续填写'))
  expect(tick('查看学生').checked).toBe(false)
  await click(getButton('年级组长2 人'))
  await click(getButton('放弃修改'))
  await settle(100)
  expect(served.callsTo(accessApi.role.path).map(({ query }) => query['id'])).toContain(ids.own)
})

it('keeps the own changes when somebody else saved first, and saves them on top', async () => {
  await open()
  await click(tick('编辑学生'))
  const theirs: RoleDetail = detailOf({ version: 9, updatedBy: '李敏', hiddenFields: ['student.id-card'] })
  answers[accessApi.role.path] = () => theirs
  let isFirst = true
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.includes(accessApi.saveRole.path) || !isFirst) return answer(address, init)
    isFirst = false
    return Response.json({ ret: -9, msg: '数据已被他人修改，请刷新后重试', data: null })
  })
  await impactText()
  await click(getButton('保存并通知 5 人'))
  await settle(100)
  expect(getPageText()).toContain('李敏刚刚修改了此角色')
  expect(tick('编辑学生').checked).toBe(false)
  await impactText()
  await click(getButton('保存并通知 5 人'))
  await settle(100)
  const [form] = forms(accessApi.saveRole.path)
  expect(form).toMatchObject({ version: 9, hiddenFields: ['student.id-card'] })
  expect(held(form)).toEqual(['role.edit org-tree', 'student.read org-tree'])
})

it('hides a field', async () => {
  await open(`role=${ids.academic}&tab=fields`)
  await click(tick('身份证号'))
  await impactText()
  expect(forms(accessApi.roleDifference.path)).toMatchObject([{ hiddenFields: ['student.id-card'] }])
})

it('is read-only without the permission to edit', async () => {
  answers[accessApi.role.path] = () => detailOf({ mayEdit: false })
  await open()
  expect(tick('查看学生').disabled).toBe(true)
  expect(scopeOfRow('学生的数据范围').disabled).toBe(true)
  expect(hasButton('保存')).toBe(false)
  expect(getPageText()).toContain('只能查看')
})

it('shows a select of roles above a list on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  expect(scopeOfRow('角色').value).toBe(ids.academic)
  expect(scopeOfRow('编辑学生的数据范围').value).toBe('org-tree')
  await click(tick('办理学籍异动'))
  await impactText()
  expect(getPageText()).toContain('王芳等 5 人')
})
