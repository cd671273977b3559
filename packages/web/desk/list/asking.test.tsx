import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { CodeRowContext, type CodeRowProps, type Proof } from '../proving.tsx'
import { defineListPage } from './list-page.tsx'
import { asking, type Act, type AskingAct, type OpeningAct, type Targets } from './spec.ts'
import {
  click,
  named,
  openPage,
  rowNames,
  schoolList,
  schoolsOf,
  settle,
  text,
  type,
  type School,
  type Server,
} from './testing/open-list.tsx'

const schema = z.object({ suffix: z.string().trim().min(1, '请填写后缀').max(4, '后缀不超过4字') })
type Values = z.output<typeof schema>

let server: Server
let close: () => Promise<void>
let asked: string[][]
let done: { targets: Targets; values: Values }[]
let refusal: CallError | undefined

const rename: AskingAct<School, Values> = {
  key: 'rename',
  label: '改名…',
  permission: 'school.close',
  done: (count) => `已改名 ${count} 所学校`,
  ask: (_, rows) => {
    asked.push(rows.map(({ name }) => name))
    return {
      schema,
      initial: () => ({ suffix: '' }),
      sections: [{ fields: [{ name: 'suffix', label: '后缀', kind: 'text', required: true }] }],
    }
  },
  run: async (targets, values) => {
    if (refusal) throw refusal
    done.push({ targets, values })
    const isMeant = ({ id }: School) => 'ids' in targets && targets.ids.includes(id)
    server.schools = server.schools.map((one) => (isMeant(one) ? { ...one, name: one.name + values.suffix } : one))
  },
}
const foretold: AskingAct<School, Values> = {
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

const open = async (...acts: Act<School>[]) => {
  close = await openPage(defineListPage<School>({ ...schoolList(server), acts }))
}
const field = () => document.querySelector<HTMLInputElement>('dialog input')!
const title = () => document.querySelector('dialog h2')?.textContent
/** Things come when they come: a dialog is fetched first. */
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

beforeAll(() => import('./ask-dialog.tsx'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  server = { schools: schoolsOf(3), asked: [], done: [], fault: undefined }
  asked = []
  done = []
  refusal = undefined
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

it('asks with a form in its dialog, checks it by its own rules, and is done with what was filled in', async () => {
  await open(asking(rename))
  await click('更多操作 学校2')
  await click('改名…')
  await until(() => title() === '改名：学校2')
  expect(asked).toEqual([['学校2']])
  await send()
  expect(text()).toContain('请填写后缀')
  await type(field(), ' 东 ')
  await send()
  await until(() => title() === undefined)
  expect(done).toEqual([{ targets: { ids: ['s2'] }, values: { suffix: '东' } }])
  expect(text()).toContain('已改名 1 所学校')
  await until(() => rowNames()[1] === '学校2东')
})

it('has a button of its own in rows that are not edited, if it is done so often, and is in the menu no longer', async () => {
  const agree = { ...rename, key: 'agree', label: '同意', isSingle: true, isUsual: true }
  const isSecond = ({ id }: School) => id === 's2'
  await open(asking({ ...agree, when: isSecond }), asking({ ...rename, isSingle: true }))
  expect(() => named('同意 学校1')).toThrow('nothing is called')
  await click('更多操作 学校2')
  expect(text()).toContain('改名…')
  expect([...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)).toEqual(['改名…'])
  await click('同意 学校2')
  await until(() => title() === '同意：学校2')
  expect(asked).toEqual([['学校2']])
})

it('is asked once for all that are ticked', async () => {
  await open(asking(rename))
  await click('选择 学校1')
  await click('选择 学校3')
  await click('改名…')
  await until(() => title() === '改名：2 所学校')
  expect(asked).toEqual([['学校1', '学校3']])
  await type(field(), '北')
  await send()
  await until(() => title() === undefined)
  expect(done[0]?.targets).toEqual({ ids: ['s1', 's3'] })
  expect(text()).not.toContain('已选')
})

it('shows what it would do with the answers, and the way back finds them as they were', async () => {
  await open(asking(foretold))
  await click('更多操作 学校1')
  await click('改名…')
  await until(() => title() !== undefined)
  await type(field(), '西')
  await send()
  await until(() => text().includes('学校 → 学校西'))
  expect(done).toEqual([])
  await click('上一步')
  await until(() => document.querySelector('dialog input') !== null)
  expect(field().value).toBe('西')
  await send()
  await until(() => text().includes('学校 → 学校西'))
  await click('改名（1 所）')
  await until(() => title() === undefined)
  expect(done).toEqual([{ targets: { ids: ['s1'] }, values: { suffix: '西' } }])
})

it('says at the field what the trial run did not like', async () => {
  await open(asking(foretold))
  await click('更多操作 学校1')
  await click('改名…')
  await until(() => title() !== undefined)
  await type(field(), '坏')
  await send()
  await until(() => text().includes('不能用这个字'))
  expect(document.querySelector('dialog input')).not.toBeNull()
})

it('stays open when it is refused, and says why', async () => {
  refusal = new CallError({ ret: Ret.refused, msg: '本月不能改名', status: 200 })
  await open(asking(rename), asking({ ...foretold, key: 'slow', label: '慢慢改名…' }))
  await click('更多操作 学校1')
  await click('改名…')
  await until(() => title() !== undefined)
  await type(field(), '西')
  await send()
  await until(() => text().includes('本月不能改名'))
  await click('取消')
  await click('放弃修改')
  await until(() => title() === undefined)
  await click('更多操作 学校1')
  await click('慢慢改名…')
  await until(() => title() !== undefined)
  await type(field(), '西')
  await send()
  await until(() => text().includes('学校 → 学校西'))
  await click('慢慢改名（1 所）')
  await until(() => document.querySelector('dialog [role=alert]')?.textContent === '本月不能改名')
  refusal = undefined
  await click('慢慢改名（1 所）')
  await until(() => title() === undefined)
  expect(done).toHaveLength(1)
})

it('asks for a code where the server wants one first, and goes on with it', async () => {
  const proofs: (Proof | undefined)[] = []
  const guarded: AskingAct<School, Values> = {
    ...foretold,
    run: async (targets, values, proof) => {
      proofs.push(proof)
      const data = { msgId: `m${proofs.length}`, phone: '138****0001' }
      if (!proof) throw new CallError({ ret: Ret.secondStepNeeded, msg: '请先完成短信验证', status: 200, data })
      if (proof.code !== '123456') throw new CallError({ ret: Ret.refused, msg: '验证码错误', status: 200 })
      done.push({ targets, values })
    },
  }
  const List = defineListPage<School>({ ...schoolList(server), acts: [asking(guarded)] })
  const Code = ({ step, error, value, onChange }: CodeRowProps) => (
    <label>
      {`${step.phone} 收到的验证码`}
      <input name="code" value={value} onChange={onChange} />
      <span role="alert">{error}</span>
    </label>
  )
  close = await openPage(() => (
    <CodeRowContext value={Code}>
      <List />
    </CodeRowContext>
  ))
  await click('更多操作 学校1')
  await click('改名…')
  await until(() => title() !== undefined)
  await type(field(), '西')
  await send()
  await until(() => text().includes('学校 → 学校西'))
  await click('改名（1 所）')
  await until(() => text().includes('138****0001 收到的验证码'))
  await send()
  expect(text()).toContain('请输入6位验证码')
  await type(field(), '000000')
  await send()
  await until(() => text().includes('验证码错误'))
  expect(field().value).toBe('')
  await type(field(), '123456')
  await send()
  await until(() => title() === undefined)
  expect(proofs.map((proof) => proof?.msgId)).toEqual([undefined, 'm1', 'm1'])
  expect(done).toEqual([{ targets: { ids: ['s1'] }, values: { suffix: '西' } }])
})

it('keeps an act for one row away from what is ticked, and opens a dialog of its own', async () => {
  const merge: OpeningAct<School> = {
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
  await click('更多操作 学校2')
  await click('合并…')
  await until(() => title() === '合并 学校2')
  await click('算了')
  expect(title()).toBeUndefined()
  await close()
  await open(merge, asking(rename))
  await click('选择 学校1')
  expect(() => named('合并…')).toThrow()
})
