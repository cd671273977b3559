import { expect, it } from 'vitest'
import { areLetterKeysOn, isTyping, setLetterKeysOn } from './letter-keys.ts'

it('remembers in this browser whether single-letter keys are enabled', () => {
  expect(areLetterKeysOn()).toBe(true)
  setLetterKeysOn(false)
  expect(areLetterKeysOn()).toBe(false)
  setLetterKeysOn(true)
  expect(areLetterKeysOn()).toBe(true)
})

it('recognises where a key types text', () => {
  const inside = (html: string) => {
    const container = document.createElement('div')
    container.innerHTML = html
    return container.querySelector('*')!
  }
  for (const html of ['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable="true">x</p>']) {
    expect(isTyping(inside(html))).toBe(true)
  }
  for (const html of ['<button>x</button>', '<input type="checkbox">']) expect(isTyping(inside(html))).toBe(false)
  expect(isTyping(null)).toBe(false)
})
