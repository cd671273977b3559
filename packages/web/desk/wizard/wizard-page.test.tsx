import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import type { FormSpec } from '../form/form-spec.ts'
import { createMemoryPreferenceStore } from '../gallery/memory-preference-store.ts'
import type { SavedDraft } from '../preference-store.ts'
import {
  getButton,
  click,
  getField,
  hasButton,
  createTestRoot,
  pressKey,
  getPageText,
  typeInto,
} from '../test-root.fixture.tsx'
import type { WizardStep } from './wizard-spec.ts'
import { WizardPage } from './wizard-page.tsx'

interface NewSchool {
  school: { name: string; password: string }
  term: { name: string }
  isRead: boolean
}
const schoolForm: FormSpec<NewSchool['school']> = {
  schema: z.object({ name: z.string().min(1, '请输入学校名称'), password: z.string() }),
  initial: () => ({ name: '', password: '' }),
  sections: [
    {
      fields: [
        { name: 'name', label: '学校名称', kind: 'text', required: true },
        { name: 'password', label: '初始密码', kind: 'password' },
      ],
    },
  ],
}
const termForm: FormSpec<NewSchool['term']> = {
  schema: z.object({ name: z.string().min(1, '请输入学期') }),
  initial: () => ({ name: '' }),
  sections: [{ fields: [{ name: 'name', label: '学期', kind: 'text', required: true }] }],
}
const steps: readonly WizardStep<NewSchool>[] = [
  { key: 'school', title: '学校', form: schoolForm },
  { key: 'term', title: '学期', form: termForm, canSkip: true },
  {
    key: 'look',
    title: '核对',
    check: ({ isRead }) => (isRead ? undefined : '请先核对'),
    body: ({ state, change }) => (
      <button type="button" onClick={() => change({ isRead: true })}>
        {`已核对 ${state.school.name}`}
      </button>
    ),
  },
]

let stage: ReturnType<typeof createTestRoot>
let drafts: Record<string, SavedDraft>
let finish: (state: NewSchool) => Promise<void>
let events: string[]

const open = (more: { confirm?: () => Promise<boolean>; isFinishDisabled?: boolean } = {}) =>
  stage.show(
    <WizardPage
      {...more}
      title="开通学校"
      steps={steps}
      initial={() => ({ school: schoolForm.initial(), term: termForm.initial(), isRead: false })}
      resumeKey="school"
      finish={(state) => finish(state)}
      finishLabel="开通"
      onDone={() => events.push('done')}
      onCancel={() => events.push('cancel')}
    />,
  )
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const here = () => document.querySelector('[aria-current=step]')?.textContent

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-14T02:32:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  drafts = {}
  events = []
  finish = () => Promise.resolve()
  stage = createTestRoot(createMemoryPreferenceStore(drafts))
})
afterEach(async () => {
  await stage.close()
  vi.useRealTimers()
})

it('continues only when the step is valid by itself', async () => {
  await open()
  await click(getButton('下一步：学期'))
  expect(here()).toBe('1学校')
  expect(getPageText()).toContain('请输入学校名称')
  await typeInto(getField('学校名称'), '明湖三小')
  await click(getButton('下一步：学期'))
  expect(here()).toBe('2学期')
})

it('Alt+→ continues and Alt+← goes back, and the typed values are kept', async () => {
  await open()
  await pressKey('ArrowRight', { altKey: true })
  expect(here()).toBe('1学校')
  await typeInto(getField('学校名称'), '明湖三小')
  await pressKey('ArrowRight', { altKey: true })
  expect(here()).toBe('2学期')
  await pressKey('ArrowLeft', { altKey: true })
  expect(here()).toBe('1学校')
  expect(getField('学校名称').value).toBe('明湖三小')
})

it('an optional step is marked as skipped, and no longer after it was answered', async () => {
  await open()
  expect(hasButton('跳过')).toBe(false)
  await typeInto(getField('学校名称'), '明湖三小')
  await click(getButton('下一步：学期'))
  await click(getButton('跳过'))
  expect(here()).toBe('3核对')
  expect(getPageText()).toContain('已跳过')
  await click(getButton('学期已跳过'))
  await typeInto(getField('学期'), '第一学期')
  await click(getButton('下一步：核对'))
  expect(getPageText()).not.toContain('已跳过')
})

