import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { click, createTestRoot, getAnnouncements, getButton, getPageText, pressKey } from '../test-root.fixture.tsx'
import { EditArea } from './edit-area.tsx'
import {
  toCellKey,
  type CellKey,
  type GridDay,
  type GridLesson,
  type GridPeriod,
  type HeldLesson,
  type LessonActions,
  type TrayLesson,
  type Verdict,
} from './grid-types.ts'
import { HeldPanel } from './held-panel.tsx'
import { LessonTray } from './lesson-tray.tsx'
import { TimetableGrid } from './timetable-grid.tsx'

const days: readonly GridDay[] = ['周一', '周二', '周三'].map((label, at) => ({ weekday: at + 1, label }))
const periods: readonly GridPeriod[] = [
  { id: 'p1', name: '第1节', begins: '08:00', ends: '08:40' },
  { id: 'noon', name: '午间', begins: '11:30', ends: '13:10', isBreak: true },
  { id: 'p2', name: '第2节', begins: '13:10', ends: '13:50' },
]
const at = (id: string, title: string, weekday: number, periodId: string, more: Partial<GridLesson> = {}) => {
  return { id, title, subjectId: title, detail: '陈国栋', place: '301教室', weekday, periodId, ...more }
}
const lessons: readonly GridLesson[] = [
  at('math', '数学', 1, 'p1'),
  at('english', '英语', 2, 'p1'),
  at('meeting', '班会', 3, 'p1', { isLocked: true }),
  at('odd', '美术', 1, 'p2', { weekNote: '单' }),
  at('even', '音乐', 1, 'p2', { weekNote: '双' }),
]
const tray: readonly TrayLesson[] = [1, 2].map((number) => {
  const { weekday: _weekday, periodId: _periodId, ...facts } = at(`tray${number}`, '科学', 0, '')
  return { ...facts, group: '七(3)班' }
})
const swap: Verdict = { state: 'swap', text: '可互换', detail: '与英语（陈国栋）互换' }
const known: ReadonlyMap<CellKey, Verdict> = new Map<CellKey, Verdict>([
  ['2:p1', swap],
  ['3:p1', { state: 'blocked', text: '已锁定', detail: '班会已锁定，不能互换' }],
  ['1:p2', { state: 'same', text: '同一科目', detail: '这一节已经是同一科目' }],
  ['2:p2', { state: 'free', text: '可直接放入', detail: '这一节没有课，可直接放入' }],
  ['3:p2', { state: 'blocked', text: '在八(1)班', detail: '陈国栋这一节在八(1)班上课' }],
])

let stage: ReturnType<typeof createTestRoot>
let events: string[]

/** A page that keeps what is held and records every call. */
function Page({ isAnswered = true }) {
  const [heldId, setHeldId] = useState('')
  const held: HeldLesson | undefined = [...lessons, ...tray].find(({ id }) => id === heldId)
  const log = (text: string, heldNext?: string) => {
    events.push(text)
    if (heldNext !== undefined) setHeldId(heldNext)
  }
  const actions: LessonActions = {
    onPick: (id) => log(`pick ${id}`, id),
    onPlace: (position) => log(`place ${toCellKey(position)}`, ''),
    onPutBack: () => log('put back', ''),
    onUnplace: () => log('unplace', ''),
    onToggleLock: (id) => log(`lock ${id}`),
    onUndo: () => log('undo'),
    onRedo: () => log('redo'),
    onFind: () => log('find'),
  }
  return (
    <EditArea held={held} verdicts={held && isAnswered ? known : undefined} actions={actions}>
      <TimetableGrid label="七(3)班课表" days={days} periods={periods} lessons={lessons} />
      <LessonTray lessons={tray} />
      <HeldPanel
        suggestions={held && [{ weekday: 2, periodId: 'p1', where: '周二 第1节', effect: '与英语互换' }]}
        changes={[{ id: 'c1', text: '周一第1节体育加锁' }]}
        onUndoChange={(id) => log(`undo ${id}`)}
      />
    </EditArea>
  )
}

const show = () => stage.show(<Page />)

