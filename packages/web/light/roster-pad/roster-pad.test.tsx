import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RosterMark, RosterMarks, RosterStatus } from '#packages/web/core/roster-pad/roster-types.ts'
import { RosterPad } from './roster-pad.tsx'

const statuses: readonly RosterStatus[] = [
  { value: 'present', label: '到', tone: 'plain' },
  { value: 'missing', label: '未到', tone: 'alarm' },
  { value: 'late', label: '迟到', tone: 'warning', isTimed: true },
  { value: 'sick', label: '病假', tone: 'info' },
]
const cycle = ['present', 'missing', 'late']
const people = ['程诺', '丁一鸣', '范思远'].map((name, at) => ({ id: `p${at}`, name, seatNo: at + 1 }))

let root: Root
let saved: [string, RosterMark][]
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  saved = []
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

function Page({ isReadOnly = false }: { isReadOnly?: boolean }) {
  const [marks, setMarks] = useState<RosterMarks>({ p2: { status: 'sick' } })
  return (
    <RosterPad
      label="七(3)班名单"
      people={people}
      statuses={statuses}
      cycle={cycle}
      marks={marks}
      isReadOnly={isReadOnly}
      onChange={(id, mark) => {
        saved.push([id, mark])
        setMarks({ ...marks, [id]: mark })
      }}
    />
  )
}

const send = (element: Element, event: Event) => act(() => void element.dispatchEvent(event))
const cell = (at: number) => document.querySelectorAll<HTMLElement>('[data-person]')[at]!
const names = () =>
  [...document.querySelectorAll('[data-person]')].map((one) => one.querySelector('[data-size]')!.textContent)
const press = (key: string) => send(document.activeElement!, new KeyboardEvent('keydown', { key, bubbles: true }))

it('draws everybody as a button that says name and status, and taps go through the cycle', () => {
  act(() => root.render(<Page />))
  expect(names()).toEqual(['程诺，到', '丁一鸣，到', '范思远，病假'])
  act(() => cell(0).click())
  act(() => cell(1).click())
  act(() => cell(1).click())
  act(() => cell(2).click())
  expect(names()).toEqual(['程诺，未到', '丁一鸣，迟到', '范思远，到'])
  expect(cell(0).dataset['tone']).toBe('alarm')
})

it('moves by arrows, marks by figures, and has one stop for the tab key', () => {
  act(() => root.render(<Page />))
  act(() => cell(0).focus())
  press('ArrowRight')
  expect(document.activeElement).toBe(cell(1))
  press('4')
  expect(saved).toEqual([['p1', { status: 'sick' }]])
  expect([...document.querySelectorAll('[data-person]')].map((one) => (one as HTMLElement).tabIndex)).toEqual([
    -1, 0, -1,
  ])
})

it('opens all statuses by a long press, and the click that ends it marks nobody', () => {
  vi.useFakeTimers()
  try {
    act(() => root.render(<Page />))
    send(cell(0), new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    act(() => void vi.advanceTimersByTime(600))
    act(() => cell(0).click())
  } finally {
    vi.useRealTimers()
  }
  expect(saved).toEqual([])
  expect(document.querySelector('dialog h2')!.textContent).toBe('程诺')
  act(() => document.querySelector<HTMLElement>('dialog input[value=sick]')!.click())
  expect(saved).toEqual([['p0', { status: 'sick' }]])
  expect(document.querySelector('dialog')).toBeNull()
})

it('takes the minutes of a timed status', () => {
  act(() => root.render(<Page />))
  send(cell(0), new MouseEvent('contextmenu', { bubbles: true }))
  act(() => document.querySelector<HTMLElement>('dialog input[value=late]')!.click())
  const field = document.querySelector<HTMLInputElement>('dialog input[name=minutes]')!
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '5')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  act(() =>
    [...document.querySelectorAll<HTMLElement>('dialog button')].find((one) => one.textContent === '确定')!.click(),
  )
  expect(saved).toEqual([['p0', { status: 'late', minutes: 5 }]])
  expect(names()[0]).toBe('程诺，迟到 5分钟')
})

it('shows and does not change what is locked', () => {
  act(() => root.render(<Page isReadOnly />))
  act(() => cell(2).click())
  expect(saved).toEqual([])
  expect(document.querySelector('dialog')!.textContent).toContain('病假')
  expect(document.querySelector('dialog input')).toBeNull()
})
