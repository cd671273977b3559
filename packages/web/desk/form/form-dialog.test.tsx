import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import {
  getButton,
  click,
  getField,
  hasButton,
  blurField,
  createTestRoot,
  pressKey,
  getAnnouncements,
  getPageText,
  typeInto,
} from '../test-root.fixture.tsx'
import { FormDialog } from './form-dialog.tsx'
import { filled, personForm, woman, type Person } from './person.fixture.ts'

let stage: ReturnType<typeof createTestRoot>
let sent: Person[]
let closed: number
let answer: () => Promise<void>

const open = (initial?: Person) =>
  stage.show(
    <FormDialog
      title="新建教师"
      form={personForm}
      initial={initial}
      submit={(values) => {
        sent.push(values)
        return answer()
      }}
      onClose={() => closed++}
    />,
  )

beforeEach(() => {
  stage = createTestRoot()
  sent = []
  closed = 0
  answer = () => Promise.resolve()
})
afterEach(() => stage.close())

const styles = (file: string) => readFileSync(resolve(import.meta.dirname, file), 'utf8')
const rule = (css: string, name: string) => new RegExp(`^\\.${name} \\{([^}]*)\\}`, 'm').exec(css)?.[1]

it('is 600 px wide and 5vh from the top, with labels of 100 px, by default', async () => {
  await open()
  const dialog = document.querySelector('dialog')!
  expect(dialog.className).toMatch(/dialog.*form/)
  const css = styles('../dialog.module.css')
  expect(rule(css, 'form')).toContain('width: 600px')
  expect(rule(css, 'dialog')).toContain('margin: 5vh auto auto')
  expect(rule(styles('form-row.module.css'), 'label')).toContain('width: 100px')
})

it('focuses the first field, not the close button', async () => {
  await open()
  expect(document.activeElement).toBe(getField('身份证号'))
})

it('validates before it submits', async () => {
  await open()
  await click(getButton('保存'))
  expect(sent).toEqual([])
  expect(getPageText()).toContain('身份证号不能为空')
  expect(getPageText()).toContain('请输入姓名')
  expect(getPageText()).toContain('请输入手机')
  expect(closed).toBe(0)
})

it('submits values that the schema has passed, and closes', async () => {
  await open({ ...filled, name: '  顾清和 ' })
  await click(getButton('保存'))
  expect(sent).toEqual([filled])
  expect(closed).toBe(1)
})

it('stays open when it is refused, and shows the reason', async () => {
  answer = () => Promise.reject(new CallError({ ret: Ret.refused, msg: '本学期已结束，不能新建', status: 200 }))
  await open(filled)
  await click(getButton('保存'))
  expect(closed).toBe(0)
  expect(getPageText()).toContain('本学期已结束，不能新建')
  expect(getAnnouncements('alert')).toBe('本学期已结束，不能新建')
})

