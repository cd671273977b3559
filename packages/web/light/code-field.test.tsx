import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CodeField, extractDigits } from './code-field.tsx'

let root: Root
let completed: string[]

function Page({ busy }: { busy: boolean }) {
  const [code, setCode] = useState('')
  return (
    <CodeField
      label="短信验证码"
      value={code}
      onChange={setCode}
      onComplete={(all) => completed.push(all)}
      isWrong={false}
      describedBy="below"
      busy={busy}
    />
  )
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  completed = []
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

const open = (busy = false) => act(() => root.render(<Page busy={busy} />))
const field = () => document.querySelector('input')!
const boxes = () => [...document.querySelectorAll('[aria-hidden] > span')].map(({ textContent }) => textContent)

/** As a browser does it: React checks for a value that it did not write itself. */
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })

it('extracts the digits from pasted text', () => {
  expect(extractDigits('【启明】验证码 407 251，5分钟内有效')).toBe('407251')
  expect(extractDigits('４０７２')).toBe('4072')
  expect(extractDigits('abc')).toBe('')
})

it('shows each digit in its box and calls back with the code after the last one', () => {
  open()
  type('4072')
  expect(boxes()).toEqual(['4', '0', '7', '2', '', ''])
  expect(completed).toEqual([])
  type('407251')
  expect(completed).toEqual(['407251'])
})

it('fills all boxes from a paste', () => {
  open()
  type('验证码：407251')
  expect(boxes()).toEqual(['4', '0', '7', '2', '5', '1'])
  expect(completed).toEqual(['407251'])
})

it('accepts nothing while a code is being checked', () => {
  open(true)
  type('407251')
  expect(boxes().join('')).toBe('')
  expect(completed).toEqual([])
})

it('is one field for screen readers', () => {
  open()
  expect(document.querySelectorAll('input')).toHaveLength(1)
  expect(document.querySelector('label')!.htmlFor).toBe(field().id)
  expect(field().autocomplete).toBe('one-time-code')
})
