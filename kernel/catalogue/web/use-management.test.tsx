import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getField, hasButton, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { catalogueApi, type Application } from '../contract.ts'
import { SortDialog } from './components/manage/sort-dialog.tsx'
import { anApplication, onWire, Shell, signIn } from './grants.fixture.tsx'
import UseManagementPage from './pages/use-management.tsx'

let served: ReturnType<typeof createTestPage>
let apps: Application[]
const secretId = (at: number) => `01a05a43-fc00-7000-8009-00000000020${at}`
const secrets = [
  {
    id: secretId(1),
    state: 'active',
    createdAt: '2025-10-01T02:00:00.000Z',
    createdBy: '周若兰',
    expiresAt: null,
    lastUsedAt: '2026-11-15T01:00:00.000Z',
    canSign: true,
  },
  {
    id: secretId(2),
    state: 'grace',
    createdAt: '2025-09-01T02:00:00.000Z',
    createdBy: '',
    expiresAt: '2026-11-16T02:00:00.000Z',
    lastUsedAt: null,
    canSign: true,
  },
]
const openTab = async (label: string) => {
  const find = () => [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((tab) => tab.textContent === label)
  await until(() => find() !== undefined)
  await click(find()!)
}
const sent = (path: string) => served.callsTo(path).map(({ body }) => body)
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const lastOf = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].at(-1)!

