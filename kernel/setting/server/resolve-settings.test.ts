import { expect, it } from 'vitest'
import { amount, choice } from './setting-keys.ts'
import { resolveKey, type SettingRow } from './resolve-settings.ts'

const texts = { title: '', about: '' }
const secondStep = choice({
  ...texts,
  options: { off: '不需要', 'new-device': '新设备', always: '每次' },
  standard: 'off',
  strictest: ['off', 'new-device', 'always'],
})
const idle = amount({ ...texts, min: 1, max: 100, standard: 50, unit: '分钟', isLimit: true })
const size = amount({ ...texts, min: 1, max: 100, standard: 50, unit: '个' })

/** The values of the district, the cluster and the school, from the top. */
const rows = (...values: (object | null)[]): SettingRow[] =>
  values.flatMap((value, at) =>
    value
      ? [{ orgId: ['district', 'cluster', 'school'][at]!, value: { ...value }, fixed: [], pinned: {}, version: 1 }]
      : [],
  )

it('uses the strictest value of all levels for security keys', () => {
  const resolveValues = (...values: (string | null)[]) =>
    resolveKey(secondStep as never, 'step', rows(...values.map((step) => (step === null ? null : { step }))))
  expect(resolveValues('new-device', null, 'off')).toMatchObject({ value: 'new-device', orgId: 'district' })
  expect(resolveValues('new-device', 'off', 'always')).toMatchObject({ value: 'always', orgId: 'school' })
  expect(resolveValues('off', null, 'off')).toMatchObject({ value: 'off', orgId: 'school' })
  expect(resolveValues(null, null, null)).toMatchObject({ value: 'off', orgId: null })
})

it('uses the smallest value for limits and the nearest for other amounts', () => {
  const both = rows({ of: 10 }, null, { of: 30 })
  expect(resolveKey(idle as never, 'of', both)).toMatchObject({ value: 10, orgId: 'district' })
  expect(resolveKey(size as never, 'of', both)).toMatchObject({ value: 30, orgId: 'school' })
})
