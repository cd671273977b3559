import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { CodeRowContext, type CodeRowProps, type StepUpProof } from '../step-up.tsx'
import { defineListPage } from './list-page.tsx'
import { formAction, type RowAction, type FormAction, type DialogAction, type Targets } from './list-spec.ts'
import {
  clickByName,
  getByName,
  openPage,
  listRowNames,
  createSchoolList,
  createSchools,
  settle,
  getListText,
  typeText,
  type School,
  type FakeServer,
} from './testing/open-list.tsx'

const schema = z.object({ suffix: z.string().trim().min(1, '请填写后缀').max(4, '后缀不超过4字') })
type Values = z.output<typeof schema>

let server: FakeServer
let close: () => Promise<void>
let requests: string[][]
let done: { targets: Targets; values: Values }[]
let rowsOfRun: string[]
let refusal: CallError | undefined

const rename: FormAction<School, Values> = {
  key: 'rename',
  label: '改名…',
  permission: 'school.close',
  done: (count) => `已改名 ${count} 所学校`,
  createForm: (_, rows) => {
    requests.push(rows.map(({ name }) => name))
    return {
      schema,
      initial: () => ({ suffix: '' }),
      sections: [{ fields: [{ name: 'suffix', label: '后缀', kind: 'text', required: true }] }],
    }
  },
  run: async (targets, values, _proof, rows) => {
    if (refusal) throw refusal
    rowsOfRun = rows.map(({ name }) => name)
    done.push({ targets, values })
    const isMeant = ({ id }: School) => 'ids' in targets && targets.ids.includes(id)
    server.schools = server.schools.map((one) => (isMeant(one) ? { ...one, name: one.name + values.suffix } : one))
  },
}
const previewed: FormAction<School, Values> = {
  ...rename,
  preview: async (targets, { suffix }) => {
    if (suffix === '坏') {
      const data = { errors: [{ field: 'suffix', msg: '不能用这个字' }] }
      throw new CallError({ ret: Ret.invalid, msg: '', status: 200, data })
    }
    const count = 'ids' in targets ? targets.ids.length : 0
    const changes = [{ label: '名称', before: '学校', after: `学校${suffix}` }]
    return { count, names: ['学校1'], changes, consequences: [] }
  },
}

