import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getField, pressKey, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { appRequestApi, catalogueApi } from '../contract.ts'
import AppAuthorizePage from './pages/app-authorize.tsx'
import { address, answers, ids, onWire, schoolId, Shell, signIn, wang } from './grants.fixture.tsx'

let served: ReturnType<typeof createTestPage>
const sent = (path: string) => served.callsTo(path).map(({ body }) => body)
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const rowOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=row]')].find((row) => row.textContent.includes(name))
const boxOf = (name: string) => rowOf(name)!.querySelector<HTMLInputElement>('input')!
const tabOf = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent === label)!

beforeAll(async () => {
  // Loaded before the fake timers start, because the dialog is imported lazily.
  await import('#packages/web/desk/list/form-action-dialog.tsx')
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366, innerHeight: 768 })
  Element.prototype.scrollIntoView = () => {}
  signIn()
  served = createTestPage(answers())
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const open = async (query = '', permissions?: string[]) => {
  await served.show(
    <Shell address={query} {...(permissions && { permissions })}>
      <AppAuthorizePage />
    </Shell>,
  )
}

it('shows in text how each organisation gets an application', async () => {
  await open()
  await until(() => rowOf('第1小学') !== undefined)
  expect(rowOf('云禾区教育局')!.textContent).toContain('已开通，含下级')
  expect(rowOf('第1小学')!.textContent).toContain('随云禾区教育局开通')
  expect(rowOf('第2小学')!.textContent).toContain('不开通')
  expect(getPageText()).toContain('已开通 3 / 4 个单位')
})

it('previews who gains and who loses, then saves only the changes', async () => {
  await open()
  await until(() => rowOf('第1小学') !== undefined)
  expect(getButton('保存').disabled).toBe(true)
  await click(boxOf('第1小学'))
  expect(rowOf('第1小学')!.textContent).toContain('将取消开通')
  await until(() => getPageText().includes('将有 57 人可用，新增 12 人，减少 3 人'))
  expect(sent(catalogueApi.relationPreview.path).at(-1)).toEqual({
    fAppKey: 'leave',
    roleIds: null,
    userIds: null,
    orgs: [{ orgId: schoolId(1), own: 'refused' }],
  })
  await click(getButton('保存'))
  await until(() => getPageText().includes('已保存，立即生效'))
  expect(sent(catalogueApi.saveAppRelation2.path)).toEqual([
    { type: 1, fAppKey: 'leave', orgs: [{ orgId: schoolId(1), own: 'refused' }], from: null, to: null },
  ])
  expect(sent(catalogueApi.saveAppRelation3.path)).toEqual([])
  await until(() => getButton('保存').disabled)
})

it('discards all changes at once', async () => {
  await open()
  await until(() => rowOf('第1小学') !== undefined)
  await click(boxOf('第1小学'))
  await click(boxOf('第3小学'))
  await click(getButton('放弃改动'))
  expect(getButton('保存').disabled).toBe(true)
  expect(boxOf('第1小学').checked).toBe(true)
})

it('expands everything that a search finds', async () => {
  await open()
  await until(() => rowOf('第2小学') !== undefined)
  await typeInto(document.querySelector<HTMLElement>('input[aria-label=搜索单位]')!, '2小')
  expect(rowOf('第1小学')).toBeUndefined()
  await click(getButton('开通这 1 个'))
  expect(rowOf('第2小学')!.textContent).toContain('将开通，随云禾区教育局')
})

it('supports the arrow keys and folding', async () => {
  await open()
  await until(() => rowOf('第1小学') !== undefined)
  await act(async () => boxOf('云禾区教育局').focus())
  await pressKey('ArrowDown')
  expect(document.activeElement).toBe(boxOf('第1小学'))
  await pressKey('ArrowLeft')
  expect(document.activeElement).toBe(boxOf('云禾区教育局'))
  await pressKey('ArrowLeft')
  expect(rowOf('第1小学')).toBeUndefined()
  expect(rowOf('云禾区教育局')!.getAttribute('aria-expanded')).toBe('false')
})

