import { type Ctx, dayOf, orNotFound } from '#packages/core'
import { incrementSeries, insertIssuedNumber, voidIssuedNumber } from '../number-queries.ts'

/** A series of numbers, one for each organisation and year. */
export interface NumberSeries {
  /** Unique in the product: `leave`. */
  code: string
  /** `QJ{yyyy}{n:4}` gives QJ20260012; `{org}` is the code that the caller gives for the organisation. */
  pattern: string
}

interface NumberParts {
  year: number
  number: number
  org?: string | undefined
}

export const formatNumber = (pattern: string, { year, number, org = '' }: NumberParts) =>
  pattern
    .replaceAll('{yyyy}', String(year))
    .replaceAll('{org}', org)
    .replaceAll(/\{n(?::(\d))?\}/g, (_, digits?: string) => String(number).padStart(Number(digits ?? 1), '0'))

interface NumberRequest {
  orgId: string
  recordId: string
  /** Fills `{org}`. */
  org?: string
  /** By default the year of today. */
  year?: number
}

/**
 * The next number for a record, without gaps: called in the transaction of the record, late, because the next number of
 * the same series waits for its end. Callers must check the scope.
 */
export async function takeNumber(ctx: Ctx, { code, pattern }: NumberSeries, request: NumberRequest): Promise<string> {
  const { orgId, recordId, org, year = Number(dayOf(ctx.now).slice(0, 4)) } = request
  const number = await incrementSeries(ctx.db, { orgId, code, year })
  const text = formatNumber(pattern, { year, number, org })
  await insertIssuedNumber(ctx.db, { orgId, code, year, number, text, recordId, by: ctx.actor.personId }, ctx.now)
  return text
}

/** The record does not use its number: it is kept as void with the reason, and never given again. */
export async function voidNumber(ctx: Ctx, { code }: NumberSeries, recordId: string, reason: string): Promise<string> {
  const by = ctx.actor.personId
  return orNotFound(await voidIssuedNumber(ctx.db, { code, recordId, reason, by }, ctx.now), '编号')
}
