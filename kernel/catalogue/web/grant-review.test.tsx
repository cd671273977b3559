import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, pressKey, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { appRequestApi, catalogueApi, type OrgRelation } from '../contract.ts'
import AppAuthorizePage from './pages/app-authorize.tsx'
import { answers, ids, onWire, schoolId, Shell, signIn, wang } from './grants.fixture.tsx'

/** The permissions of the role 审计. */
const auditorPermissions = ['app.read', 'app.review', 'role.read', 'org.read']
const firstDay = '2026-11-23'
const upcomingText = `待生效，${firstDay} 起`

let served: ReturnType<typeof createTestPage>
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const rowOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=row]')].find((row) => row.textContent.includes(name))
const hasButton = (label: string) =>
  [...document.querySelectorAll('button')].some(({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === label)
const serve = async (more: Parameters<typeof createTestPage>[0]) => {
  await served.close()
  served = createTestPage({ ...answers(), ...more })
}
const open = (query = '', permissions?: string[]) =>
  served.show(
    <Shell address={query} {...(permissions && { permissions })}>
      <AppAuthorizePage />
    </Shell>,
  )

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

/** A bureau with an upcoming grant for all below, and one school below it. */
const waiting: OrgRelation[] = [
  {
    id: ids.bureau,
    name: '云禾区教育局',
    parentId: null,
    own: 'with-below',
    isRelation: false,
    type: 1,
    comesOn: firstDay,
    children: [
      {
        id: schoolId(1),
        name: '第1小学',
        parentId: ids.bureau,
        own: 'none',
        isRelation: false,
        type: 3,
        comesOn: firstDay,
        children: [],
      },
    ],
  },
]
const comingAnswers = {
  [catalogueApi.getAppOrgRelationTree.path]: () => onWire(catalogueApi.getAppOrgRelationTree.data, waiting),
  [catalogueApi.getUserRelations.path]: () =>
    onWire(catalogueApi.getUserRelations.data, {
      users: [{ ...wang, from: firstDay, to: null, comesOn: firstDay }],
      roles: [{ roleId: ids.clerk, name: '总务', orgName: '', memberCount: 40, comesOn: firstDay }],
    }),
}

it('shows a reviewer every tab and the state of each organisation, without controls', async () => {
  await open('', auditorPermissions)
  await until(() => rowOf('第1小学') !== undefined)
  expect([...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)).toEqual([
    '按应用',
    '按对象',
    '开通申请',
    '到期授权',
    '应用管理员',
    '教务管理员',
  ])
  expect(rowOf('云禾区教育局')!.textContent).toContain('已开通，含下级')
  expect(rowOf('第2小学')!.textContent).toContain('不开通')
  expect(document.querySelectorAll('[role=treegrid] input').length).toBe(0)
  expect(hasButton('保存')).toBe(false)
  expect(hasButton('全选下级 云禾区教育局')).toBe(false)
  expect(getPageText()).toContain('可以查看，不能更改')
  // A reviewer gets no preview.
  await settle(1000)
  expect(served.callsTo(catalogueApi.relationPreview.path)).toEqual([])
})

it('supports the arrow keys without checkboxes', async () => {
  await open('', auditorPermissions)
  await until(() => rowOf('第1小学') !== undefined)
  const cell = (name: string) => rowOf(name)!.querySelector<HTMLElement>('[role=gridcell]')!
  await act(async () => cell('云禾区教育局').focus())
  await pressKey('ArrowDown')
  expect(document.activeElement).toBe(cell('第1小学'))
})

it('lists the roles and people with a grant for a reviewer', async () => {
  await open('app=purchase', auditorPermissions)
  await until(() => getPageText().includes('可用角色'))
  expect(getPageText()).toContain('40 人')
  expect(document.querySelectorAll('input[type=checkbox]').length).toBe(0)
  await served.close()
  served = createTestPage(answers())
  await open('app=screen', auditorPermissions)
  await until(() => getPageText().includes(wang.name))
  expect(hasButton('移除王芳')).toBe(false)
  expect(hasButton('保存')).toBe(false)
})

const anApp = { name: '请假', category: 'office' as const, power: 1, edition: '' }
const apps = () =>
  onWire(catalogueApi.getAppRelationTree.data, [
    {
      id: 'office' as const,
      name: '协同办公',
      children: [
        { ...anApp, key: 'leave', isRelation: true, comesOn: null },
        { ...anApp, key: 'repair', name: '报修', isRelation: false, comesOn: firstDay },
      ],
    },
  ])

it('shows a reviewer the applications of an organisation without checkboxes, with upcoming ones marked', async () => {
  await serve({ [catalogueApi.getAppRelationTree.path]: apps })
  await open(`tab=object&kind=1&object=${schoolId(1)}`, auditorPermissions)
  await until(() => getPageText().includes('可用 1 / 2 个应用，待生效 1 个'))
  expect(getPageText()).toContain(upcomingText)
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  expect(boxes.map(({ disabled, checked }) => ({ disabled, checked }))).toEqual([
    { disabled: true, checked: true },
    { disabled: true, checked: false },
  ])
  expect(hasButton('全选 协同办公')).toBe(false)
  expect(hasButton('保存')).toBe(false)
})

it('lets a reviewer read requests and expiring grants without actions', async () => {
  const requestedByOrg = {
    id: ids.request,
    name: '报修服务',
    org: { id: schoolId(1), name: '第1小学' },
    asker: { id: schoolId(2), name: '王芳' },
    createdAt: '2026-11-14T02:00:00.000Z',
    reason: '教室报修',
    status: 'waiting' as const,
    decision: '待孙管理处理',
    mayDecide: false,
    decidedAt: null,
  }
  const ending = { id: ids.grant, key: 'leave', name: '请假', type: 1 as const, objectName: '第1小学' }
  const counted = { itemCount: 1, pageCount: 1 }
  const lists = {
    [appRequestApi.get.path]: () => onWire(appRequestApi.get.data, requestedByOrg),
    [appRequestApi.list.path]: () => onWire(appRequestApi.list.data, { items: [requestedByOrg], ...counted }),
    [catalogueApi.expiring.path]: () =>
      onWire(catalogueApi.expiring.data, { items: [{ ...ending, to: '2026-11-20', isOver: false }], ...counted }),
  }
  await serve(lists)
  await open(`tab=requests&open=${ids.request}`, auditorPermissions)
  await until(() => getPageText().includes('教室报修'))
  expect(hasButton('同意') || hasButton('驳回')).toBe(false)
  await serve(lists)
  await open('tab=expiring', auditorPermissions)
  await until(() => getPageText().includes('即将到期'))
  expect(hasButton('延长')).toBe(false)
})

it('shows the first day of an upcoming grant and cancels it by a click', async () => {
  await serve(comingAnswers)
  await open()
  await until(() => rowOf('第1小学') !== undefined)
  const box = () => rowOf('云禾区教育局')!.querySelector<HTMLInputElement>('input')!
  expect(rowOf('云禾区教育局')!.textContent).toContain(upcomingText)
  expect(rowOf('第1小学')!.textContent).toContain(upcomingText)
  expect(getPageText()).toContain('已开通 0 / 2 个单位')
  expect(box().indeterminate).toBe(true)
  await click(box())
  expect(rowOf('云禾区教育局')!.textContent).toContain('将取消开通')
  expect(rowOf('第1小学')!.textContent).toContain('将取消开通')
  await click(getButton('放弃改动'))
  expect(rowOf('第1小学')!.textContent).toContain(upcomingText)
})

it('shows the first day for roles and people too', async () => {
  await serve(comingAnswers)
  await open('app=purchase')
  const roles = () => document.querySelector('fieldset')?.textContent ?? ''
  await until(() => roles().includes(upcomingText))
  await serve(comingAnswers)
  await open('app=screen')
  await until(() => getPageText().includes(upcomingText))
  await click(getButton('移除王芳'))
  expect(getPageText()).not.toContain(upcomingText)
})
