import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getField, getPageText, hasButton, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { handoverApi, type HandoverDetail, type HandoverItem } from '../contract.ts'
import ChangeSection from './components/change-section.tsx'
import Handovers from './pages/handover.tsx'

const userId = '01a05a43-fc00-7000-8001-000000000001'
const headId = '01a05a43-fc00-7000-8001-000000000002'
const caseId = '01a05a43-fc00-7000-8001-000000000003'
const item = (provider: string, ref: string, title: string): HandoverItem => ({
  provider,
  ref,
  title,
  note: '',
  status: 'open',
  toName: '',
  doneAt: null,
  fromOn: null,
})

let detail: HandoverDetail
let served: ReturnType<typeof createTestPage>

/** What the server would say: a class is handed over, a role only by others. */
const assign = (body: unknown) => {
  const { items } = body as { items: { provider: string }[] }
  const isRefused = ({ provider }: { provider: string }) => provider === 'access.administrators'
  detail = {
    ...detail,
    groups: detail.groups.map((group) => ({
      ...group,
      items: group.items.map((one) =>
        items.some(({ provider }) => provider === one.provider) && !isRefused(one)
          ? { ...one, status: 'handed', toName: '许立群', doneAt: '2026-11-18T02:30:00.000Z', fromOn: '2026-11-19' }
          : one,
      ),
    })),
  }
  const refused = items.filter(isRefused).map(() => ({ title: '学校管理员', reason: '没有权限执行此操作' }))
  return { handed: items.length - refused.length, refused }
}

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date('2026-11-18T02:00:00Z'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  Object.assign(window, { innerWidth: 1366 })
  const name = '罗海燕'
  detail = {
    current: null,
    userId,
    name,
    orgName: '实验小学',
    departmentName: '教务处',
    groups: [
      { key: 'schooling.class-posts', title: '班级职务', items: [item('schooling.class-posts', 'a', '三(2)班')] },
      { key: 'access.administrators', title: '管理员职责', items: [item('access.administrators', 'b', '学校管理员')] },
    ],
    head: { userId: headId, name: '许立群' },
    closedBy: '',
    closedAt: null,
    forcedReason: '',
  }
  served = createTestPage({
    [handoverApi.detail.path]: () => detail,
    [handoverApi.open.path]: ({ body }) => {
      const { reason, dueOn } = body as { reason: 'leave'; dueOn: string }
      const facts = { id: caseId, userId, name, orgName: '', departmentName: '', reason, dueOn }
      const counts = { itemCount: 2, doneCount: 0, openedAt: '2026-11-18T02:00:00.000Z', openedBy: '' }
      detail = { ...detail, current: { ...facts, ...counts, status: 'waiting' } }
      return { id: caseId }
    },
    [handoverApi.assign.path]: ({ body }) => assign(body),
    [handoverApi.force.path]: () => {
      detail = { ...detail, current: { ...detail.current!, status: 'forced' }, forcedReason: '本人失联，无法交接' }
      return { id: caseId }
    },
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const info = { title: '工作交接', group: '基础数据', permission: { code: 'handover.manage', title: '' }, actions: [] }
function Shell() {
  const [search, setSearch] = useState(() => new URLSearchParams(`userId=${userId}`))
  return (
    <PageContext value={info}>
      <PageSearchContext value={{ search, setSearch: (next) => setSearch(next), isFront: true }}>
        <Handovers />
      </PageSearchContext>
    </PageContext>
  )
}
const press = async (name: string) => {
  await click(getButton(name))
  await settle()
}
const bodiesOf = (route: { path: string }) => served.callsTo(route.path).map(({ body }) => body)

it('a hand-over begins, goes to the head of the department, and what is refused says why', async () => {
  await served.show(<Shell />)
  expect(getPageText()).toContain('交接完成后，才能办理离岗或调动')
  expect(hasButton('交接三(2)班')).toBe(false)
  await press('开始交接')
  await press('开始交接')
  expect(bodiesOf(handoverApi.open)).toEqual([{ userId, reason: 'transfer', dueOn: '2026-11-18' }])
  expect(hasButton('交接三(2)班')).toBe(true)
  expect(hasButton('完成交接')).toBe(false)
  await press('一键交给许立群')
  await press('交接（2 项）')
  expect(bodiesOf(handoverApi.assign)).toEqual([
    {
      id: caseId,
      to: headId,
      items: [
        { provider: 'schooling.class-posts', ref: 'a' },
        { provider: 'access.administrators', ref: 'b' },
      ],
    },
  ])
  expect(getPageText()).toContain('学校管理员：没有权限执行此操作')
  await press('知道了')
  expect(getPageText()).toContain('已交接 1 / 2 项')
  expect(getPageText()).toContain('交给 许立群')
})

it('forcing asks for a reason of five characters', async () => {
  await served.show(<Shell />)
  await press('开始交接')
  await press('开始交接')
  await press('强制完成')
  await typeInto(getField('原因'), '失联')
  await press('强制完成')
  expect(getPageText()).toContain('请写明原因，至少5个字')
  expect(bodiesOf(handoverApi.force)).toEqual([])
  await typeInto(getField('原因'), '本人失联，无法交接')
  await press('强制完成')
  expect(bodiesOf(handoverApi.force)).toEqual([{ id: caseId, reason: '本人失联，无法交接' }])
  expect(getPageText()).toContain('强制完成：本人失联，无法交接')
})

it('the printed sheet says what was handed to whom and when, and why the rest was forced', async () => {
  await served.show(<Shell />)
  const sheet = () => document.querySelector('[aria-label=交接单]')
  expect(sheet()).toBeNull()
  await press('开始交接')
  await press('开始交接')
  await press('一键交给许立群')
  await press('交接（2 项）')
  await press('知道了')
  await press('强制完成')
  await typeInto(getField('原因'), '本人失联，无法交接')
  await press('强制完成')
  const rows = [...sheet()!.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([
    ['班级职务', '三(2)班', '', '许立群', '2026-11-18 周三 10:30', '2026-11-19', '已交接'],
    ['管理员职责', '学校管理员', '', '', '', '', '未交接'],
  ])
  expect(sheet()!.textContent).toContain('强制完成，原因：本人失联，无法交接')
  const print = vi.fn()
  Object.assign(window, { print })
  await press('打印')
  expect(print).toHaveBeenCalledOnce()
})

it('a change of staff says how much is left, and leads there', async () => {
  await served.show(<ChangeSection id={caseId} />)
  expect(getPageText()).toContain('还有2项工作未交接')
  expect(document.querySelector('a')!.getAttribute('href')).toBe(`/baseData/Handover?userId=${userId}`)
})
