import type { Db } from '#packages/db'
import type { OpenRow } from './examine-rows.ts'
import { listRowsWithKeys } from './import-row-queries.ts'

/** The first row that has a key, by the key in hex. */
type FirstRows = Map<string, number>

const toHex = (key: Buffer) => key.toString('hex')

function recordFirst(firsts: FirstRows, row: number, keys: readonly Buffer[]) {
  for (const key of keys) firsts.set(toHex(key), Math.min(row, firsts.get(toHex(key)) ?? row))
}

/** A row that changes nothing stands in nobody's way: whoever works in two departments stands in an export twice. */
const doesNothing = ({ isSkipped, checked: { verdict, issues } }: OpenRow) =>
  isSkipped || (verdict?.result === 'same' && issues.length === 0)

/** Of rows that have something in common the first is right, and the others are told which it is: once, by what tells it best. */
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
  /** Rows that have, or had, something in common with those that were changed. */
  neighbours: number[]
  firstOf(key: Buffer): number | undefined
}

/** Who has to be told again after rows were changed, and which row is the first to have a key now. */
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
  // What those have in common with still others does not change, but it has to be known to be said again.
  const known = new Set(ownKeys.map(toHex))
  const further = distinct(near.flatMap(({ keys }) => keys)).filter((key) => !known.has(toHex(key)))
  const nearRows = new Set(near.map(({ row }) => row))
  for (const { row, keys } of await listRowsWithKeys(db, batchId, further))
    if (!changed.has(row) && !nearRows.has(row)) recordFirst(firsts, row, keys)
  return { neighbours: [...nearRows], firstOf: (key) => firsts.get(toHex(key)) }
}

const distinct = (keys: readonly Buffer[]) => [...new Map(keys.map((key) => [toHex(key), key])).values()]
