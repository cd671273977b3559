import { beforeEach, expect, it } from 'vitest'
import { setLetterKeysOn } from '../letter-keys.ts'
import { isForList, getListKey } from './use-list-keys.ts'

const press = (key: string, more: Partial<Parameters<typeof getListKey>[0]> = {}) =>
  getListKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more })

beforeEach(() => setLetterKeysOn(true))

it('maps the keys of a list', () => {
  expect(
    Object.fromEntries(
      ['/', 'ArrowDown', 'ArrowUp', ' ', 'n', 'e', 'Escape', '[', ']'].map((key) => [key, press(key)]),
    ),
  ).toEqual({
    '/': 'search',
    ArrowDown: 'down',
    ArrowUp: 'up',
    ' ': 'tick',
    n: 'create',
    e: 'edit',
    Escape: 'escape',
    '[': 'before',
    ']': 'after',
  })
  expect(press('ArrowDown', { shiftKey: true })).toBe('extendDown')
  expect(press('ArrowUp', { shiftKey: true })).toBe('extendUp')
  expect(press('a', { ctrlKey: true })).toBe('all')
  expect(press('A', { metaKey: true })).toBe('all')
})

it('ignores the keys of the browser and of the shell', () => {
  expect(press('n', { ctrlKey: true })).toBeUndefined()
  expect(press('a', { ctrlKey: true, shiftKey: true })).toBeUndefined()
  expect(press('ArrowDown', { altKey: true })).toBeUndefined()
  expect(press('N', { shiftKey: true })).toBeUndefined()
  expect(press('x')).toBeUndefined()
})

function inside(html: string) {
  document.body.innerHTML = html
  return document.querySelector('[data-here]')
}

it('ignores keys while the user types, or moves through a tree or a menu', () => {
  for (const html of [
    '<input data-here>',
    '<textarea data-here></textarea>',
    '<div role=tree><i data-here></i></div>',
  ]) {
    for (const key of ['search', 'create', 'down', 'all', 'escape'] as const) {
      expect([html, isForList(inside(html), key)]).toEqual([html, false])
    }
  }
  expect(isForList(inside('<div role=menu><button data-here></button></div>'), 'down')).toBe(false)
})

it('ticks with Space only from a row, and not where Space presses a button or a checkbox', () => {
  expect(isForList(inside('<table><tr data-row=1><td><a data-here></a></td></tr></table>'), 'tick')).toBe(true)
  expect(isForList(inside('<table><tr data-row=1><td><button data-here></td></tr></table>'), 'tick')).toBe(false)
  expect(isForList(inside('<table><tr data-row=1><td><input type=checkbox data-here></td></tr></table>'), 'tick')).toBe(
    false,
  )
  expect(isForList(inside('<main data-here></main>'), 'tick')).toBe(false)
})

it('moves on from the checkbox of a row with the arrows', () => {
  expect(isForList(inside('<table><tr data-row=1><td><input type=checkbox data-here></td></tr></table>'), 'down')).toBe(
    true,
  )
})

it('ignores single letters when they are switched off', () => {
  setLetterKeysOn(false)
  expect(isForList(document.body, 'create')).toBe(false)
  expect(isForList(document.body, 'search')).toBe(false)
  expect(isForList(document.body, 'down')).toBe(true)
})