it('renders only the visible rows of three hundred schools', async () => {
  await served.close()
  served = createTestPage(answers(300))
  await open()
  await until(() => rowOf('第1小学') !== undefined)
  expect(document.querySelectorAll('[role=row]').length).toBeLessThan(60)
  expect(document.querySelector('[role=treegrid]')!.getAttribute('aria-rowcount')).toBe('301')
  await act(async () => boxOf('云禾区教育局').focus())
  await pressKey('End')
  expect(document.activeElement).toBe(boxOf('第300小学'))
})

it('grants a role-based application to the ticked roles where it is open', async () => {
  await open('app=purchase')
  await until(() => getPageText().includes('任课教师'))
  const tick = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith('任课教师'))!
  await click(tick)
  await click(getButton('保存'))
  await until(() => sent(catalogueApi.saveAppRelation3.path).length > 0)
  expect(sent(catalogueApi.saveAppRelation3.path)).toEqual([
    { type: 2, fAppKey: 'purchase', objectIds: [ids.clerk, ids.teacher], from: null, to: null },
  ])
  expect(sent(catalogueApi.saveAppRelation2.path)).toEqual([])
})

it('removes a person from an application given by name, and sets days', async () => {
  await open('app=screen')
  await until(() => getPageText().includes(wang.name))
  await click(getButton('移除王芳'))
  await typeInto(getField('截止日期'), '2026-12-31')
  await click(getButton('保存'))
  await until(() => sent(catalogueApi.saveAppRelation3.path).length > 0)
  expect(sent(catalogueApi.saveAppRelation3.path)).toEqual([
    { type: 3, fAppKey: 'screen', objectIds: [], from: null, to: '2026-12-31' },
  ])
})

it('refuses a last day before the first day', async () => {
  await open()
  await until(() => rowOf('第1小学') !== undefined)
  await click(boxOf('第1小学'))
  await typeInto(getField('开始'), '2026-12-31')
  await typeInto(getField('截止日期'), '2026-12-01')
  expect(getPageText()).toContain('截止日期不能早于开始日期')
  expect(getButton('保存').disabled).toBe(true)
})

it('needs no grants for a public application', async () => {
  await open('app=news')
  await until(() => getPageText().includes('所有人都能打开，不需要授权。'))
  expect(document.querySelector('[role=treegrid]')).toBeNull()
})

it('asks before unsaved ticks are lost', async () => {
  await open()
  await until(() => rowOf('第1小学') !== undefined)
  await click(boxOf('第1小学'))
  await click(tabOf('到期授权'))
  expect(getPageText()).toContain('内容还没有保存')
  await click(getButton('继续填写'))
  expect(address()).toBe('')
  await click(tabOf('到期授权'))
  await click(getButton('放弃修改'))
  expect(address()).toBe('tab=expiring')
})

it('grants the ticked applications to one organisation', async () => {
  const app = (key: string, name: string, isRelation: boolean) => ({
    key,
    name,
    category: 'office' as const,
    isRelation,
    comesOn: null,
    power: 1,
    edition: '',
  })
  const group = { id: 'office' as const, name: '协同办公' }
  await served.close()
  served = createTestPage({
    ...answers(),
    [catalogueApi.getAppRelationTree.path]: () =>
      onWire(catalogueApi.getAppRelationTree.data, [
        { ...group, children: [app('leave', '请假', true), app('repair', '报修', false)] },
      ]),
    [catalogueApi.saveAppRelation.path]: () => ({ given: 1, taken: 0 }),
  })
  await open('tab=object')
  await until(() => getPageText().includes('第2小学'))
  await click(getButton('第2小学'))
  await until(() => getPageText().includes('可用 1 / 2 个应用'))
  expect(address()).toBe(`tab=object&kind=1&object=${schoolId(2)}`)
  await click(getButton('全选 协同办公'))
  expect(getPageText()).toContain('将开通 1 个应用')
  await click(getButton('保存'))
  await until(() => sent(catalogueApi.saveAppRelation.path).length > 0)
  expect(sent(catalogueApi.saveAppRelation.path)).toEqual([
    { type: 1, objectId: schoolId(2), appKeys: ['leave', 'repair'] },
  ])
})

