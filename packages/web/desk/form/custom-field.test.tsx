import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { getButton, click, getField, createTestRoot, getPageText, typeInto } from '../test-root.fixture.tsx'
import type { ControlProps } from './controls/control-props.ts'
import { FormDialog } from './form-dialog.tsx'
import type { FormSpec } from './form-spec.ts'

const schema = z.object({ name: z.string(), parts: z.array(z.string()) })
type Values = z.infer<typeof schema>

let stage: ReturnType<typeof createTestRoot>
let sent: Values[]

/** A custom control: it counts its presses, and is busy until its prop changes. */
function Counter({ control, onChange, onPending, isBusy }: ControlProps & { isBusy: boolean }) {
  const [count, setCount] = useState(0)
  useEffect(() => onPending(isBusy ? '零件正在清点' : undefined))
  const press = () => {
    setCount(count + 1)
    onChange(Array.from({ length: count + 1 }, (_, at) => `零件${at + 1}`))
  }
  return (
    <button id={control.id} type="button" onClick={press}>
      添加第 {count + 1} 个
    </button>
  )
}

/** The specification is created with every render: the control in it must keep its state. */
const formOf = (isBusy: boolean): FormSpec<Values> => ({
  schema,
  initial: () => ({ name: '', parts: [] }),
  sections: [
    {
      fields: [
        { name: 'name', label: '名称', kind: 'text' },
        {
          name: 'parts',
          label: '零件',
          kind: 'custom',
          required: true,
          draw: (props) => <Counter {...props} isBusy={isBusy} />,
        },
      ],
    },
  ],
})
const show = (isBusy: boolean) =>
  stage.show(
    <FormDialog
      title="清单"
      form={formOf(isBusy)}
      submit={async (values) => void sent.push(values)}
      onClose={() => {}}
    />,
  )

beforeEach(() => {
  stage = createTestRoot()
  sent = []
})
afterEach(() => stage.close())

it('takes its value from a custom control', async () => {
  await show(false)
  await click(getButton('添加第 1 个'))
  await typeInto(getField('名称'), '打印机')
  await show(false)
  await click(getButton('添加第 2 个'))
  await click(getButton('保存'))
  expect(sent).toEqual([{ name: '打印机', parts: ['零件1', '零件2'] }])
})

it('is reported as missing when it is empty, like any other field', async () => {
  await show(false)
  await click(getButton('保存'))
  expect(getPageText()).toContain('请选择零件')
})

it('is not sent while the control is pending, and shows that only on submission', async () => {
  await show(true)
  await click(getButton('添加第 1 个'))
  getField('名称').focus()
  expect(getPageText()).not.toContain('零件正在清点')
  await click(getButton('保存'))
  expect(getPageText()).toContain('零件正在清点')
  expect(sent).toEqual([])
  await show(false)
  expect(getPageText()).not.toContain('零件正在清点')
  await click(getButton('保存'))
  expect(sent).toHaveLength(1)
})

it('shows no title for a section without visible fields', async () => {
  const spec: FormSpec<Values> = {
    ...formOf(false),
    sections: [
      { fields: [{ name: 'name', label: '名称', kind: 'text' }] },
      { title: '零件清单', fields: [{ name: 'parts', label: '零件', kind: 'text', when: ({ name }) => name !== '' }] },
    ],
  }
  await stage.show(<FormDialog title="清单" form={spec} submit={async () => {}} onClose={() => {}} />)
  const section = () => document.querySelector<HTMLElement>('[aria-label=零件清单]')!
  expect(section().hidden).toBe(true)
  await typeInto(getField('名称'), '打印机')
  expect(section().hidden).toBe(false)
})
