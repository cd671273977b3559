import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../modules.ts'

/** Lists whose rows are not records of events. */
const withoutRange = [
  // Grants that end in the next days: the list itself is such a range.
  'kernel/catalogue/web/components/authorize/expiring-grants.tsx',
  // The date is that of the last test.
  'kernel/source/web/pages/data-source.tsx',
]

it('offers a range of days in every list whose rows have a date', () => {
  const files = globSync('{kernel,engines,applications}/*/web/**/*.tsx', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  const dated = files.filter(
    (file) =>
      /defineListPage<|ListSpec</.test(text(file)) &&
      /col\.date\(|(?:formatDayTime|formatTimeAgo)\(at\)/.test(text(file)),
  )
  expect(dated.length).toBeGreaterThanOrEqual(10)
  const without = dated.filter((file) => !text(file).includes('createDayRangeFilter('))
  expect(without.toSorted()).toEqual(withoutRange)
})
