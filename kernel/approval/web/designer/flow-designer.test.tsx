import { act, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import { FieldControlsContext } from '#packages/web/desk/entity/field-control.tsx'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  click,
  getButton,
  getField,
  getPageText,
  hasButton,
  pressKey,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import type { DefinitionDetail, FlowRules, FlowStep } from '../../contract.ts'
import { changeStep } from './edit-rules.ts'
import { makeDetail, makeRules, people } from './flow.fixture.ts'
import FlowsPage from './flows-page.tsx'

let served: ReturnType<typeof createTestPage>
/** What the server has. */
let detail: DefinitionDetail
let saved: { rules: FlowRules }[]
let tried: unknown[]

const row = (change: object = {}) => ({
  subject: 'teacher-leave',
  subjectTitle: '教师请假',
  flag: '',
  name: '请假审批',
  origin: 'above',
  originName: '云禾区教育局',
  isLocked: false,
  version: 2,
  draftVersion: 3,
  stepNames: ['部门审批', '校长审批'],
  running: 30,
  namesLeavers: true,
  ...change,
})

/** Stands for the picker of the contacts: one person to choose. */
function Colleague({ name, onChange }: FieldControlProps) {
  return (
    <button type="button" onClick={() => onChange([{ id: people.head, name: '王强' }])}>
      选择{name}
    </button>
  )
}

function Page({ at }: { at: string }) {
  const [search, setSearch] = useState(() => new URLSearchParams(at))
  return (
    <FieldControlsContext value={{ controls: { colleagues: Colleague } }}>
      <PageSearchContext value={{ search, setSearch: (change) => setSearch(change), isFront: true }}>
        <PageContext value={{ title: '流程设置', group: '', permission: { code: '', title: '' }, actions: [] }}>
          <FlowsPage />
        </PageContext>
      </PageSearchContext>
    </FieldControlsContext>
  )
}

// The page loads them on demand.
beforeAll(() => Promise.all([import('./trial-dialog.tsx'), import('./publish-dialog.tsx')]))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  detail = makeDetail()
  saved = []
  tried = []
  served = createTestPage({
    '/api/flow/defList': () => ({ rows: [row()] }),
    '/api/flow/defDetail': () => detail,
    '/api/flow/defSave': ({ body }) => {
      saved.push(body as (typeof saved)[number])
      const id = '0190a0b0-0000-7000-8000-0000000000d1'
      detail = { ...detail, rules: (body as { rules: FlowRules }).rules, draftId: id }
      return { id }
    },
    '/api/flow/defPublish': ({ body }) => body,
    '/api/flow/defTest': ({ body }) => {
      tried.push(body)
      return {
        steps: [
          { key: 'department', name: '部门审批', people: ['赵丽'], mode: '或签', outcome: 'passed', note: '' },
          { key: 'finance', name: '财务', people: [], mode: '', outcome: 'skipped', note: '天数 大于 3 不满足' },
        ],
      }
    },
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const open = async (at = 'subject=teacher-leave') => {
  await served.show(<Page at={at} />)
  await settle()
}
const cardOf = (key: string) => document.querySelector<HTMLElement>(`[data-entry="${key}"]`)!
const stepNames = () => saved.at(-1)!.rules.steps.map(({ name }) => name)
const press = async (name: string) => {
  await click(getButton(name))
  await settle()
}
const save = () => press('保存草稿')

it('lists the flows with their origin, steps, running requests and warnings', async () => {
  await open('')
  for (const text of [
    '教师请假',
    '云禾区教育局',
    '部门审批校长审批',
    '30 件进行中',
    '仍指定已离岗人员',
    '有未发布的草稿',
  ])
    expect(getPageText()).toContain(text)
  await click(document.querySelector<HTMLElement>('li button')!)
  await settle()
  expect(getPageText()).toContain('不同意时退回“部门审批”；24 小时内处理，超时提醒；须签名')
})

it('adds a step by its menu, asks for its people, and saves it as a draft', async () => {
  await open()
  await click(document.querySelectorAll<HTMLElement>('[aria-label="在此添加步骤"]')[0]!)
  await click([...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === '审批')!)
  await typeInto(getField('步骤名称'), '年级组长审批')
  await save()
  expect(saved).toEqual([])
  expect(cardOf('approve-1').textContent).toContain('请选择人员')
  await press('选择members')
  expect(cardOf('approve-1').textContent).toContain('王强')
  await save()
  expect(stepNames()).toEqual(['年级组长审批', '部门审批', '会办', '校长审批'])
  expect(getButton('保存草稿').disabled).toBe(true)
  expect(getPageText()).toContain('草稿已保存，还没有发布')
})

it('moves with Alt and an arrow key, removes with Delete, and undoes', async () => {
  await open()
  cardOf('head').focus()
  await pressKey('ArrowUp', { altKey: true })
  await settle()
  expect(getPageText()).toContain('校长审批，第 2 个，共 3 个')
  await pressKey('Delete', {}, cardOf('department'))
  await settle()
  expect(cardOf('department')).toBeNull()
  await press('撤销一步')
  await save()
  expect(stepNames()).toEqual(['部门审批', '校长审批', '会办'])
  await pressKey('ArrowUp', { altKey: true }, cardOf('head'))
  expect(getPageText()).toContain('校长审批，第 1 个，共 3 个')
  await pressKey('z', { ctrlKey: true }, cardOf('head'))
  expect(getButton('保存草稿').disabled).toBe(true)
})

it('shows what a colleague saved while nothing is changed here, and keeps what is', async () => {
  await open()
  const reread = async (name: string) => {
    detail = makeDetail({ rules: makeRules({ steps: [{ ...makeRules().steps[0]!, name }] }) })
    await act(() => served.client.invalidateQueries())
    await settle()
  }
  await reread('同事改的')
  expect(getField('步骤名称').value).toBe('同事改的')
  await typeInto(getField('步骤名称'), '自己改的')
  await reread('同事又改的')
  expect(getField('步骤名称').value).toBe('自己改的')
  await press('放弃改动')
  expect(getField('步骤名称').value).toBe('同事又改的')
})

it('keeps the ratio while its field is empty, and the settings of a kind that is chosen again', async () => {
  const rules = makeRules()
  detail = makeDetail({ rules: changeStep(rules, rules.steps[0]!, { mode: 'ratio', ratio: 0.6 } as Partial<FlowStep>) })
  await open()
  await typeInto(getField('同意比例'), '')
  expect(getField('同意比例').value).toBe('')
  await typeInto(getField('同意比例'), '50')
  await click(cardOf('head'))
  const choose = async (kind: string) => {
    const select = document.querySelector<HTMLSelectElement>('select[aria-label=审批人]')!
    await act(async () => {
      select.value = kind
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  await choose('organisation-head')
  expect(cardOf('head').textContent).toContain('单位负责人')
  await choose('member')
  expect(cardOf('head').textContent).toContain('王强')
  await save()
  expect(saved.at(-1)!.rules.steps[0]).toMatchObject({ mode: 'ratio', ratio: 0.5 })
})

it('sets a condition and reads it back as a sentence', async () => {
  await open()
  await press('设置条件')
  await typeInto(document.querySelector<HTMLElement>('[aria-label=条件的值]')!, '3')
  expect(getPageText()).toContain('天数 大于 3 时经过此步骤，否则跳过。')
  await save()
  expect(saved.at(-1)!.rules.steps[0]!.when).toEqual({ field: 'days', op: 'gt', value: 3 })
})

it('stores numbers of conditions as numbers, however they are typed', async () => {
  await open()
  await press('设置条件')
  const value = () => document.querySelector<HTMLInputElement>('[aria-label=条件的值]')!
  for (const [typed, shown, stored] of [
    ['3天', '3', 3],
    ['1,000', '1000', 1000],
    ['3.', '3.', 3],
    ['2.50', '2.50', 2.5],
  ] as const) {
    await typeInto(value(), typed)
    expect(value().value).toBe(shown)
    await save()
    expect(saved.at(-1)!.rules.steps[0]!.when).toEqual({ field: 'days', op: 'gt', value: stored })
  }
  await typeInto(value(), '天')
  await save()
  expect(cardOf('department').textContent).toContain('条件没有填写完整')
})

it('shows the values of 属于 that are stored', async () => {
  const rules = makeRules()
  const when = { field: 'kind', op: 'in', value: ['病假', '产假'] } as const
  detail = makeDetail({
    rules: changeStep(rules, rules.steps[0]!, { when: { ...when, value: [...when.value] } } as Partial<FlowStep>),
  })
  await open()
  const value = () => document.querySelector<HTMLInputElement>('[aria-label=条件的值]')!
  expect(value().value).toBe('病假、产假')
  await typeInto(value(), '病假，')
  expect(value().value).toBe('病假，')
  await press('撤销一步')
  expect(value().value).toBe('病假、产假')
})

it('does not offer what personnel subjects refuse, with the reason', async () => {
  detail = makeDetail({ flag: 'personnel' })
  await open()
  const pass = document.querySelector<HTMLOptionElement>('option[value=pass]')!
  const self = document.querySelector<HTMLOptionElement>('option[value=self]')!
  expect([pass.disabled, self.disabled]).toEqual([true, true])
  expect(getPageText()).toContain('人事、财务类业务不允许本人审批本人')
})

it('does not offer to return a record that cannot be sent again', async () => {
  detail = makeDetail({ mayReturn: false })
  await open()
  expect(getPageText()).not.toContain('退回申请人')
  expect(getPageText()).not.toContain('可以退回')
})

it('shows what the server refuses at its step', async () => {
  await open()
  await typeInto(getField('步骤名称'), '部门负责人审批')
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes('defSave')
      ? Response.json({
          ret: -1,
          msg: '',
          data: { errors: [{ field: 'steps', msg: '节点“校长审批”的审批人类型不存在' }] },
        })
      : fetch(address, init),
  )
  await save()
  expect(cardOf('head').textContent).toContain('节点“校长审批”的审批人类型不存在')
  expect(cardOf('head').getAttribute('aria-current')).toBe('step')
})

it('tries the rules that are not saved yet: who decides, and what is skipped', async () => {
  await open()
  await typeInto(getField('步骤名称'), '教研组审批')
  await press('试运行')
  await press('试运行')
  expect(getPageText()).toContain('请选择申请人')
  await press('选择applicant')
  await typeInto(getField('天数'), '2')
  await press('试运行')
  expect(tried).toMatchObject([{ applicant: people.head, values: { days: 2, isPaid: false } }])
  expect((tried as { rules: FlowRules }[])[0]!.rules.steps[0]!.name).toBe('教研组审批')
  expect(getPageText()).toContain('财务跳过天数 大于 3 不满足')
  expect(served.callsTo('/api/flow/defSave')).toEqual([])
})

it('publishes the draft after it says how many requests end on their old version', async () => {
  detail = makeDetail({ draftId: '0190a0b0-0000-7000-8000-0000000000d2' })
  await open()
  await press('发布')
  expect(getPageText()).toContain('30 件进行中的申请仍按原来的版本办完')
  await press('发布')
  expect(served.callsTo('/api/flow/defPublish')).toMatchObject([{ body: { id: detail.draftId } }])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('is read-only where the organisation above decides', async () => {
  detail = makeDetail({ isLocked: true, origin: 'above', originName: '云禾区教育局' })
  await open()
  expect(getPageText()).toContain('由云禾区教育局统一设置，下级必须使用')
  for (const name of ['保存草稿', '发布', '停用', '在此添加步骤']) expect(hasButton(name)).toBe(false)
  await click(cardOf('head'))
  expect(getPageText()).toContain('24 小时，超时提醒')
})

it('asks before leaving unsaved work', async () => {
  await open()
  await typeInto(getField('步骤名称'), '改过的名称')
  await press('全部流程')
  expect(getPageText()).toContain('内容还没有保存')
  await press('放弃修改')
  expect(getPageText()).toContain('30 件进行中')
})

it('shows the steps, then one step, on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  expect(cardOf('head')).not.toBeNull()
  await click(cardOf('head'))
  expect(cardOf('head')).toBeNull()
  expect(getField('步骤名称').value).toBe('校长审批')
  await press('全部步骤')
  expect(cardOf('head')).not.toBeNull()
})
