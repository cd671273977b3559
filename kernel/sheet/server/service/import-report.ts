import type { RowVerdict } from '#packages/sheet'
import type { BatchReport } from '../../contract.ts'
import type { RowCounts } from '../import-row-queries.ts'

const unitsShown = 500

/** Counts new and changed rows by unit. */
export class UnitTally {
  readonly #counts = new Map<string, { new: number; changed: number }>()

  count({ unit, result }: Pick<RowVerdict, 'unit' | 'result'>) {
    const counts = this.#counts.get(unit) ?? { new: 0, changed: 0 }
    this.#counts.set(unit, counts)
    if (result !== 'same') counts[result]++
  }

  /** The units with imported rows or with a changed count. */
  list({ before, now, orgName }: { before: UnitCounts; now: UnitCounts; orgName: string }): BatchReport['units'] {
    const changedUnits = [...now.keys()].filter((unit) => now.get(unit) !== (before.get(unit) ?? 0))
    const names = [...new Set([...this.#counts.keys(), ...changedUnits])].slice(0, unitsShown)
    return names.map((unit) => {
      const done = this.#counts.get(unit) ?? { new: 0, changed: 0 }
      return { name: unit || orgName, before: before.get(unit) ?? 0, ...done, now: now.get(unit) ?? 0 }
    })
  }
}
type UnitCounts = ReadonlyMap<string, number>

interface ReportInput {
  counts: RowCounts
  appliedAt: Date
  seconds: number
  units: BatchReport['units']
}

export const createReport = ({ counts, appliedAt, seconds, units }: ReportInput): BatchReport => ({
  appliedAt: appliedAt.toISOString(),
  seconds,
  units,
  undoUntil: null,
  keptRows: [],
  new: counts.new,
  changed: counts.changed,
  same: counts.same,
  left: counts.wrong + counts.skipped,
  repaired: counts.repaired,
})
