import type { Ctx } from '#packages/core'
import type { Metric } from './metrics.ts'
import type { MetricValue } from './metric-values.ts'

/** The number of people behind a value: of a rate all of them. */
const sizeOf = ({ value, of }: { value: number | null; of: number | null }) => of ?? value

/**
 * Hides values of fewer people than the metric allows: P0 and P1 from everybody, P2 from readers of another
 * organisation, which is the school's bureau. A single hidden value could be computed from the sum and the others, so
 * the smallest of them is hidden too. `orgId` is the organisation of the values; null if each has its own.
 */
export function maskSmallCells(
  { actor }: Ctx,
  { spec: { exposure, minCell = 0 } }: Metric,
  values: readonly MetricValue[],
  orgId: string | null,
): MetricValue[] {
  const isOwn = ({ key }: MetricValue) => exposure === 'P2' && (orgId ?? key) === actor.orgId
  const isSmall = (one: { value: number | null; of: number | null }) => {
    const size = sizeOf(one)
    return size !== null && size > 0 && size < minCell
  }
  const hidden = new Set(values.filter((one) => isSmall(one) && !isOwn(one)))
  if (hidden.size === 1) {
    const others = values.filter((one) => !hidden.has(one) && !isOwn(one) && (sizeOf(one) ?? 0) > 0)
    const [smallest] = others.toSorted((one, other) => sizeOf(one)! - sizeOf(other)!)
    if (smallest) hidden.add(smallest)
  }
  return values.map((one) => {
    const before =
      one.before && isSmall(one.before) && !isOwn(one) ? { ...one.before, value: null, of: null } : one.before
    return hidden.has(one) ? { ...one, value: null, of: null, before, isMasked: true } : { ...one, before }
  })
}
