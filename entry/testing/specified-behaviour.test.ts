import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../modules.ts'

/** A line of the table: what the specification says, and the test that fails when it is no longer so. */
interface Line {
  behaviour: string
  file: string
  title: string
}

const table = readFileSync(join(root, 'docs/contributors/specified-behaviour.md'), 'utf8')
const lines = [...table.matchAll(/^\| (?<behaviour>[^|]+) \| `(?<file>[^`]+)` \| (?<title>[^|]+) \|$/gm)].map(
  ({ groups }) => groups as unknown as Line,
)

it('names a test for everything that the specification says about routes, states, errors and limits', () => {
  const rows = table.split('\n').filter((line) => /^\| (?!---|Behaviour )/.test(line))
  expect(rows.length).toBeGreaterThan(80)
  // A row that does not have this form would never be looked at.
  expect(lines.length).toBe(rows.length)
})

it('knows where each of them is', () => {
  const texts = new Map<string, string>()
  const textOf = (file: string) => {
    const text = texts.get(file) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
    texts.set(file, text)
    return text
  }
  const lost = lines.filter(({ file, title }) => !textOf(file).includes(title.trim()))
  expect(lost.map(({ behaviour, file, title }) => `${behaviour}: ${file} has no “${title.trim()}”`)).toEqual([])
})
