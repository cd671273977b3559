import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { getContrast } from '../desk/gallery/contrast.ts'
import { categoryColors, chartColors, getDeskProperties } from './tokens.desk.ts'
import { colors, darkColors, getTokenProperties, type Appearance } from './tokens.ts'

const root = resolve(import.meta.dirname, '../../..')
const sources = globSync('{packages/web,entry/web,*/*/web}/**/*.{css,ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('tokens.'))
  .map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }))

it('writes names and sizes as CSS properties', () => {
  expect(Object.fromEntries(getTokenProperties({ isBig: false, isDark: false }))).toMatchObject({
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
  const tokens = [...getTokenProperties({ isBig: false, isDark: false }), ...getDeskProperties(false)]
  const defined = new Set([...tokens.map(([name]) => name), ...own])
  const unknown = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, name]) => !defined.has(name!))
      .map(([, name]) => `${file} ${name}`),
  )
  expect(unknown).toEqual([])
})

const appearances = [false, true].flatMap((isDark) => [false, true].map((isBig) => ({ isDark, isBig })))
const describeAppearance = ({ isDark, isBig }: Appearance) => `${isDark ? 'dark' : 'light'}${isBig ? ', 大字' : ''}`
const colorsOf = (appearance: Appearance) =>
  new Map([...getTokenProperties(appearance), ...getDeskProperties(appearance.isDark)])
const readRatio = (appearance: Appearance, front: string, back: string) => {
  const known = colorsOf(appearance)
  return getContrast(known.get(`--${front}`)!, known.get(`--${back}`)!)
}

/** Text that inherits its background: every background on which it is found. */
const texts: Record<string, readonly string[]> = {
  text: [
    'page',
    'card',
    'head',
    'row-hover',
    'button-hover',
    'primary-tint',
    'ticked',
    'select-tint',
    'filled',
    'aside',
  ],
  'text-second': ['page', 'card', 'head', 'row-hover', 'primary-tint', 'ticked', 'aside', 'sky-top', 'closed-tint'],
  'text-third': ['page', 'card', 'head', 'row-hover', 'filled'],
  'text-fourth': ['card'],
  primary: ['page', 'card', 'head', 'row-hover', 'primary-tint', 'warning-tint', 'ticked', 'aside'],
  'primary-hover': ['page', 'card', 'row-hover', 'primary-tint', 'select-tint'],
  'note-text': ['primary-tint'],
  'on-primary': ['primary', 'primary-hover', 'primary-active', 'error', 'error-hover', 'success', 'warning'],
  'on-hero': ['hero', 'hero-hover'],
  'hero-note': ['hero'],
  'on-count': ['count'],
  'on-avatar': ['avatar'],
  'on-toast': ['toast'],
  'toast-link': ['toast'],
  'menu-text': ['menu', 'menu-sub'],
  'menu-text-hover': ['menu', 'menu-sub'],
  'menu-text-selected': ['menu-sub', 'menu-selected'],
  success: ['card', 'success-tint', 'may-tint'],
  warning: ['card', 'warning-tint'],
  'away-text': ['warning-tint'],
  error: ['page', 'card', 'error-tint'],
  closed: ['closed-tint'],
  'sky-text': ['sky-top'],
  'sky-text-second': ['hill-near'],
  ink: ['paper'],
  'ink-second': ['paper'],
}

it.each(appearances)('has enough contrast for text, dark $isDark, large text $isBig', (appearance) => {
  const pairs = Object.entries(texts).flatMap(([front, backs]) => backs.map((back) => [front, back] as const))
  const categories = Object.keys(categoryColors).map((name) => [`category-${name}`, `category-${name}-tint`] as const)
  const weak = [...pairs, ...categories].filter(([front, back]) => readRatio(appearance, front, back) < 4.5)
  expect(weak.map((pair) => `${pair.join(' on ')} ${readRatio(appearance, ...pair).toFixed(2)}`)).toEqual([])
})

it.each(appearances)(
  'shows the edges of controls and what must be noticed, dark $isDark, large text $isBig',
  (appearance) => {
    const pairs: [string, string][] = [
      ['field-edge', 'card'],
      ['primary', 'card'],
      ['error', 'card'],
      ['brand', 'card'],
      ['may-edge', 'card'],
      ['wrong-edge', 'card'],
      ['viewer-focus', 'viewer-bar'],
      ['favourite', 'card'],
      ...chartColors.map((_, at): [string, string] => [`chart-${at + 1}`, 'card']),
    ]
    const weak = pairs.filter((pair) => readRatio(appearance, ...pair) < 3)
    expect(weak.map((pair) => `${pair.join(' on ')} ${readRatio(appearance, ...pair).toFixed(2)}`)).toEqual([])
  },
)

it('has enough contrast wherever a style sheet sets text and background together', () => {
  const rule = /([^{};]+)\{([^{}]*)\}/g
  const rules = sources.flatMap(({ file, text }) =>
    file.endsWith('.css')
      ? [...text.matchAll(rule)].map(([, selector, body]) => ({ file, selector, body: body! }))
      : [],
  )
  const found = rules.flatMap(({ file, selector, body }) => {
    const front = /(?:^|;)\s*color:\s*var\(--([\w-]+)\)/.exec(body)?.[1]
    const back = /(?:^|;)\s*background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(body)?.[1]
    return front && back ? [{ where: `${file} ${selector!.trim()}`, front, back }] : []
  })
  expect(found.length).toBeGreaterThan(100)
  const weak = found.flatMap(({ where, front, back }) =>
    appearances.flatMap((appearance) => {
      const known = colorsOf(appearance)
      // A transparent colour has no contrast of its own; disabled controls need none.
      if (known.get(`--${back}`)?.startsWith('rgb') || front === 'text-fourth') return []
      const ratio = readRatio(appearance, front, back)
      return ratio < 4.5 ? [`${describeAppearance(appearance)}: ${where}: ${front} on ${back} ${ratio.toFixed(2)}`] : []
    }),
  )
  expect(weak).toEqual([])
})

it('starts the document with the background of the page, in the frame too', () => {
  const document = readFileSync(resolve(root, 'entry/web/index.html'), 'utf8')
  const colorOf = (rule: string) =>
    [...document.matchAll(new RegExp(`${rule} \\{[^}]*?background: (#\\w+)`, 'g'))].map(([, color]) => color)
  expect(colorOf(`html\\[data-theme='dark'\\]`)).toEqual([darkColors.page])
  expect(colorOf('html:not\\(\\[data-theme\\]\\)')).toEqual([darkColors.page])
  expect(colorOf('#frame:not\\(\\[hidden\\]\\)')).toEqual([colors.page])
  expect(colorOf(`html\\[data-theme='dark'\\] #frame`)).toEqual([darkColors.page])
})
