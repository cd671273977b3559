import type { Db } from '#packages/db'
import type { OpenRow } from './examine-rows.ts'
import { listRowsWithKeys } from './import-row-queries.ts'

/** The first row with a key, by the key in hex. */
type FirstRows = Map<string, number>

const toHex = (key: Buffer) => key.toString('hex')

function recordFirst(firsts: FirstRows, row: number, keys: readonly Buffer[]) {
  for (const key of keys) firsts.set(toHex(key), Math.min(row, firsts.get(toHex(key)) ?? row))
}

/** A row without effect is no duplicate: a person with two departments occurs in an export twice. */
const doesNothing = ({ isSkipped, checked: { verdict, issues } }: OpenRow) =>
  isSkipped || (verdict?.result === 'same' && issues.length === 0)

/**
 * The first of the rows with a common key is correct; the others get one issue per row, by the most significant key.
 */
export function markDuplicates(open: OpenRow, firstOf: (key: Buffer) => number | undefined): OpenRow {
  const duplicates = new Map<number, { column: string; row: number }>()
  for (const [at, key] of doesNothing(open) ? [] : open.keys.entries()) {
    const row = firstOf(key)
    if (row !== undefined && row < open.row && !duplicates.has(row))
      duplicates.set(row, { column: open.checked.keyColumns[at]!, row })
  }
  return { ...open, checked: { ...open.checked, duplicates: [...duplicates.values()] } }
}

interface RowNeighbours {
  /** Rows that share, or shared, a key with the changed rows. */
  neighbours: number[]
  firstOf(key: Buffer): number | undefined
}

/** The rows whose duplicates must be recomputed after a change, and the first row of each key. */
export async function findNeighbours(
  db: Db,
  batchId: string,
  before: readonly OpenRow[],
  after: readonly OpenRow[],
): Promise<RowNeighbours> {
  const changed = new Set(after.map(({ row }) => row))
  const firsts: FirstRows = new Map()
  for (const open of after) if (!doesNothing(open)) recordFirst(firsts, open.row, open.keys)
  const ownKeys = distinct([...before, ...after].flatMap(({ keys }) => keys))
  const near = (await listRowsWithKeys(db, batchId, ownKeys)).filter(({ row }) => !changed.has(row))
  for (const { row, keys } of near) recordFirst(firsts, row, keys)
  // The further keys of those rows do not change, but they are needed for recomputing.
  const known = new Set(ownKeys.map(toHex))
  const further = distinct(near.flatMap(({ keys }) => keys)).filter((key) => !known.has(toHex(key)))
  const nearRows = new Set(near.map(({ row }) => row))
  for (const { row, keys } of await listRowsWithKeys(db, batchId, further))
    if (!changed.has(row) && !nearRows.has(row)) recordFirst(firsts, row, keys)
  return { neighbours: [...nearRows], firstOf: (key) => firsts.get(toHex(key)) }
}

const distinct = (keys: readonly Buffer[]) => [...new Map(keys.map((key) => [toHex(key), key])).values()]
