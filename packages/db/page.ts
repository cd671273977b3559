import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import { Refusal } from '#packages/core'

/** Nobody reads the ten-thousandth row of a list, and counting further makes the database walk the whole of it. */
const countLimit = 10_000
const lastPage = 500

/** Reads one page of a list and counts it, up to the limit. The query brings its own order. */
export async function readPage<Tables, QueryTables, Table extends keyof QueryTables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<QueryTables, Table, Row>,
  { pageNumber, pageSize }: PageQuery,
): Promise<Page<Row>> {
  if (pageNumber > lastPage) throw new Refusal('页数过多，请缩小查询范围')
  const offset = (pageNumber - 1) * pageSize
  const items = await query.limit(pageSize).offset(offset).execute()
  // A page that is not full, and not empty, is the last one: its end is the count.
  const counted = items.length > 0 && items.length < pageSize ? offset + items.length : await countUpToLimit()
  const itemCount = Math.min(counted, countLimit)
  return {
    itemCount,
    pageCount: Math.ceil(itemCount / pageSize),
    ...(counted > countLimit ? { more: true } : {}),
    items,
  }

  async function countUpToLimit() {
    const rows = query
      .clearSelect()
      .clearOrderBy()
      .select(sql<number>`1`.as('one'))
      .limit(countLimit + 1)
    const { rows: counts } = await sql<{ count: number }>`select count(*) from ${rows} as counted`.execute(db)
    return counts[0]!.count
  }
}
