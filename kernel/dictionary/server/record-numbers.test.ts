import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createActor, useDatabase } from '#packages/testing'
import { createConstantWorld, type ConstantWorld } from './constants.fixture.ts'
import { formatNumber, takeNumber, voidNumber, type NumberSeries } from './service/record-numbers.ts'

const database = useDatabase()
const { as } = database
let world: ConstantWorld
beforeAll(async () => {
  world = await as(createActor(), createConstantWorld)
})

const series = (code: string): NumberSeries => ({ code, pattern: 'QJ{yyyy}{n:4}' })
const take = (of: NumberSeries, { recordId = randomUUID(), year = 2026, orgId = world.bureau.id } = {}) =>
  as(world.chief, (ctx) => takeNumber(ctx, of, { orgId, recordId, year }))
const issued = async (code: string) =>
  (await database.sql(
    `select number, text, void_reason as "voidReason" from tenant.issued_number where code = '${code}' order by number`,
  )) as { number: number; text: string; voidReason: string | null }[]

it('writes numbers as the pattern says', () => {
  expect(formatNumber('甬教发〔{yyyy}〕{n}号', { year: 2026, number: 7 })).toBe('甬教发〔2026〕7号')
  expect(formatNumber('ZC{yyyy}{org}{n:5}', { year: 2026, number: 42, org: '0331' })).toBe('ZC2026033100042')
})

it('counts from 1 in each organisation, year and series', async () => {
  expect(await take(series('leave'))).toBe('QJ20260001')
  expect(await take(series('leave'))).toBe('QJ20260002')
  expect(await take(series('leave'), { year: 2027 })).toBe('QJ20270001')
  expect(await take(series('leave'), { orgId: world.school.id })).toBe('QJ20260001')
  expect(await take(series('purchase'))).toBe('QJ20260001')
})

it('leaves no gap and gives no number twice when many take numbers at once and every third fails', async () => {
  const attempts = Array.from({ length: 30 }, (_, at) =>
    as(world.chief, async (ctx) => {
      const number = await takeNumber(ctx, series('rush'), {
        orgId: world.bureau.id,
        recordId: randomUUID(),
        year: 2026,
      })
      if (at % 3 === 0) throw new Error('the record is refused')
      return number
    }),
  )
  const results = await Promise.allSettled(attempts)
  const given = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(given).toHaveLength(20)
  const rows = await issued('rush')
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(rows.map(({ text }) => text)).toEqual(given.toSorted())
})

it('keeps a void number with its reason and does not give it again', async () => {
  const recordId = randomUUID()
  expect(await take(series('document'), { recordId })).toBe('QJ20260001')
  await expect(take(series('document'), { recordId })).rejects.toThrow('issued_number_record')
  const voiding = (reason: string) => as(world.chief, (ctx) => voidNumber(ctx, series('document'), recordId, reason))
  expect(await voiding('文件未发出')).toBe('QJ20260001')
  await expect(voiding('再次作废')).rejects.toThrow('编号')
  expect(await take(series('document'), { recordId })).toBe('QJ20260002')
  expect(await issued('document')).toEqual([
    { number: 1, text: 'QJ20260001', voidReason: '文件未发出' },
    { number: 2, text: 'QJ20260002', voidReason: null },
  ])
})