it("shows the server's message about a field at that field, until it is changed", async () => {
  const errors = [{ field: 'phone', msg: '该手机号已被陈国栋使用' }]
  answer = () => Promise.reject(new CallError({ ret: Ret.invalid, msg: 'x', data: { errors }, status: 200 }))
  await open(filled)
  await click(getButton('保存'))
  expect(getField('手机').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(getField('手机'))
  expect(getPageText()).toContain('该手机号已被陈国栋使用')
  await typeInto(getField('手机'), '13801995013')
  expect(getPageText()).not.toContain('该手机号已被陈国栋使用')
})

it('clicking outside does not close it', async () => {
  await open()
  await act(async () => document.querySelector('dialog')!.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  expect(closed).toBe(0)
  expect(document.querySelector('dialog')!.getAttribute('closedby')).toBe('closerequest')
})

const escape = () => pressKey('Escape', {}, getField('姓名'))

it('closes at Escape when nothing was typed', async () => {
  await open()
  await escape()
  expect(closed).toBe(1)
})

it('the back button of a phone closes it like Escape', async () => {
  await open()
  await act(async () => document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(closed).toBe(1)
})

it('asks at Escape when something was typed, and can stay open', async () => {
  await open()
  await typeInto(getField('姓名'), '顾清和')
  await escape()
  expect(closed).toBe(0)
  await click(getButton('继续填写'))
  expect(hasButton('放弃修改')).toBe(false)
  await escape()
  await click(getButton('放弃修改'))
  expect(closed).toBe(1)
})

it('Ctrl+Enter submits, and a double press submits once', async () => {
  let finish = () => {}
  answer = () => new Promise((done) => (finish = done))
  await open(filled)
  await pressKey('Enter', { ctrlKey: true })
  await pressKey('Enter', { ctrlKey: true })
  await click(getButton('保存'))
  expect(sent).toHaveLength(1)
  expect(closed).toBe(0)
  await act(async () => finish())
  expect(closed).toBe(1)
})

it('validates a field on blur, and no other', async () => {
  await open()
  await typeInto(getField('手机'), '128')
  expect(getPageText()).not.toContain('请输入正确的手机号')
  await blurField(getField('手机'))
  expect(getPageText()).toContain('请输入正确的手机号')
  expect(getPageText()).not.toContain('请输入姓名')
  expect(getAnnouncements('status')).toContain('手机：请输入正确的手机号')
})

it('F8 moves from error to error and starts again after the last', async () => {
  await open()
  await click(getButton('保存'))
  expect(document.activeElement).toBe(getField('身份证号'))
  await pressKey('F8')
  expect(document.activeElement).toBe(getField('姓名'))
  await pressKey('F8')
  expect(document.activeElement).toBe(getField('手机'))
  await pressKey('F8')
  expect(document.activeElement).toBe(getField('身份证号'))
})

it('sums up the errors in links to their fields, and announces them once', async () => {
  await open()
  await click(getButton('保存'))
  expect(getPageText()).toContain('有 3 处需要修改')
  expect(getAnnouncements('alert')).toBe('有 3 处需要修改')
  const alert = document.querySelector('[role=alert]')
  await typeInto(getField('姓名'), '顾清和')
  expect(getPageText()).toContain('有 2 处需要修改')
  expect(document.querySelector('[role=alert]')).toBe(alert)
  expect(getAnnouncements('alert')).toBe('有 3 处需要修改')
  await click(getButton('手机：请输入'))
  expect(document.activeElement).toBe(getField('手机'))
})

const sexes = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
const chosenSex = () => sexes().find(({ checked }) => checked)?.value

it('an ID number fills sex and birthday at its 18th character, and shows that', async () => {
  await open()
  await typeInto(getField('身份证号'), woman.slice(0, 17))
  expect(chosenSex()).toBeUndefined()
  await typeInto(getField('身份证号'), woman)
  expect(getField('身份证号').value).toBe('330199 19910714 0025')
  expect(chosenSex()).toBe('女')
  expect(getField('出生日期').value).toBe('1991-07-14')
  expect(getPageText()).toContain('校验通过，已填写性别和出生日期')
  expect(getPageText()).toContain('由身份证号填写')
})

it('a wrong check digit is reported at the 18th character, and nothing is filled', async () => {
  await open()
  await typeInto(getField('身份证号'), '330199199107140024')
  expect(getPageText()).toContain('请输入正确的身份证')
  expect(getField('出生日期').value).toBe('')
})

it('a sex that contradicts the ID number is refused with the message of the specification, and fixed by one click', async () => {
  await open()
  await typeInto(getField('身份证号'), woman)
  await click(sexes()[0]!)
  expect(chosenSex()).toBe('男')
  expect(getPageText()).toContain('性别与身份证号性别不符')
  await click(getButton('改为“女”'))
  expect(chosenSex()).toBe('女')
  expect(getPageText()).not.toContain('性别与身份证号性别不符')
})

it('does not overwrite a sex that the user chose before', async () => {
  await open()
  await click(sexes()[0]!)
  await typeInto(getField('身份证号'), woman)
  expect(chosenSex()).toBe('男')
  expect(getPageText()).toContain('性别与身份证号性别不符')
  expect(getPageText()).toContain('校验通过，已填写出生日期')
})

it('stores numbers without the spaces that it shows', async () => {
  await open(filled)
  await typeInto(getField('手机'), '139 0199 5012')
  expect(getField('手机').value).toBe('139 0199 5012')
  await click(getButton('保存'))
  expect(sent[0]!.phone).toBe('13901995012')
})