const cell = (key: CellKey) => document.querySelector<HTMLElement>(`[data-cell="${key}"]`)!
const slot = (key: CellKey, part = 0) => [...cell(key).querySelectorAll<HTMLElement>('[data-stop]')][part]!
const states = () => [...document.querySelectorAll<HTMLElement>('[data-cell]')].map((one) => one.dataset['state'] ?? '')
const tabStops = () => [...document.querySelectorAll('[role=grid] [tabindex="0"]')]
const focusOn = (key: CellKey, part = 0) => act(async () => slot(key, part).focus())
const focusedCell = () => document.activeElement?.closest<HTMLElement>('[data-cell]')?.dataset['cell']
const pointer = (type: string, on: Element, x: number) =>
  act(async () => on.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientX: x, clientY: 0 })))
const drag = async (from: Element, to: () => Element) => {
  await pointer('pointerdown', from, 0)
  await pointer('pointermove', from, 2)
  await pointer('pointermove', to(), 80)
  await pointer('pointerup', to(), 80)
  // The browser sends a click to what both elements are in.
  await click(document.querySelector<HTMLElement>('[role=grid]')!)
}

beforeEach(() => {
  stage = createTestRoot()
  events = []
})
afterEach(() => stage.close())

it('moves the focus with the arrow keys, as one stop of the Tab key', async () => {
  await show()
  expect(tabStops()).toHaveLength(1)
  await focusOn('1:p1')
  await pressKey('ArrowRight')
  expect(focusedCell()).toBe('2:p1')
  await pressKey('ArrowDown')
  expect(focusedCell()).toBe('2:p2')
  await pressKey('ArrowDown')
  expect(focusedCell()).toBe('2:p2')
  await pressKey('End')
  expect(focusedCell()).toBe('3:p2')
  await pressKey('Home', { ctrlKey: true })
  expect(focusedCell()).toBe('1:p1')
  expect(tabStops()).toEqual([document.activeElement])
})

it('has heads for its rows and columns, and names each cell', async () => {
  await show()
  const roles = (role: string) => [...document.querySelectorAll(`[role=grid] [role=${role}]`)]
  expect(roles('columnheader').map(({ textContent }) => textContent)).toEqual(['节次', '周一', '周二', '周三'])
  expect(roles('rowheader').map(({ textContent }) => textContent)).toEqual(['108:00', '午间 11:30 – 13:10', '213:10'])
  expect(slot('1:p1').textContent).toBe('周一 第1节 数学陈国栋301教室')
  expect(slot('2:p2').textContent).toBe('周二 第2节 空课')
})

it('picks up and places with Space, and says the verdict of each cell on the way', async () => {
  await show()
  await focusOn('1:p1')
  await pressKey(' ')
  expect(getAnnouncements('status')).toContain('已拿起数学')
  await pressKey('ArrowRight')
  expect(getAnnouncements('status')).toContain('与英语（陈国栋）互换')
  await pressKey(' ')
  expect(events).toEqual(['pick math', 'place 2:p1'])
  expect(focusedCell()).toBe('2:p1')
})

it('leads to the same calls with keys, with clicks, by dragging and from the panel', async () => {
  const ways: Record<string, () => Promise<unknown>> = {
    keys: async () => {
      await focusOn('1:p1')
      for (const key of ['Enter', 'ArrowRight', 'Enter']) await pressKey(key)
    },
    swapKey: async () => {
      await focusOn('1:p1')
      for (const key of [' ', 'ArrowRight', 's']) await pressKey(key)
    },
    clicks: async () => {
      await click(slot('1:p1'))
      await click(slot('2:p1'))
    },
    drag: () => drag(slot('1:p1'), () => slot('2:p1')),
    panel: async () => {
      await click(slot('1:p1'))
      await click(getButton('放这里：周二 第1节'))
    },
  }
  for (const [name, run] of Object.entries(ways)) {
    events = []
    await show()
    await run()
    expect([name, ...events]).toEqual([name, 'pick math', 'place 2:p1'])
  }
})

it('puts back with Escape, on the source itself, and beside the timetable', async () => {
  await show()
  await click(slot('1:p1'))
  await pressKey('Escape', {}, slot('1:p1'))
  await click(slot('1:p1'))
  await click(slot('1:p1'))
  await drag(slot('1:p1'), () => document.body)
  expect(events).toEqual(['pick math', 'put back', 'pick math', 'put back', 'pick math', 'put back'])
})

