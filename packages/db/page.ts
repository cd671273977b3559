import { sql, type CompiledQuery, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import { Refusal } from '#packages/core'
import { runTogether } from './connection.ts'

/** Nobody reads the ten-thousandth row of a list, and counting further makes the database walk the whole of it. */
const countLimit = 10_000
const lastPage = 500

/** Reads one page of a list and counts it, up to the limit, in one round trip. The query brings its own order. */
export async function readPage<Tables, QueryTables, Table extends keyof QueryTables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<QueryTables, Table, Row>,
  { pageNumber, pageSize }: PageQuery,
): Promise<Page<Row>> {
  if (pageNumber > lastPage) throw new Refusal('页数过多，请缩小查询范围')
  const page = query.limit(pageSize).offset((pageNumber - 1) * pageSize)
  const all = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(countLimit + 1)
  const count = sql<{ count: number }>`select count(*) from ${all} as counted`.compile(db)
  const [items, counts] = await runTogether(db, page.compile() as CompiledQuery<Row>, count)
  const counted = counts[0]!.count
  const itemCount = Math.min(counted, countLimit)
  const more = counted > countLimit ? { more: true } : {}
  return { itemCount, pageCount: Math.ceil(itemCount / pageSize), ...more, items }
}
