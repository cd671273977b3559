import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../modules.ts'

/** Rows that are no records of when something happened. */
const withoutRange = [
  // What ends within the next days: the list is such a range itself.
  'kernel/catalogue/web/components/authorize/expiring-grants.tsx',
  // When each was tested last.
  'kernel/source/web/pages/data-source.tsx',
]

it('asks for a range of days in every list whose rows have a date', () => {
  const files = globSync('{kernel,engines,applications}/*/web/**/*.tsx', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  const dated = files.filter(
    (file) => /defineListPage<|ListSpec</.test(text(file)) && /col\.date\(|(?:dayTime|timeAgo)\(at\)/.test(text(file)),
  )
  expect(dated.length).toBeGreaterThanOrEqual(10)
  const without = dated.filter((file) => !text(file).includes('daysFilter('))
  expect(without.toSorted()).toEqual(withoutRange)
})
