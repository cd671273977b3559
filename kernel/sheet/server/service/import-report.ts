import type { Verdict } from '#packages/sheet'
import type { BatchReport } from '../../contract.ts'
import type { Counts } from '../import-row-queries.ts'

const unitsShown = 500

/** What was done, by where it is counted. */
export class Units {
  readonly #counts = new Map<string, { new: number; changed: number }>()

  count({ unit, result }: Pick<Verdict, 'unit' | 'result'>) {
    const counts = this.#counts.get(unit) ?? { new: 0, changed: 0 }
    this.#counts.set(unit, counts)
    if (result !== 'same') counts[result]++
  }

  /** Those where something was done, or is counted otherwise now. */
  list({ before, now, orgName }: { before: Standing; now: Standing; orgName: string }): BatchReport['units'] {
    const moved = [...now.keys()].filter((unit) => now.get(unit) !== (before.get(unit) ?? 0))
    const names = [...new Set([...this.#counts.keys(), ...moved])].slice(0, unitsShown)
    return names.map((unit) => {
      const done = this.#counts.get(unit) ?? { new: 0, changed: 0 }
      return { name: unit || orgName, before: before.get(unit) ?? 0, ...done, now: now.get(unit) ?? 0 }
    })
  }
}
type Standing = ReadonlyMap<string, number>

interface Facts {
  counts: Counts
  appliedAt: Date
  seconds: number
  units: BatchReport['units']
}

export const reportOn = ({ counts, appliedAt, seconds, units }: Facts): BatchReport => ({
  appliedAt: appliedAt.toISOString(),
  seconds,
  units,
  undoUntil: null,
  kept: [],
  new: counts.new,
  changed: counts.changed,
  same: counts.same,
  left: counts.wrong + counts.skipped,
  repaired: counts.repaired,
})
