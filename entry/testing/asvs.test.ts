import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../modules.ts'

/** A row of the table. Fields with a comma are quoted. */
interface Row {
  id: string
  level: string
  requirement: string
  status: string
  test_file: string
  test_name: string
  document: string
  reason: string
}

const [head, ...lines] = readFileSync(join(root, 'docs/security/asvs.csv'), 'utf8').trim().split('\n')
const names = head!.split(',') as (keyof Row)[]
const cells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
const rows = lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at], cell])) as unknown as Row)
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

describe('docs/security/asvs.csv', () => {
  it('has every requirement of levels 1 and 2 without WebRTC, once', () => {
    expect(rows).toHaveLength(246)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(246)
    const chapters = Object.fromEntries(
      [...Map.groupBy(rows, ({ id }) => id.split('.')[0]!)].map(([chapter, of]) => [chapter, of.length]),
    )
    expect(chapters).toEqual({
      1: 27,
      2: 11,
      3: 19,
      4: 10,
      5: 9,
      6: 35,
      7: 18,
      8: 7,
      9: 7,
      10: 29,
      11: 14,
      12: 9,
      13: 13,
      14: 9,
      15: 13,
      16: 16,
    })
    for (const { id, level, requirement } of rows) {
      expect(`${id} ${level}`).toMatch(/^\d+\.\d+\.\d+ [12]$/)
      expect(requirement.length).toBeGreaterThan(5)
    }
  })

  it('names only existing tests', () => {
    const named = rows.filter(({ test_file }) => test_file)
    const missing = named.filter(({ test_file, test_name }) => {
      if (!existsSync(join(root, test_file)) || !/\.(test\.tsx?|journey\.ts)$/.test(test_file)) return true
      return !textOf(test_file).replaceAll("\\'", "'").includes(test_name) || test_name.length < 4
    })
    expect(missing.map(({ id, test_file, test_name }) => `${id} ${test_file}: ${test_name}`)).toEqual([])
  })

  it('names only existing documents that contain the named text', () => {
    const wrong = rows
      .filter(({ document }) => document)
      .filter(({ document }) => {
        const [file = '', heading = ''] = document.split(/#(.*)/)
        return !existsSync(join(root, file)) || heading.length < 3 || !textOf(file).includes(heading)
      })
    expect(wrong.map(({ id, document }) => `${id} ${document}`)).toEqual([])
  })

  it('says met only with a test, and otherwise gives a reason and a remedy', () => {
    for (const { id, status, test_file, test_name, reason } of rows) {
      expect(`${id} ${status}`).toMatch(/ (met|partly|unmet|not applicable|deployment)$/)
      const evidence = status === 'met' ? `${test_file} ${test_name}` : `because: ${reason}`
      expect(`${id} ${evidence}`).toMatch(/\.(test\.tsx?|journey\.ts) .|because: .{5,}/)
    }
    expect(rows.filter(({ status }) => status === 'met').length).toBeGreaterThanOrEqual(160)
  })
})
