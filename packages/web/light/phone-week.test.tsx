import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StripLesson } from './lesson-strip.tsx'
import { PhoneWeek } from './phone-week.tsx'

const lesson: StripLesson = {
  id: '1',
  period: '第1节',
  begins: '08:00',
  ends: '08:40',
  title: '语文',
  detail: '赵敏',
  place: '301教室',
}
const days = ['周一', '周二', '周三'].map((label, at) => ({
  weekday: at + 1,
  label,
  date: `11-${16 + at}`,
  isToday: at === 1,
  lessons:
    at === 2 ? [] : [{ ...lesson, title: label, ...(at === 1 && { state: 'substituted' as const, isNow: true }) }],
  ...(at === 2 && { remark: '运动会' }),
}))

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

const titles = () => [...document.querySelectorAll('li p b')].map(({ textContent }) => textContent)
const press = (at: number) => act(() => document.querySelectorAll('button')[at]!.click())

it('opens with today, and says what is unusual and what is going on', () => {
  act(() => root.render(<PhoneWeek label="七(3)班课表" days={days} />))
  expect(titles()).toEqual(['周二'])
  expect(document.querySelector('li')!.textContent).toContain('代课')
  expect(document.querySelector('[aria-current=time]')!.textContent).toContain('正在上课')
  expect(document.querySelector('[aria-pressed=true]')!.textContent).toBe('周二 今天')
})

it('shows another day when it is pressed, and why a day is empty', () => {
  act(() => root.render(<PhoneWeek label="七(3)班课表" days={days} />))
  press(0)
  expect(titles()).toEqual(['周一'])
  press(2)
  expect(titles()).toEqual([])
  expect(document.body.textContent).toContain('运动会')
})
