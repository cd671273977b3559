import { expect, it } from 'vitest'
import { areLetterKeysOn, isTyping, setLetterKeysOn } from './letter-keys.ts'

it('remembers in this browser whether keys of a single letter are wanted', () => {
  expect(areLetterKeysOn()).toBe(true)
  setLetterKeysOn(false)
  expect(areLetterKeysOn()).toBe(false)
  setLetterKeysOn(true)
  expect(areLetterKeysOn()).toBe(true)
})

it('knows where a key writes something', () => {
  const inside = (html: string) => {
    const place = document.createElement('div')
    place.innerHTML = html
    return place.querySelector('*')!
  }
  for (const html of ['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable="true">x</p>']) {
    expect(isTyping(inside(html))).toBe(true)
  }
  for (const html of ['<button>x</button>', '<input type="checkbox">']) expect(isTyping(inside(html))).toBe(false)
  expect(isTyping(null)).toBe(false)
})
