import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
} from 'kysely'
import type pg from 'pg'
import type { Db } from '#packages/db'

/** Collects the statements of a query function without running them. */
export const captureStatements = (
  work: (db: Db) => Promise<unknown>,
  answer: object[] = [],
): Promise<CompiledQuery[]> => collectStatements(work, async () => answer)

/** Runs work in a read-only transaction of a district and collects its statements. */
export async function recordStatements(
  client: pg.ClientBase,
  district: number,
  work: (db: Db) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  await client.query(`begin read only; set local app.district_id = '${district}'`)
  try {
    return await collectStatements(work, async ({ sql, parameters }) => {
      return (await client.query<object>(sql, [...parameters])).rows
    })
  } finally {
    await client.query('rollback')
  }
}

async function collectStatements(
  work: (db: Db) => Promise<unknown>,
  run: (query: CompiledQuery) => Promise<object[]>,
): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = []
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      sent.push(query)
      return { rows: (await run(query)) as never[] }
    },
    streamQuery: () => {
      throw new Error('not here')
    },
  }
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: async () => {},
        commitTransaction: async () => {},
        rollbackTransaction: async () => {},
        destroy: async () => {},
      }),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  await work(db as unknown as Db)
  return sent
}

export interface QueryPlan {
  buffers: number
  milliseconds: number
  indexes: string[]
}

/**
 * The pages that a statement reads in a district with the role of the application. The second of two runs counts, with
 * a warm cache.
 */
export async function explainStatement(
  client: pg.ClientBase,
  district: number,
  { sql, parameters }: CompiledQuery,
): Promise<QueryPlan> {
  await client.query(`begin read only; set local app.district_id = '${district}'`)
  try {
    const run = async () =>
      (await client.query<{ 'QUERY PLAN': [Node] }>(`explain (analyze, buffers, format json) ${sql}`, [...parameters]))
        .rows[0]!
    await run()
    const [{ Plan: plan, 'Execution Time': milliseconds }] = (await run())['QUERY PLAN'] as unknown as [
      { Plan: Node; 'Execution Time': number },
    ]
    return { buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], milliseconds, indexes: indexesIn(plan) }
  } finally {
    await client.query('rollback')
  }
}

interface Node {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  Plans?: Node[]
}

function indexesIn(node: Node): string[] {
  const own = node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? `seq ${node['Relation Name']}` : undefined)
  return [...new Set([...(own ? [own] : []), ...(node.Plans ?? []).flatMap(indexesIn)])]
}