it('asks for confirmation before the end, and stays when it is refused', async () => {
  const answers = [false, true]
  let finished = 0
  finish = async () => void finished++
  await open({ confirm: async () => answers.shift()! })
  await typeInto(getField('学校名称'), '明湖三小')
  await click(getButton('下一步：学期'))
  await click(getButton('跳过'))
  await click(getButton('已核对 明湖三小'))
  await click(getButton('开通'))
  expect([finished, events]).toEqual([0, []])
  expect(here()).toBe('3核对')
  await click(getButton('开通'))
  expect([finished, events]).toEqual([1, ['done']])
})

it('disables the finish button while it is not allowed', async () => {
  await open({ isFinishDisabled: true })
  await typeInto(getField('学校名称'), '明湖三小')
  expect(getButton('下一步：学期').disabled).toBe(false)
  await click(getButton('下一步：学期'))
  await click(getButton('跳过'))
  expect(getButton('开通').disabled).toBe(true)
})

it('stores progress without passwords, and shows that the user may leave', async () => {
  await open()
  await typeInto(getField('初始密码'), 'Qinghe-Luye-2026')
  await typeInto(getField('学校名称'), '明湖三小')
  await click(getButton('下一步：学期'))
  await wait(3000)
  expect(drafts['school']?.value).toMatchObject({ at: 1, state: { school: { name: '明湖三小' } } })
  expect(JSON.stringify(drafts)).not.toContain('Chenguang')
  expect(getPageText()).toContain('进度已保存，可随时离开')
})

it('is resumed where it was left, after the page was closed in the middle', async () => {
  await open()
  await typeInto(getField('学校名称'), '明湖三小')
  await click(getButton('下一步：学期'))
  await typeInto(getField('学期'), '第一')
  await stage.show(null)
  await open()
  expect(here()).toBe('2学期')
  expect(getField('学期').value).toBe('第一')
  expect(getPageText()).toContain('已回到上次离开的地方（10:32 保存）')
  await click(getButton('重新开始'))
  expect(here()).toBe('1学校')
  expect(getField('学校名称').value).toBe('')
  expect(drafts).toEqual({})
})

it('finishes once, and deletes the progress', async () => {
  const sent: NewSchool[] = []
  let answer = () => {}
  finish = (state) => {
    sent.push(state)
    return new Promise((done) => (answer = done))
  }
  await open()
  await typeInto(getField('学校名称'), '明湖三小')
  await click(getButton('下一步：学期'))
  await click(getButton('跳过'))
  await click(getButton('开通'))
  expect(getPageText()).toContain('请先核对')
  await click(getButton('已核对 明湖三小'))
  await click(getButton('开通'))
  await pressKey('ArrowRight', { altKey: true })
  expect(sent).toHaveLength(1)
  await act(async () => answer())
  expect(events).toEqual(['done'])
  expect(drafts).toEqual({})
})

it('shows a refusal at the end, and loses nothing', async () => {
  finish = () => Promise.reject(new CallError({ ret: Ret.refused, msg: '学校代码已被使用', status: 200 }))
  await open()
  await typeInto(getField('学校名称'), '明湖三小')
  await click(getButton('下一步：学期'))
  await click(getButton('跳过'))
  await click(getButton('已核对 明湖三小'))
  await click(getButton('开通'))
  expect(getPageText()).toContain('学校代码已被使用')
  expect(events).toEqual([])
  await wait(3000)
  expect(drafts).toHaveProperty('school')
})

it('shows the steps as a bar on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  expect(here()).toBe('学校')
  expect(getButton('核对').disabled).toBe(true)
})

it('sends a step to the server before the next one, and stays where it is refused', async () => {
  const finishedTerms: string[] = []
  let isRefused = true
  await stage.show(
    <WizardPage<{ name: string }>
      title="学年升级"
      steps={[
        {
          key: 'plan',
          title: '方案',
          body: () => '方案',
          leave: async ({ name }) => {
            finishedTerms.push(name)
            if (isRefused) throw new CallError({ ret: Ret.refused, msg: '方案已被他人修改', status: 200 })
          },
        },
        { key: 'confirm', title: '确认', body: () => '180 人毕业' },
      ]}
      initial={() => ({ name: '2027' })}
      resumeKey="year"
      finish={() => Promise.resolve()}
      onDone={() => {}}
      onCancel={() => {}}
    />,
  )
  expect(finishedTerms).toEqual([])
  await click(getButton('下一步：确认'))
  expect(getPageText()).toContain('方案已被他人修改')
  expect(here()).toBe('1方案')
  isRefused = false
  await click(getButton('下一步：确认'))
  expect(here()).toBe('2确认')
  expect(finishedTerms).toEqual(['2027', '2027'])
})
