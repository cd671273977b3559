import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { getDeskProperties } from './tokens.desk.ts'
import { colors, getTokenProperties } from './tokens.ts'

const root = resolve(import.meta.dirname, '../../..')
const sources = globSync('{packages/web,entry/web,*/*/web}/**/*.{css,ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('tokens.'))
  .map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }))

it('writes names and sizes as CSS properties', () => {
  expect(Object.fromEntries(getTokenProperties())).toMatchObject({
    '--primary-hover': colors.primaryHover,
    '--menu-width': '210px',
  })
})

it('is the only file with colours', () => {
  expect(sources.length).toBeGreaterThan(50)
  const colour = /#(?:[0-9a-f]{3}){1,2}\b(?!\/)/i
  expect(sources.filter(({ text }) => colour.test(text)).map(({ file }) => file)).toEqual([])
})

it('defines every property that a page uses', () => {
  // Properties that a style sheet defines itself count too.
  const own = sources.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)(?:['"]?:|', )/g)].map(([, name]) => name!))
  const defined = new Set([...[...getTokenProperties(), ...getDeskProperties()].map(([name]) => name), ...own])
  const unknown = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, name]) => !defined.has(name!))
      .map(([, name]) => `${file} ${name}`),
  )
  expect(unknown).toEqual([])
})

/** WCAG's relative luminance. */
function luminance(hex: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

it.each([
  ['text', 'page'],
  ['textSecond', 'page'],
  ['textThird', 'page'],
  ['textFourth', 'card'],
  ['primary', 'page'],
  ['primary', 'primaryTint'],
  ['onPrimary', 'primary'],
  ['menuText', 'menu'],
  ['menuTextSelected', 'menuSelected'],
  ['success', 'successTint'],
  ['warning', 'warningTint'],
  ['awayText', 'warningTint'],
  ['primary', 'warningTint'],
  ['error', 'errorTint'],
  ['closed', 'closedTint'],
  ['skyText', 'skyTop'],
  ['skyTextSecond', 'hillNear'],
  ['textSecond', 'skyTop'],
] as const)('%s has enough contrast on %s', (front, back) => {
  expect(contrast(colors[front], colors[back])).toBeGreaterThanOrEqual(4.5)
})

it('has visible borders of fields', () => {
  expect(contrast(colors.fieldEdge, colors.card)).toBeGreaterThanOrEqual(3)
})
