import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CallError } from '#packages/web/core/call-error.ts'
import type { FormSpec, RowsSpec } from '#packages/web/core/form/form-spec.ts'
import { Ret } from '#packages/core/ret.ts'
import { FormPage as PhoneForm } from '#packages/web/light/form/form-page.tsx'
import { blurField, click, createTestRoot, getButton, getPageText, pressKey, typeInto } from '../test-root.fixture.tsx'
import { FormDialog } from './form-dialog.tsx'

const schema = z.object({
  title: z.string(),
  parts: z.array(z.object({ name: z.string().max(4, '名称不超过4字'), count: z.number().nullable() })),
})
type Values = z.infer<typeof schema>

const parts: RowsSpec<Values['parts'][number]> = {
  add: '新建零件',
  min: 1,
  max: 3,
  create: (rows) => ({ name: `零件${rows.length + 1}`, count: null }),
  cells: [
    { name: 'name', label: '名称', kind: 'text', required: true, tidy: (typed) => typed.trim() },
    { name: 'count', label: '数量', kind: 'number', columnWidth: 80 },
  ],
}
const form: FormSpec<Values> = {
  schema,
  initial: () => ({ title: '', parts: [{ name: '螺丝', count: 2 }] }),
  sections: [{ fields: [{ name: 'parts', label: '零件', kind: 'rows', rows: parts }] }],
}

let stage: ReturnType<typeof createTestRoot>
const submit = vi.fn<(values: Values) => Promise<void>>()
beforeEach(() => {
  stage = createTestRoot()
  submit.mockReset().mockResolvedValue()
})
afterEach(() => stage.close())

const cell = (row: number, label: string) =>
  document.querySelector<HTMLInputElement>(`[aria-label="第 ${row} 行${label}"]`)!

it('adds and removes rows by button and with Enter, and keeps the focus in them', async () => {
  await stage.show(<FormDialog title="清单" form={form} submit={submit} onClose={() => {}} />)
  expect(getButton('移除第 1 行').disabled).toBe(true)
  await click(getButton('新建零件'))
  expect(document.activeElement).toBe(cell(2, '名称'))
  await typeInto(cell(2, '名称'), ' 螺母 ')
  await blurField(cell(2, '名称'))
  expect(cell(2, '名称').value).toBe('螺母')
  await act(async () => cell(2, '数量').focus())
  await pressKey('Enter')
  expect(document.activeElement).toBe(cell(3, '数量'))
  expect(getButton('新建零件').disabled).toBe(true)
  expect(submit).not.toHaveBeenCalled()
  await click(getButton('移除第 2 行'))
  expect(document.activeElement).toBe(getButton('移除第 2 行'))
  await click(getButton('保存'))
  expect(submit.mock.lastCall![0].parts).toEqual([
    { name: '螺丝', count: 2 },
    { name: '零件3', count: null },
  ])
})

it('shows an error at its cell, that of the form and that of the server', async () => {
  await stage.show(<FormDialog title="清单" form={form} submit={submit} onClose={() => {}} />)
  await click(getButton('新建零件'))
  await typeInto(cell(2, '名称'), '很长的名称')
  await click(getButton('保存'))
  expect(cell(2, '名称').getAttribute('aria-invalid')).toBe('true')
  expect(cell(1, '名称').getAttribute('aria-invalid')).toBe('false')
  expect(document.activeElement).toBe(cell(2, '名称'))
  expect(document.getElementById(cell(2, '名称').getAttribute('aria-describedby')!)!.textContent).toBe('名称不超过4字')
  expect(getPageText()).toContain('第 2 行：名称不超过4字')
  await typeInto(cell(2, '名称'), '螺母')
  submit.mockRejectedValue(
    new CallError({
      ret: Ret.invalid,
      msg: '填写有误',
      status: 200,
      data: { errors: [{ field: 'parts.0.count', msg: '库存不足' }] },
    }),
  )
  await click(getButton('保存'))
  expect(cell(1, '数量').getAttribute('aria-invalid')).toBe('true')
})

it('has the same rows on a phone', async () => {
  await stage.show(
    <PhoneForm
      title="清单"
      form={form as never}
      submit={async (values) => submit(schema.parse(values))}
      onClose={() => {}}
    />,
  )
  const names = () => [...document.querySelectorAll<HTMLInputElement>('input[name=name]')]
  await click(getButton('新建零件'))
  expect(document.activeElement).toBe(names()[1])
  await typeInto(names()[1]!, '')
  await click(getButton('保存'))
  expect(names().map((input) => input.getAttribute('aria-invalid'))).toEqual(['false', 'true'])
  expect(getPageText()).toContain('请输入名称')
  await click(getButton('移除零件 1'))
  await typeInto(names()[0]!, '螺母')
  await click(getButton('保存'))
  expect(submit.mock.lastCall![0].parts).toEqual([{ name: '螺母', count: null }])
})

it('tells on a phone what was refused about something that the form does not show', async () => {
  const errors = [
    { field: 'parts.0.name', msg: '没有这种零件' },
    { field: 'title', msg: '清单已存在' },
  ]
  submit.mockRejectedValue(new CallError({ ret: Ret.invalid, msg: '没有这种零件', status: 200, data: { errors } }))
  await stage.show(
    <PhoneForm
      title="清单"
      form={form as never}
      submit={async (values) => submit(schema.parse(values))}
      onClose={() => {}}
    />,
  )
  await click(getButton('保存'))
  expect(
    getPageText()
      .match(/没有这种零件|清单已存在/g)
      ?.toSorted(),
  ).toEqual(['没有这种零件', '清单已存在'])
})