const open = async (...actions: RowAction<School>[]) => {
  close = await openPage(defineListPage<School>({ ...createSchoolList(server), actions }))
}
const field = () => document.querySelector<HTMLInputElement>('dialog input')!
const title = () => document.querySelector('dialog h2')?.textContent
/** Waits for a dialog that is loaded first. */
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle()
  expect(ready()).toBe(true)
}
const send = async () => {
  await act(async () =>
    document.querySelector('dialog form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  await settle()
}

beforeAll(() => import('./form-action-dialog.tsx'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  server = { schools: createSchools(3), requests: [], done: [], fault: undefined }
  requests = []
  done = []
  refusal = undefined
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

it('asks with a form in its dialog, validates it by its own rules, and runs with its values', async () => {
  await open(formAction(rename))
  await clickByName('更多操作 学校2')
  await clickByName('改名…')
  await until(() => title() === '改名：学校2')
  expect(requests).toEqual([['学校2']])
  await send()
  expect(getListText()).toContain('请填写后缀')
  await typeText(field(), ' 东 ')
  await send()
  await until(() => title() === undefined)
  expect(done).toEqual([{ targets: { ids: ['s2'] }, values: { suffix: '东' } }])
  expect(getListText()).toContain('已改名 1 所学校')
  await until(() => listRowNames()[1] === '学校2东')
})

it('has its own button in rows that are not edited, if it is primary, and is not in the menu then', async () => {
  const agree = { ...rename, key: 'agree', label: '同意', isSingle: true, isPrimary: true }
  const isSecond = ({ id }: School) => id === 's2'
  await open(formAction({ ...agree, when: isSecond }), formAction({ ...rename, isSingle: true }))
  expect(() => getByName('同意 学校1')).toThrow('nothing is called')
  await clickByName('更多操作 学校2')
  expect(getListText()).toContain('改名…')
  expect([...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)).toEqual(['改名…'])
  await clickByName('同意 学校2')
  await until(() => title() === '同意：学校2')
  expect(requests).toEqual([['学校2']])
})

it('asks once for all ticked rows', async () => {
  await open(formAction(rename))
  await clickByName('选择 学校1')
  await clickByName('选择 学校3')
  await clickByName('改名…')
  await until(() => title() === '改名：2 所学校')
  expect(requests).toEqual([['学校1', '学校3']])
  await typeText(field(), '北')
  await send()
  await until(() => title() === undefined)
  expect(done[0]?.targets).toEqual({ ids: ['s1', 's3'] })
  expect(rowsOfRun).toEqual(['学校1', '学校3'])
  expect(getListText()).not.toContain('已选')
})

it('shows a preview with the values, and going back restores them', async () => {
  await open(formAction(previewed))
  await clickByName('更多操作 学校1')
  await clickByName('改名…')
  await until(() => title() !== undefined)
  await typeText(field(), '西')
  await send()
  await until(() => getListText().includes('学校 → 学校西'))
  expect(done).toEqual([])
  await clickByName('上一步')
  await until(() => document.querySelector('dialog input') !== null)
  expect(field().value).toBe('西')
  await send()
  await until(() => getListText().includes('学校 → 学校西'))
  await clickByName('改名（1 所）')
  await until(() => title() === undefined)
  expect(done).toEqual([{ targets: { ids: ['s1'] }, values: { suffix: '西' } }])
})

it('shows at the field why the preview was refused', async () => {
  await open(formAction(previewed))
  await clickByName('更多操作 学校1')
  await clickByName('改名…')
  await until(() => title() !== undefined)
  await typeText(field(), '坏')
  await send()
  await until(() => getListText().includes('不能用这个字'))
  expect(document.querySelector('dialog input')).not.toBeNull()
})

it('stays open when it is refused, and shows the reason', async () => {
  refusal = new CallError({ ret: Ret.refused, msg: '本月不能改名', status: 200 })
  await open(formAction(rename), formAction({ ...previewed, key: 'slow', label: '慢慢改名…' }))
  await clickByName('更多操作 学校1')
  await clickByName('改名…')
  await until(() => title() !== undefined)
  await typeText(field(), '西')
  await send()
  await until(() => getListText().includes('本月不能改名'))
  await clickByName('取消')
  await clickByName('放弃修改')
  await until(() => title() === undefined)
  await clickByName('更多操作 学校1')
  await clickByName('慢慢改名…')
  await until(() => title() !== undefined)
  await typeText(field(), '西')
  await send()
  await until(() => getListText().includes('学校 → 学校西'))
  await clickByName('慢慢改名（1 所）')
  await until(() => document.querySelector('dialog [role=alert]')?.textContent === '本月不能改名')
  refusal = undefined
  await clickByName('慢慢改名（1 所）')
  await until(() => title() === undefined)
  expect(done).toHaveLength(1)
})

it('asks for a code where the server requires one first, and continues with it', async () => {
  const proofs: (StepUpProof | undefined)[] = []
  const guarded: FormAction<School, Values> = {
    ...previewed,
    run: async (targets, values, proof) => {
      proofs.push(proof)
      const data = { msgId: `m${proofs.length}`, phone: '138****0001' }
      if (!proof) throw new CallError({ ret: Ret.secondStepNeeded, msg: '请先完成短信验证', status: 200, data })
      if (proof.code !== '123456') throw new CallError({ ret: Ret.refused, msg: '验证码错误', status: 200 })
      done.push({ targets, values })
    },
  }
  const List = defineListPage<School>({ ...createSchoolList(server), actions: [formAction(guarded)] })
  const Code = ({ challenge, error, value, onChange }: CodeRowProps) => (
    <label>
      {`${challenge.phone} 收到的验证码`}
      <input name="code" value={value} onChange={onChange} />
      <span role="alert">{error}</span>
    </label>
  )
  close = await openPage(() => (
    <CodeRowContext value={Code}>
      <List />
    </CodeRowContext>
  ))
  await clickByName('更多操作 学校1')
  await clickByName('改名…')
  await until(() => title() !== undefined)
  await typeText(field(), '西')
  await send()
  await until(() => getListText().includes('学校 → 学校西'))
  await clickByName('改名（1 所）')
  await until(() => getListText().includes('138****0001 收到的验证码'))
  await send()
  expect(getListText()).toContain('请输入6位验证码')
  await typeText(field(), '000000')
  await send()
  await until(() => getListText().includes('验证码错误'))
  expect(field().value).toBe('')
  await typeText(field(), '123456')
  await send()
  await until(() => title() === undefined)
  expect(proofs.map((proof) => proof?.msgId)).toEqual([undefined, 'm1', 'm1'])
  expect(done).toEqual([{ targets: { ids: ['s1'] }, values: { suffix: '西' } }])
})

it('keeps an action for one row away from the selection, and opens its own dialog', async () => {
  const merge: DialogAction<School> = {
    key: 'merge',
    label: '合并…',
    permission: 'school.close',
    isSingle: true,
    open: ({ name }, page) => (
      <dialog open>
        <h2>{`合并 ${name}`}</h2>
        <button type="button" onClick={page.close}>
          算了
        </button>
      </dialog>
    ),
  }
  await open(merge)
  expect(document.querySelector('tbody input')).toBeNull()
  await clickByName('更多操作 学校2')
  await clickByName('合并…')
  await until(() => title() === '合并 学校2')
  await clickByName('算了')
  expect(title()).toBeUndefined()
  await close()
  await open(merge, formAction(rename))
  await clickByName('选择 学校1')
  expect(() => getByName('合并…')).toThrow()
})
