import { z } from 'zod'
import { enumOf, idOf, optionalIdOf, routesOf } from '#packages/contract'
import { creditKinds } from '#engines/cover/contract.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const base = '/api/tiaoke'
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '请选择月份')
const orgId = optionalIdOf('organisation').default(null)
const reason = z.string().trim().min(2, '请填写原因').max(200, '原因不超过200字')

/** A teacher in a month. Lessons are counted, hours are hundredths. */
export const coverSum = z.object({
  userId: idOf('membership'),
  name: z.string(),
  department: z.string(),
  /** 代出, 代入, 互换, 看管 */
  given: z.int(),
  taken: z.int(),
  swapped: z.int(),
  supervised: z.int(),
  backfilled: z.int(),
  hours: z.int(),
  /** By kind of credit. */
  byKind: z.record(enumOf(creditKinds), z.int()),
})
export type CoverSum = z.output<typeof coverSum>

export const coverCreditApi = {
  statistics: route({
    method: 'GET',
    path: `${base}/statistics`,
    title: '代课统计',
    access: 'cover.settle',
    query: z.object({ orgId, month }),
    data: z.object({
      orgName: z.string(),
      month,
      rows: z.array(coverSum),
      total: z.int(),
      settled: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
      /** From when months can be settled: the day of the setting. */
      maySettle: z.boolean(),
    }),
  }),
  credits: route({
    method: 'GET',
    path: `${base}/credits`,
    title: '代课课时明细',
    access: 'cover.settle',
    query: z.object({ userId: idOf('membership'), month }),
    data: z.array(
      z.object({
        id: idOf('duty-credit'),
        day: z.iso.date(),
        lesson: z.string(),
        kind: enumOf(creditKinds),
        hours: z.int(),
        note: z.string(),
        isReversed: z.boolean(),
        isBackfilled: z.boolean(),
      }),
    ),
  }),
  /** Takes a credit back in the first month that is open, and writes another one instead if `hours` is not 0. */
  correct: route({
    method: 'POST',
    path: `${base}/correct`,
    title: '更正代课课时',
    access: 'cover.settle',
    body: z.object({ creditId: idOf('duty-credit'), hours: z.int().min(0).max(1000), reason }),
    data: z.object({ month }),
  }),
  settle: route({
    method: 'POST',
    path: `${base}/settle`,
    title: '代课结算',
    access: 'cover.settle',
    body: z.object({ orgId, month }),
    data: z.object({ total: z.int() }),
  }),
}
