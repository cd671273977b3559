import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestRoot } from '../test-root.fixture.tsx'
import { ChartMarks } from './chart-marks.tsx'

let stage: ReturnType<typeof createTestRoot>
beforeEach(() => void (stage = createTestRoot()))
afterEach(() => stage.close())

const chart = {
  finding: '',
  measure: '人数',
  unit: '人',
  of: '年级',
  series: ['男', '女'],
  marks: [
    { label: '一年级', values: [45, 44], links: ['/boys', '/girls'] },
    { label: '二年级', values: [40, 1200], links: ['/more', null] },
  ],
  kind: 'columns',
  readAt: 0,
  isTable: false,
} as const
const boxes = [0, 1].flatMap((at) => [0, 1].map((of) => ({ at, of, left: 0, top: 0, width: 24, height: 24 })))

it('is one stop of the Tab key; arrow keys go from mark to mark, and a key is not seen by the page', async () => {
  let seen = 0
  const listen = ({ key }: KeyboardEvent) => void (key === 'ArrowRight' && seen++)
  window.addEventListener('keydown', listen)
  await stage.show(
    <MemoryRouter>
      <ChartMarks {...chart} boxes={boxes} />
    </MemoryRouter>,
  )
  const marks = [...document.querySelectorAll<HTMLElement>('[data-mark]')]
  expect(marks.map((mark) => mark.tabIndex)).toEqual([0, -1, -1, -1])
  await act(async () => marks[0]!.focus())
  const press = (key: string) =>
    act(async () => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  await press('ArrowRight')
  expect(document.activeElement!.getAttribute('aria-label')).toBe('二年级 男 40 人')
  await press('ArrowUp')
  expect(document.activeElement!.getAttribute('aria-label')).toBe('二年级 女 1,200 人')
  expect(document.activeElement!.getAttribute('href')).toBeNull()
  await press('Home')
  expect(document.activeElement!.getAttribute('href')).toBe('/boys')
  expect(marks.map((mark) => mark.tabIndex)).toEqual([0, -1, -1, -1])
  expect(seen).toBe(0)
  window.removeEventListener('keydown', listen)
})
