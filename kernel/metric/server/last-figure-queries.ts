import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { CellSum } from './cell-queries.ts'
import { isPositionOn } from './position-queries.ts'

interface LastFigures {
  codes: readonly string[]
  /** Organisations with some below them. */
  nodeIds: readonly string[]
  from: string
  to: string
  byDims: boolean
}

export interface LastFigure {
  code: string
  nodeId: string
  dims: string
  value: number
}

/** The last figures of the period of all organisations at and below these, added up: one of them may not report daily. */
export async function sumLastFigures(db: Db, { codes, nodeIds, from, to, byDims }: LastFigures): Promise<LastFigure[]> {
  const { rows } = await sql<LastFigure>`
    with below as materialized (
      select n.org_id as node_id, b.org_id
      from (select ${to}::date as day) as at
      join metric_position n on n.org_id = any(${nodeIds}::uuid[]) and ${isPositionOn('n', 'at.day')}
      join metric_position b on b.path <@ n.path and ${isPositionOn('b', 'at.day')}
    )
    select wanted.code, below.node_id as "nodeId", f.dims, sum(f.value) as value
    from below cross join unnest(${codes}::text[]) as wanted (code)
    cross join lateral (
      select l.day from metric_fact l
      where l.org_id = below.org_id and l.code = wanted.code and l.dims = '' and l.day between ${from}::date and ${to}::date
      order by l.day desc limit 1
    ) as last
    join metric_fact f on f.org_id = below.org_id and f.code = wanted.code and f.day = last.day
      and ${byDims ? sql`f.dims <> ''` : sql`f.dims = ''`}
    group by 1, 2, 3 order by 1, 2, 3
  `.execute(db)
  return rows
}

/** The sums of levels with those figures instead of the ones of the last day. */
export function replaceLevels(
  sums: readonly CellSum[],
  lasts: readonly LastFigure[],
  { to, byDims }: Pick<LastFigures, 'to' | 'byDims'>,
): CellSum[] {
  const keyOf = ({ code, nodeId, dims }: Pick<CellSum, 'code' | 'nodeId' | 'dims'>) => `${code} ${nodeId} ${dims}`
  const values = new Map(lasts.map((last) => [keyOf(last), last.value]))
  const replaced = new Set(lasts.map(({ code, nodeId }) => `${code} ${nodeId}`))
  return sums.flatMap((sum) => {
    if (!replaced.has(`${sum.code} ${sum.nodeId}`)) return sum
    const value = values.get(keyOf(sum))
    if (value !== undefined) return { ...sum, lastValue: value, ...(byDims ? { lastDay: to } : {}) }
    // A kind that none of them has any more.
    return byDims ? [] : sum
  })
}