beforeAll(async () => {
  // Loaded before the fake timers start, because the dialogs are imported lazily.
  await import('#packages/web/desk/list/action-dialog.tsx')
  await import('#packages/web/desk/list/form-action-dialog.tsx')
  await import('#packages/web/desk/form/form-dialog.tsx')
  await import('#packages/web/desk/list/row-form-page.tsx')
  await import('./components/manage/secret-dialog.tsx')
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  Element.prototype.scrollIntoView = () => {}
  signIn()
  apps = [anApplication()]
  served = createTestPage({
    [catalogueApi.page.path]: () =>
      onWire(catalogueApi.page.data, { items: apps, itemCount: apps.length, pageCount: 1 }),
    [catalogueApi.detail.path]: ({ query }) =>
      onWire(
        catalogueApi.detail.data,
        apps.find(({ key }) => key === query['fAppKey'])!,
      ),
    [catalogueApi.history.path]: () => [
      { at: '2026-11-10T02:00:00.000Z', by: '周若兰', title: '登记并提交审核', details: '' },
    ],
    [catalogueApi.auditApply.path]: () => ({ fStatus: 2 }),
    [catalogueApi.resetSecret.path]: () => ({ fAppSecret: 'shown-this-once', graceUntil: '2026-11-16T02:00:00.000Z' }),
    [catalogueApi.revokeSecret.path]: () => null,
    [catalogueApi.secrets.path]: () => secrets,
    [catalogueApi.apply.path]: () => ({ fAppKey: 'new-key', fStatus: 1, oneTimeSecret: 'first-secret' }),
    [catalogueApi.setSort.path]: () => null,
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const open = async (address = '', permissions?: string[]) => {
  await served.show(
    <Shell address={address} {...(permissions && { permissions })}>
      <UseManagementPage />
    </Shell>,
  )
  await until(() => getPageText().includes('报修服务'))
}

it('requests the list with keyword and filters', async () => {
  await open('status=1&category=office&kind=2&keyword=bx')
  expect(sent(catalogueApi.page.path)[0]).toMatchObject({
    keyword: 'bx',
    status: [1],
    category: ['office'],
    kind: [2],
  })
})

it('offers only the actions that the server allows', async () => {
  apps = [anApplication({ actions: [] })]
  await open('open=repair')
  await until(() => getPageText().includes('教室和设备报修'))
  expect(hasButton('编辑')).toBe(false)
  expect(hasButton('同意')).toBe(false)
})

it('previews the change before an approval and decides about the version that was shown', async () => {
  apps = [
    anApplication({ status: 5, pending: [{ title: '应用地址', before: 'https://a.test', after: 'https://b.test' }] }),
  ]
  await open('open=repair')
  await until(() => getPageText().includes('待审核的变更'))
  expect(getPageText()).toContain('https://a.test → https://b.test')
  await click(getButton('同意'))
  await until(() => document.querySelector('dialog textarea') !== null)
  await click(lastOf('dialog footer button'))
  await until(() => getPageText().includes('提交前预览'))
  await click(lastOf('dialog footer button'))
  await until(() => sent(catalogueApi.auditApply.path).length > 0)
  expect(sent(catalogueApi.auditApply.path)).toEqual([
    { fAppKey: 'repair', act: 'agree', fAuditReason: '', fVersion: 4 },
  ])
})

it('requires a reason for a refusal', async () => {
  await open('open=repair')
  await until(() => hasButton('驳回'))
  await click(getButton('驳回'))
  await until(() => document.querySelector('dialog textarea') !== null)
  await click(lastOf('dialog footer button'))
  await until(() => getPageText().includes('请填写驳回理由'))
  await typeInto(document.querySelector<HTMLElement>('dialog textarea')!, '地址打不开')
  await click(lastOf('dialog footer button'))
  await until(() => sent(catalogueApi.auditApply.path).length > 0)
  expect(sent(catalogueApi.auditApply.path)).toMatchObject([{ act: 'refuse', fAuditReason: '地址打不开' }])
})

it('shows the state of the secrets, and never a value', async () => {
  await open('open=repair')
  await openTab('密钥')
  await until(() => getPageText().includes('从未使用'))
  expect(getPageText()).toContain('周若兰创建')
  expect(getPageText()).toContain('已使用超过365天，须更换')
  expect(getPageText()).toContain('宽限')
})

const openSecretDialog = async () => {
  await open('open=repair')
  await until(() => hasButton('更多操作'))
  await click(getButton('更多操作'))
  await click(
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((item) => item.textContent === '更换密钥…')!,
  )
  await until(() => getPageText().includes('旧密钥还能用'))
}
const choose = (label: string) =>
  click([...document.querySelectorAll<HTMLElement>('dialog label')].find(({ textContent }) => textContent === label)!)

it('shows a new secret once', async () => {
  await openSecretDialog()
  await choose('3天')
  await click(lastOf('dialog footer button'))
  await until(() => getPageText().includes('shown-this-once'))
  expect(sent(catalogueApi.resetSecret.path)).toEqual([{ fAppKey: 'repair', graceHours: 72, reason: '' }])
  expect(getPageText()).toContain('密钥只显示这一次')
  await click(getButton('我已保存'))
  await until(() => !getPageText().includes('shown-this-once'))
  expect(
    JSON.stringify(
      served.client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ),
  ).not.toContain('shown-this-once')
})

it('ends a leaked secret only with a reason and after a second question', async () => {
  await openSecretDialog()
  await choose('已泄露，立即作废')
  await click(lastOf('dialog footer button'))
  await until(() => getPageText().includes('请填写泄露的情况'))
  await typeInto(document.querySelector<HTMLElement>('dialog textarea')!, '发到了群里')
  await click(lastOf('dialog footer button'))
  await until(() => getPageText().includes('一分钟内全部失效'))
  expect(sent(catalogueApi.resetSecret.path)).toEqual([])
  await click(getButton('立即作废并更换'))
  await until(() => getPageText().includes('shown-this-once'))
  expect(sent(catalogueApi.resetSecret.path)).toEqual([{ fAppKey: 'repair', graceHours: 0, reason: '发到了群里' }])
})

it('revokes one secret with a reason', async () => {
  await open('open=repair')
  await openTab('密钥')
  await until(() => getPageText().includes('从未使用'))
  const buttons = [...document.querySelectorAll<HTMLElement>('li button')].filter((one) => one.textContent === '作废')
  await click(buttons[1]!)
  await until(() => document.querySelector('dialog textarea') !== null)
  await typeInto(document.querySelector<HTMLElement>('dialog textarea')!, '已经换好')
  await click(lastOf('dialog footer button'))
  await until(() => sent(catalogueApi.revokeSecret.path).length > 0)
  expect(sent(catalogueApi.revokeSecret.path)).toEqual([{ fAppKey: 'repair', id: secretId(2), reason: '已经换好' }])
})

it('names the address that is wrong before it is sent', async () => {
  await open('fill=new')
  await until(() => document.querySelector('form') !== null)
  await typeInto(getField('服务器地址'), '10.0.0.0/8 10.0.0.0/33')
  await click(getButton('保存'))
  await until(() => getPageText().includes('第2个地址有误'))
  expect(sent(catalogueApi.apply.path)).toEqual([])
})

it('registers an application and shows its secret once', async () => {
  await open('fill=new')
  await until(() => document.querySelector('form') !== null)
  await typeInto(getField('应用名称'), '图书借阅')
  await typeInto(getField('用途说明'), '借书还书')
  await click(getButton('保存'))
  await until(() => getPageText().includes('请输入应用地址'))
  expect(sent(catalogueApi.apply.path)).toEqual([])
  await typeInto(getField('应用地址'), 'https://books.example.test')
  await click(getButton('保存'))
  await until(() => getPageText().includes('first-secret'))
  expect(sent(catalogueApi.apply.path)).toMatchObject([
    {
      fAppKey: '',
      fAppName: '图书借阅',
      fAppUrl: 'https://books.example.test',
      fAppType: 2,
      fAppSort: 'office',
      isSubmitted: true,
      fManageOrgId: '',
      fIncludeChildOrgs: 1,
      fVersion: 0,
    },
  ])
})

it('sorts the applications of a category by keyboard', async () => {
  apps = [anApplication(), anApplication({ key: 'books', name: '图书借阅', sort: 2 })]
  let closed = 0
  await served.show(
    <Shell>
      <SortDialog onClose={() => void closed++} />
    </Shell>,
  )
  await until(() => hasButton('图书借阅上移'))
  await click(getButton('图书借阅上移'))
  expect(getPageText()).toContain('图书借阅，第 1 个，共 2 个')
  await click(getButton('保存'))
  await until(() => closed === 1)
  expect(sent(catalogueApi.setSort.path)).toEqual([{ appSort: 'teaching', fAppKeys: ['books', 'repair'] }])
})