const aRequest = {
  id: ids.request,
  name: '报修服务',
  org: { id: schoolId(1), name: '第1小学' },
  asker: { id: schoolId(2), name: '王芳' },
  createdAt: '2026-11-14T02:00:00.000Z',
  reason: '教室报修',
  status: 'waiting' as const,
  decision: '待孙管理处理',
  mayDecide: true,
  decidedAt: null,
}

it('requires a reason for refusing a request', async () => {
  await served.close()
  served = createTestPage({
    ...answers(),
    [appRequestApi.get.path]: () => onWire(appRequestApi.get.data, aRequest),
    [appRequestApi.list.path]: () => onWire(appRequestApi.list.data, { items: [aRequest], itemCount: 1, pageCount: 1 }),
    [appRequestApi.decide.path]: () => null,
  })
  await open(`tab=requests&open=${ids.request}`)
  await until(() => getPageText().includes('教室报修'))
  await click(getButton('驳回'))
  await until(() => document.querySelector('dialog') !== null)
  const send = () => [...document.querySelectorAll<HTMLButtonElement>('dialog button')].at(-1)!
  await click(send())
  await until(() => getPageText().includes('请填写驳回的理由'))
  expect(sent(appRequestApi.decide.path)).toEqual([])
  await typeInto(document.querySelector<HTMLElement>('dialog textarea')!, '请先完成培训')
  await click(send())
  await until(() => sent(appRequestApi.decide.path).length > 0)
  expect(sent(appRequestApi.decide.path)).toEqual([{ id: ids.request, isAgreed: false, reply: '请先完成培训' }])
})

it('appoints the administrators of a kind of application', async () => {
  await served.close()
  served = createTestPage({
    ...answers(),
    [catalogueApi.appPerUser.path]: ({ query }) => (query['auditorType'] === '4' ? [wang] : []),
    [catalogueApi.auditorDuties.path]: () => [{ auditorType: 3, application: '请假管理', functions: ['考勤结账'] }],
    [catalogueApi.saveAppPer.path]: () => null,
  })
  await open('tab=auditors')
  await until(() => getPageText().includes(wang.name))
  expect(document.querySelectorAll('tbody tr').length).toBe(15)
  await until(() => document.querySelectorAll('tbody tr')[2]!.textContent.includes('请假管理：考勤结账'))
  await click(getButton('设置公文收发管理员'))
  await click(getButton('移除王芳'))
  await click(getButton('保存'))
  await until(() => sent(catalogueApi.saveAppPer.path).length > 0)
  expect(sent(catalogueApi.saveAppPer.path)).toEqual([{ auditorType: 4, orgId: '', userIds: [] }])
})

it('assigns classes to the academic office and shows its people', async () => {
  await served.close()
  served = createTestPage({
    ...answers(),
    [catalogueApi.jiaoWuUser.path]: () => ({ classInJiaowu: 0, users: [wang] }),
    [catalogueApi.saveJiaoWu.path]: () => null,
  })
  await open('tab=academic')
  await until(() => getPageText().includes(wang.name))
  await click(document.querySelector<HTMLElement>('[role=switch]')!)
  await click(getButton('保存'))
  await until(() => sent(catalogueApi.saveJiaoWu.path).length > 0)
  expect(sent(catalogueApi.saveJiaoWu.path)).toEqual([{ classInJiaowu: 1, userIds: [ids.wang] }])
})

it('shows the list of applications first on a phone, and one application with a back button', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  await until(() => getPageText().includes('采购审批'))
  expect(document.querySelector('[role=treegrid]')).toBeNull()
  await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('请假'))!)
  await until(() => rowOf('第1小学') !== undefined)
  await click(getButton('全部应用'))
  await until(() => document.querySelector('[role=treegrid]') === null)
})
