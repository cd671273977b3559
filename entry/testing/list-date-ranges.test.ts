import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listFields } from '#packages/contract'
import { listContributions } from '#packages/core'
import { loadModules, root } from '../modules.ts'

/** Lists whose rows are not records of events. */
const withoutRange = [
  // Grants that end in the next days: the list itself is such a range.
  'kernel/catalogue/web/components/authorize/expiring-grants.tsx',
  // A handful of people.
  'kernel/platform/web/pages/administrators.tsx',
]

it('offers a range of days in every list whose rows have a date', () => {
  const files = globSync('{kernel,engines,applications}/*/web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  const dated = files.filter(
    (file) =>
      /defineListPage<|ListSpec<|SharedList</.test(text(file)) &&
      /[cC]ol\.date\(|(?:formatDayTime|formatTimeAgo)\(at\)/.test(text(file)),
  )
  expect(dated.length).toBeGreaterThanOrEqual(6)
  const without = dated.filter((file) => !text(file).includes('createDayRangeFilter('))
  expect(without.toSorted()).toEqual(withoutRange)
})

/** Entities with a date in the list that is not looked for by its day. */
const entitiesWithoutRange = [
  // The date is that of the last test.
  'data-source',
]

it('offers a range of days in every list of an entity whose rows have a date', async () => {
  const entities = listContributions(await loadModules(), 'entities').map(({ crud: { entity } }) => entity)
  expect(entities.length).toBeGreaterThan(0)
  const without = entities.filter((entity) => {
    const days = listFields(entity).filter(([, { kind }]) => ['date', 'dateRange', 'datetime'].includes(kind))
    const columns = days.filter(([name]) => entity.list.columns.includes(name))
    return columns.length > 0 && !columns.some(([name]) => entity.list.filters?.includes(name))
  })
  expect(without.map(({ key }) => key).toSorted()).toEqual(entitiesWithoutRange)
})
