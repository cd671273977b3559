import { expect, it } from 'vitest'
import { findKeyAction } from './key-action.ts'

const key = (pressed: string, more: Partial<Parameters<typeof findKeyAction>[0]> = {}) => ({
  key: pressed,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})
const idle = { isTyping: false, areLettersOn: true, isAfterG: false }
const typing = { ...idle, isTyping: true }

it('opens the palette with Ctrl+K, also while typing', () => {
  expect(findKeyAction(key('k', { ctrlKey: true }), typing)).toEqual({ does: 'palette' })
  expect(findKeyAction(key('K', { metaKey: true }), idle)).toEqual({ does: 'palette' })
  expect(findKeyAction(key('k'), idle)).toBeUndefined()
})

it('opens a tag with Alt+1…9 and closes the current one with Alt+W, whichever character Alt produces', () => {
  expect(findKeyAction(key('¡', { altKey: true, code: 'Digit1' }), idle)).toEqual({ does: 'openTag', at: 0 })
  expect(findKeyAction(key('9', { altKey: true, code: 'Digit9' }), typing)).toEqual({ does: 'openTag', at: 8 })
  expect(findKeyAction(key('∑', { altKey: true, code: 'KeyW' }), idle)).toEqual({ does: 'closeTag' })
  expect(findKeyAction(key('0', { altKey: true, code: 'Digit0' }), idle)).toBeUndefined()
})

it('opens home with g h, the applications with g a and the messages with g m, and shows the keys with ?', () => {
  expect(findKeyAction(key('g'), idle)).toEqual({ does: 'awaitSecond' })
  expect(findKeyAction(key('h'), { ...idle, isAfterG: true })).toEqual({ does: 'go', to: '/' })
  expect(findKeyAction(key('a'), { ...idle, isAfterG: true })).toEqual({ does: 'go', to: '/topMenu' })
  expect(findKeyAction(key('m'), { ...idle, isAfterG: true })).toEqual({ does: 'go', to: '/message' })
  expect(findKeyAction(key('h'), idle)).toBeUndefined()
  expect(findKeyAction(key('?'), idle)).toEqual({ does: 'keys' })
})

it('ignores single letters while the user types, or when they are switched off', () => {
  for (const now of [typing, { ...idle, areLettersOn: false }]) {
    expect(findKeyAction(key('g'), now)).toBeUndefined()
    expect(findKeyAction(key('?'), now)).toBeUndefined()
    expect(findKeyAction(key('h'), { ...now, isAfterG: true })).toBeUndefined()
  }
})
