import type { MetricSpec } from '#packages/contract'

export interface MetricQuery {
  codes: readonly string[]
  orgId: string
  from: string
  to: string
  /** One value (with the last school day before), one a day, one for each organisation below, or one a dimension. */
  by?: 'period' | 'day' | 'org' | 'dims'
}

export interface MetricValue {
  /** The day, the id of the organisation or the dimensions, `kind=sick`; empty for the period. */
  key: string
  /** 初中 · 2026-11-18; empty for the period. */
  label: string
  dims: Record<string, string>
  /** Null is a gap: a day off, nobody has reported, or masked. */
  value: number | null
  /** What a rate is divided by. */
  of: number | null
  /** On the last day before the period that has a figure; only of the period. */
  before: { day: string; value: number | null; of: number | null } | null
  /** When the newest of its figures got its value. */
  asOf: string | null
  /** 148 of 150 have reported, over all days. */
  complete: { reported: number; expected: number }
  /** Too few people to be shown to this reader. */
  isMasked: boolean
}

export interface MetricReading {
  code: string
  title: string
  unit: string
  kind: MetricSpec['kind']
  note: string
  values: MetricValue[]
}