it('shows a ghost with the verdict of the cell below while it is dragged', async () => {
  await show()
  await pointer('pointerdown', slot('1:p1'), 0)
  await pointer('pointermove', slot('1:p1'), 3)
  expect(events).toEqual([])
  await pointer('pointermove', slot('3:p2'), 40)
  const ghost = () => document.querySelector('[style*=rotate]')
  expect(ghost()!.textContent).toContain('在八(1)班')
  await pressKey('Escape', {}, slot('1:p1'))
  expect(ghost()).toBeNull()
  await pointer('pointerup', slot('2:p1'), 40)
  expect(events).toEqual(['pick math', 'put back'])
})

it('refuses a cell that is not allowed, and says why', async () => {
  await show()
  await click(slot('1:p1'))
  await click(slot('3:p2'))
  expect(getAnnouncements('alert')).toBe('陈国栋这一节在八(1)班上课')
  await drag(slot('1:p1'), () => slot('3:p1'))
  expect(getAnnouncements('alert')).toBe('班会已锁定，不能互换')
  await focusOn('1:p2')
  await pressKey(' ')
  expect(getAnnouncements('alert')).toBe('这一节已经是同一科目')
  await focusOn('2:p2')
  await pressKey('s')
  expect(getAnnouncements('alert')).toContain('没有课')
  expect(events).toEqual(['pick math'])
  await pressKey(' ')
  expect(events).toEqual(['pick math', 'place 2:p2'])
})

it('keeps every cell neutral until the verdicts are known', async () => {
  await stage.show(<Page isAnswered={false} />)
  await click(slot('1:p1'))
  expect(states()).toEqual(['source', '', '', '', '', ''])
  await click(slot('2:p1'))
  expect(getAnnouncements('alert')).toContain('正在检查')
  expect(events).toEqual(['pick math'])
  await show()
  expect(states()).toEqual(['source', 'swap', 'blocked', 'same', 'free', 'blocked'])
  expect(getPageText()).toContain('可放入或互换 2')
  expect(getPageText()).toContain('不可放 2')
})

it('does not move a locked lesson, and locks with L and with the button', async () => {
  await show()
  await click(slot('3:p1'))
  await drag(slot('3:p1'), () => slot('2:p2'))
  expect(events).toEqual([])
  await focusOn('3:p1')
  await pressKey('l')
  await click(getButton('锁定周一 第1节数学'))
  expect(events).toEqual(['lock meeting', 'lock math'])
})

it('draws the lessons of odd and even weeks as halves, which are reached one after the other', async () => {
  await show()
  expect(cell('1:p2').querySelectorAll('[data-lesson]')).toHaveLength(2)
  await focusOn('1:p1')
  await pressKey('ArrowDown')
  await pressKey('ArrowDown')
  expect(document.activeElement!.getAttribute('title')).toContain('音乐 双周')
  await pressKey(' ')
  expect(events).toEqual(['pick even'])
  // The cell is one stop now, and has the focus still.
  expect(focusedCell()).toBe('1:p2')
  expect(tabStops()).toEqual([document.activeElement])
})

it('undoes, repeats and searches with keys anywhere in its area', async () => {
  await show()
  await focusOn('2:p1')
  await pressKey('z', { ctrlKey: true })
  await pressKey('y', { ctrlKey: true })
  await pressKey('Z', { ctrlKey: true, shiftKey: true })
  await pressKey('f')
  await click(getButton('撤销：周一第1节体育加锁'))
  expect(events).toEqual(['undo', 'redo', 'redo', 'find', 'undo c1'])
})

it('takes a lesson from the tray, and puts one into it', async () => {
  await show()
  const pile = () => document.querySelector<HTMLElement>('[data-lesson="tray1"]')!
  expect(pile().textContent).toContain('×2')
  await click(pile())
  await click(slot('2:p2'))
  await drag(pile(), () => slot('2:p1'))
  await drag(slot('1:p1'), () => document.querySelector('[data-tray]')!)
  await click(slot('1:p1'))
  await click(getButton(' 放到这里，取消安排'))
  expect(events.join(', ')).toBe(
    'pick tray1, place 2:p2, pick tray1, place 2:p1, pick math, unplace, pick math, unplace',
  )
})

it('is a plain table outside an area', async () => {
  await stage.show(<TimetableGrid label="七(3)班课表" days={days} periods={periods} lessons={lessons} />)
  expect(document.querySelector('[role=table]')!.querySelectorAll('[tabindex]')).toHaveLength(0)
  expect(getPageText()).not.toContain('空格')
  await stage.show(<TimetableGrid label="七(4)班课表" days={days} periods={periods} lessons={[]} />)
  expect(getPageText()).toContain('还没有排课')
})
