import type { Db } from '#packages/db'
import type { OpenRow } from './examining.ts'
import { rowsWithKeys } from './import-row-queries.ts'

/** The first row that has a key, by the key in hex. */
type Firsts = Map<string, number>

const nameOf = (key: Buffer) => key.toString('hex')

function hold(firsts: Firsts, row: number, keys: readonly Buffer[]) {
  for (const key of keys) firsts.set(nameOf(key), Math.min(row, firsts.get(nameOf(key)) ?? row))
}

/** A row that changes nothing stands in nobody's way: whoever works in two departments stands in an export twice. */
const doesNothing = ({ isSkipped, checked: { verdict, issues } }: OpenRow) =>
  isSkipped || (verdict?.result === 'same' && issues.length === 0)

/** Of rows that have something in common the first is right, and the others are told which it is: once, by what tells it best. */
export function withTwins(open: OpenRow, firstOf: (key: Buffer) => number | undefined): OpenRow {
  const twins = new Map<number, { column: string; row: number }>()
  for (const [at, key] of doesNothing(open) ? [] : open.keys.entries()) {
    const row = firstOf(key)
    if (row !== undefined && row < open.row && !twins.has(row))
      twins.set(row, { column: open.checked.keyColumns[at]!, row })
  }
  return { ...open, checked: { ...open.checked, twins: [...twins.values()] } }
}

interface Neighbourhood {
  /** Rows that have, or had, something in common with those that were changed. */
  neighbours: number[]
  firstOf(key: Buffer): number | undefined
}

/** Who has to be told again after rows were changed, and which row is the first to have a key now. */
export async function lookAround(
  db: Db,
  batchId: string,
  before: readonly OpenRow[],
  after: readonly OpenRow[],
): Promise<Neighbourhood> {
  const changed = new Set(after.map(({ row }) => row))
  const firsts: Firsts = new Map()
  for (const open of after) if (!doesNothing(open)) hold(firsts, open.row, open.keys)
  const asked = distinct([...before, ...after].flatMap(({ keys }) => keys))
  const near = (await rowsWithKeys(db, batchId, asked)).filter(({ row }) => !changed.has(row))
  for (const { row, keys } of near) hold(firsts, row, keys)
  // What those have in common with still others does not change, but it has to be known to be said again.
  const known = new Set(asked.map(nameOf))
  const further = distinct(near.flatMap(({ keys }) => keys)).filter((key) => !known.has(nameOf(key)))
  const nearRows = new Set(near.map(({ row }) => row))
  for (const { row, keys } of await rowsWithKeys(db, batchId, further))
    if (!changed.has(row) && !nearRows.has(row)) hold(firsts, row, keys)
  return { neighbours: [...nearRows], firstOf: (key) => firsts.get(nameOf(key)) }
}

const distinct = (keys: readonly Buffer[]) => [...new Map(keys.map((key) => [nameOf(key), key])).values()]
