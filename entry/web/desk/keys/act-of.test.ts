import { expect, it } from 'vitest'
import { actOf } from './act-of.ts'

const key = (pressed: string, more: Partial<Parameters<typeof actOf>[0]> = {}) => ({
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
  expect(actOf(key('k', { ctrlKey: true }), typing)).toEqual({ does: 'palette' })
  expect(actOf(key('K', { metaKey: true }), idle)).toEqual({ does: 'palette' })
  expect(actOf(key('k'), idle)).toBeUndefined()
})

it('goes to a tag with Alt+1…9 and closes the present one with Alt+W, whatever Alt makes of the letter', () => {
  expect(actOf(key('¡', { altKey: true, code: 'Digit1' }), idle)).toEqual({ does: 'openTag', at: 0 })
  expect(actOf(key('9', { altKey: true, code: 'Digit9' }), typing)).toEqual({ does: 'openTag', at: 8 })
  expect(actOf(key('∑', { altKey: true, code: 'KeyW' }), idle)).toEqual({ does: 'closeTag' })
  expect(actOf(key('0', { altKey: true, code: 'Digit0' }), idle)).toBeUndefined()
})

it('goes home with g h, to the applications with g a and to the messages with g m, and shows the keys with ?', () => {
  expect(actOf(key('g'), idle)).toEqual({ does: 'awaitSecond' })
  expect(actOf(key('h'), { ...idle, isAfterG: true })).toEqual({ does: 'go', to: '/' })
  expect(actOf(key('a'), { ...idle, isAfterG: true })).toEqual({ does: 'go', to: '/topMenu' })
  expect(actOf(key('m'), { ...idle, isAfterG: true })).toEqual({ does: 'go', to: '/message' })
  expect(actOf(key('h'), idle)).toBeUndefined()
  expect(actOf(key('?'), idle)).toEqual({ does: 'keys' })
})

it('takes no single letter from whoever types, or does not want them', () => {
  for (const now of [typing, { ...idle, areLettersOn: false }]) {
    expect(actOf(key('g'), now)).toBeUndefined()
    expect(actOf(key('?'), now)).toBeUndefined()
    expect(actOf(key('h'), { ...now, isAfterG: true })).toBeUndefined()
  }
})
