import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'

// Counts and sums fit into a double; a date is a date without a time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** A Kysely driver on an open connection, inside a transaction that other code ends. */
class SingleConnection implements Driver, DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #last: CompiledQuery[] = []
  #state: 'free' | 'busy' | 'ended' = 'free'

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#exclusively(() => this.#send<Row>(query))
  }

  /** Sends several statements together; they run in sequence. */
  executeTogether(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    return this.#exclusively(() => Promise.all(queries.map((query) => this.#send(query))))
  }

  /** Keeps a statement for the end of the transaction. */
  keepForEnd(query: CompiledQuery) {
    if (this.#state === 'ended') throw new Error('the transaction of this handle has ended; is an await missing?')
    this.#last.push(query)
  }

  /** Sends the statements that were kept. Later statements are refused. */
  end(): Promise<unknown>[] {
    this.#state = 'ended'
    return this.#last.splice(0).map((query) => this.#send(query))
  }

  drop() {
    this.#state = 'ended'
  }

  async #send<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.#client.query({ text: sql, values: parameters as unknown[], ...statementName(sql) })
    return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    // Both are bugs that would otherwise show another tenant's data or a silent queue.
    if (this.#state === 'ended') throw new Error('the transaction of this handle has ended; is an await missing?')
    if (this.#state === 'busy') throw new Error('one handle, one statement at a time: no Promise.all on a transaction')
    this.#state = 'busy'
    try {
      return await work()
    } finally {
      if (this.#state === 'busy') this.#state = 'free'
    }
  }

  streamQuery = (): never => refuse('streaming')
  beginTransaction = (): never => refuse('a second transaction')
  commitTransaction = (): never => refuse('committing by hand')
  rollbackTransaction = (): never => refuse('rolling back by hand')
  acquireConnection = async () => this
  releaseConnection = async () => {}
  init = async () => {}
  destroy = async () => {}
}

function refuse(what: string): never {
  throw new Error(`${what} is not offered inside a transaction of a request`)
}

/**
 * Statements are prepared once per connection, named by their text. Texts with lists of varying length would fill the
 * server, so after a thousand texts the rest stay unnamed.
 */
const names = new Map<string, { name: string }>()
const unnamed = {}

/**
 * A statement with this prefix is never prepared, and so planned for its values each time: the best index of a search
 * depends on the values, and PostgreSQL switches to a generic plan after five prepared runs.
 */
export const customPlanMarker = '/* planned anew */'

function statementName(sql: string) {
  if (sql.startsWith(customPlanMarker)) return unnamed
  const known = names.get(sql)
  if (known) return known
  if (names.size >= 1000) return unnamed
  const made = { name: createHash('sha1').update(sql).digest('base64url') }
  names.set(sql, made)
  return made
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/**
 * A Kysely on an open transaction; a function that ends it, with the statements that were kept for the end; and one that
 * drops it. Later statements are refused.
 */
export function createKysely<Tables>(client: pg.PoolClient) {
  const connection = new SingleConnection(client)
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => connection,
      createQueryCompiler: () => compiler,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    },
  })
  connections.set(db, connection)
  return { db, end: () => connection.end(), drop: () => connection.drop() }
}

const neverConnected = new Kysely<unknown>({
  dialect: {
    createAdapter: () => adapter,
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => compiler,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  },
})

/** A part of statements without parameters as its text, so that it is not compiled again for every statement. */
export function compileOnce<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = part.compile(neverConnected)
  if (parameters.length > 0) throw new Error('a part with parameters differs from statement to statement')
  return sql.raw<T>(text)
}

const connections = new WeakMap<object, SingleConnection>()

/** Runs two statements in one round trip, in order. Both are sent, so neither may depend on the other's result. */
export async function runPipelined<Tables, First, Second>(
  db: Kysely<Tables>,
  first: CompiledQuery<First>,
  second: CompiledQuery<Second>,
): Promise<[First[], Second[]]> {
  const together = connections.get(db)
  if (!together) return [(await db.executeQuery(first)).rows, (await db.executeQuery(second)).rows]
  const [one, two] = await together.executeTogether([first, second])
  return [one!.rows as First[], two!.rows as Second[]]
}

/**
 * Runs a statement whose result nobody needs together with the commit, which saves a round trip. If it fails, nothing of
 * the transaction is kept. Statements until then do not see its effect.
 */
export async function runAtEnd<Tables>(db: Kysely<Tables>, query: CompiledQuery): Promise<void> {
  const connection = connections.get(db)
  if (connection) connection.keepForEnd(query)
  else await db.executeQuery(query)
}
