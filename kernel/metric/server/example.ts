import { districtId } from '#packages/core'
import type { TestDatabase } from '#packages/testing'
import { rollUpDistrict } from './roll-up.ts'

/** The sums of all levels above figures that a test has published. */
export const addUpMetrics = ({ app, cells, home }: TestDatabase, now = new Date()) =>
  rollUpDistrict({ app, cells, now, log: { error: () => {} } }, districtId(home))
