import { sql, type CompiledQuery, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import { Refusal } from '#packages/core'
import { customPlanMarker, runPipelined } from './connection.ts'
import type { CellTables } from './db.ts'

/** Nobody reads the ten-thousandth row of a list, and counting further would scan all of it. */
const countLimit = 10_000
const lastPage = 500

/** Reads one page of a list and counts up to the limit, in one round trip. The query has its own order. */
export function readPage<Tables, QueryTables, Table extends keyof QueryTables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<QueryTables, Table, Row>,
  page: PageQuery,
): Promise<Page<Row>> {
  const { limit, offset } = getPageWindow(page)
  const items = query.limit(limit).offset(offset)
  const all = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(countLimit + 1)
  return readPageAndCount(db, page, items.compile() as CompiledQuery<Row>, sql`select count(*) from ${all} as counted`)
}

interface SqlPageQuery {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** Joined to the page only, not to all rows; the page has the alias `as`, as in `from`. */
  joined?: { as: string; with: RawBuilder<unknown> }
  orderBy: RawBuilder<unknown>
}

/** The same for frequent lists, in plain SQL: the query builder takes a tenth of such a request. */
export function readSqlPage<Row>(
  db: Kysely<CellTables>,
  { columns, from, joined, orderBy }: SqlPageQuery,
  page: PageQuery,
): Promise<Page<Row>> {
  const { limit, offset } = getPageWindow(page)
  const cut = sql`from ${from} order by ${orderBy} limit ${limit} offset ${offset}`
  const items = joined
    ? sql<Row>`select ${columns} from (select ${sql.ref(joined.as)}.* ${cut}) as ${sql.ref(joined.as)} ${joined.with} order by ${orderBy}`
    : sql<Row>`select ${columns} ${cut}`
  const count = sql`select count(*) from (select from ${from} limit ${countLimit + 1}) counted`
  return readPageAndCount(db, page, items.compile(db), count)
}

interface SearchPageQuery {
  columns: RawBuilder<unknown>
  /** The table with its alias. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  key: RawBuilder<unknown>
  /** Joined to the page only, not to all scanned rows. */
  joined?: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
}

/**
 * Finds keys first and reads rows afterwards, in one statement: for searches that scan a long list. Finding needs only
 * the key, so that an index-only scan can answer and count; only the page itself is read completely.
 */
export async function readSearchPage<Row>(
  db: Kysely<CellTables>,
  { columns, from, where, key, joined = sql``, orderBy }: SearchPageQuery,
  page: PageQuery,
): Promise<Page<Row>> {
  const { limit, offset } = getPageWindow(page)
  const { rows } = await sql<Row & { foundCount: number; foundPlace: number | null }>`${sql.raw(customPlanMarker)}
    with found as materialized (
      select key, row_number() over () as place
      from (select ${key} as key from ${from} where ${where} order by ${orderBy} limit ${countLimit + 1}) as ordered
    )
    select counted.count as "foundCount", item.*
    from (select count(*) from found) as counted
    left join (
      select found.place as "foundPlace", ${columns}
      from found join ${from} on ${key} = found.key ${joined}
      where found.place > ${offset}::int and found.place <= ${offset + limit}::int
    ) as item on true
    order by item."foundPlace"
  `.execute(db)
  const items = rows.filter(({ foundPlace }) => foundPlace !== null)
  return { ...getPageCounts(rows[0]!.foundCount, page), items }
}

interface CountedPageQuery {
  columns: RawBuilder<unknown>
  /** The table with its alias, and what the condition and the order need. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** The alias of the table, which the page keeps. */
  as: string
  /** Joined to the page only. */
  joined: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
}

/** The rows to be counted. The order is that of an index with all these columns, so that no row has to be read. */
export type CountedRows = (columns: RawBuilder<unknown>, orderBy: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * One page in the order of an index, and the caller's own counts up to the limit, in one round trip. `counts` has one
 * row with `count` and whatever else the list shows.
 */
export async function readPageWithCounts<Row, Counts extends { count: number }>(
  db: Kysely<CellTables>,
  { columns, from, where, as, joined, orderBy }: CountedPageQuery,
  counts: (rows: CountedRows) => RawBuilder<Counts>,
  page: PageQuery,
): Promise<{ page: Page<Row>; counts: Counts; isWhole: boolean }> {
  const alias = sql.ref(as)
  const items = sql<Row>`
    select ${columns}
    from (
      select ${alias}.*, row_number() over () as place
      from (select ${alias}.* from ${from} where ${where} order by ${orderBy} ${cutPage(page)}) as ${alias}
    ) as ${alias} ${joined} order by ${alias}.place`
  const counting = sql<Counts>`
    ${counts((needed, order) => sql`(select ${needed} from ${from} where ${where} order by ${order} limit ${sql.lit(countLimit + 1)})`)}`
  const [rows, [counted]] = await runPipelined(db, items.compile(db), counting.compile(db))
  const found = counted!.count
  return { page: { ...getPageCounts(found, page), items: rows }, counts: counted!, isWhole: found <= countLimit }
}

/**
 * `limit` and `offset` of a page. The first page of a usual size has its number in the text: for a parameter the
 * prepared plan expects a tenth of the list, so PostgreSQL would plan anew each time, which takes longer than reading
 * the page.
 */
export function cutPage(page: PageQuery): RawBuilder<unknown> {
  const { limit, offset } = getPageWindow(page)
  return offset === 0 && usualSizes.includes(limit)
    ? sql`limit ${sql.lit(limit)}`
    : sql`limit ${limit} offset ${offset}`
}
const usualSizes: readonly number[] = [20, 50, 100, 200]

function getPageCounts(counted: number, { pageSize }: PageQuery) {
  const itemCount = Math.min(counted, countLimit)
  const more = counted > countLimit ? { more: true } : {}
  return { itemCount, pageCount: Math.ceil(itemCount / pageSize), ...more }
}

function getPageWindow({ pageNumber, pageSize }: PageQuery) {
  if (pageNumber > lastPage) throw new Refusal('页数过多，请缩小查询范围')
  return { limit: pageSize, offset: (pageNumber - 1) * pageSize }
}

async function readPageAndCount<Tables, Row>(
  db: Kysely<Tables>,
  page: PageQuery,
  list: CompiledQuery<Row>,
  count: RawBuilder<unknown>,
): Promise<Page<Row>> {
  const [items, counts] = await runPipelined(db, list, count.compile(db) as CompiledQuery<{ count: number }>)
  return { ...getPageCounts(counts[0]!.count, page), items }
}
