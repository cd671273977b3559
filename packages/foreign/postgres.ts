import pg from 'pg'

/** Connection data of a foreign database. The address is a checked one, not a name that may change. */
export interface ForeignDatabase {
  address: string
  /** The expected name of the certificate; null: without TLS. */
  tlsName: string | null
  port: number
  database: string
  userName: string
  password: string
}

/** Why it cannot be read, as a message for users. */
export class ForeignDatabaseError extends Error {}

/**
 * The connection failed. Always the same message, because a specific one would reveal which servers and ports exist.
 */
export class ConnectionFailedError extends ForeignDatabaseError {
  constructor(options?: ErrorOptions) {
    super('无法连接，请核对地址、端口、数据库、账号和密码', options)
  }
}

interface Limits {
  connectMs: number
  statementMs: number
  /** Maximum number of bytes to read. */
  bytes: number
}
const defaultLimits: Limits = { connectMs: 3_000, statementMs: 5_000, bytes: 4 * 1024 * 1024 }

export interface ForeignDatabaseCheck {
  version: string
  isReadOnly: boolean
}

/** Whether it answers, and whether the account is read-only. */
export const checkForeignDatabase = (
  at: ForeignDatabase,
  limits: Partial<Limits> = {},
): Promise<ForeignDatabaseCheck> =>
  withConnection(at, { ...defaultLimits, ...limits }, async (client) => {
    const { rows } = await client.query<{ version: string; can_write: boolean }>(canWriteQuery)
    const { version, can_write: mayWrite } = rows[0]!
    return { version, isReadOnly: !mayWrite && !(await canActuallyWrite(client)) }
  })

export interface QuerySample {
  columns: { name: string; type: string }[]
  rows: (string | null)[][]
  /** There are more rows than these. */
  hasMore: boolean
}

const cellLength = 200

/** The first rows of one query. A cursor accepts only a query, and the extended protocol only one statement. */
export const sampleForeignQuery = (
  at: ForeignDatabase,
  query: string,
  count: number,
  limits: Partial<Limits> = {},
): Promise<QuerySample> =>
  withConnection(at, { ...defaultLimits, ...limits }, async (client) => {
    await client.query('begin transaction read only')
    // The simple protocol would accept several statements, and the second could end the read-only transaction.
    const declare = `declare sample no scroll cursor for ${query.trim().replace(/;$/, '')}`
    await client.query({ text: declare, queryMode: 'extended' } as pg.QueryConfig)
    const { fields, rows } = await client.query<(string | null)[]>({
      text: `fetch ${count + 1} from sample`,
      rowMode: 'array',
      types: { getTypeParser: () => (text: string | Buffer) => text.toString() },
    })
    const types = await typeNames(client, fields)
    return {
      columns: fields.map(({ name }, at_) => ({ name, type: types[at_]! })),
      rows: rows.slice(0, count).map((row) => row.map((value) => (value === null ? null : truncateCell(value)))),
      hasMore: rows.length > count,
    }
  })

const truncateCell = (text: string) => (text.length > cellLength ? `${text.slice(0, cellLength)}…` : text)

async function typeNames(client: pg.Client, fields: readonly { dataTypeID: number }[]): Promise<string[]> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    'select oid::int, format_type(oid, null) as name from pg_type where oid = any($1::oid[])',
    [fields.map(({ dataTypeID }) => dataTypeID)],
  )
  const names = new Map(rows.map(({ oid, name }) => [oid, name]))
  return fields.map(({ dataTypeID }) => names.get(dataTypeID) ?? '')
}

/** Whether the catalogue allows the account to write, create objects or act for the server. */
const canWriteQuery = `
  select split_part(version(), ' on ', 1) as version,
    exists (select from pg_roles r where r.rolname = current_user
      and (r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls))
    or exists (select from pg_roles r where r.rolname in
      ('pg_write_all_data', 'pg_execute_server_program', 'pg_write_server_files', 'pg_read_server_files')
      and pg_has_role(current_user, r.oid, 'member'))
    or has_database_privilege(current_database(), 'create')
    or exists (select from pg_namespace n where n.nspname !~ '^pg_' and has_schema_privilege(n.oid, 'create'))
    or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and (has_table_privilege(c.oid, 'insert, update, delete, truncate')
        or has_any_column_privilege(c.oid, 'insert, update')))
    as can_write`

/** The catalogue may be wrong in a fork of PostgreSQL, so writing is tried and rolled back. */
async function canActuallyWrite(client: pg.Client): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('create table qiming_read_only_probe (one int)')
    return true
  } catch {
    return false
  } finally {
    await client.query('rollback')
  }
}

async function withConnection<T>(
  { address, tlsName, port, database, userName, password }: ForeignDatabase,
  { connectMs, statementMs, bytes }: Limits,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    host: address,
    port,
    database,
    user: userName,
    password,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + 1_000,
    statement_timeout: statementMs,
    application_name: 'qiming',
    ssl: tlsName === null ? false : { servername: tlsName },
  })
  // A server that closes an idle connection must not end our process.
  client.on('error', () => {})
  let taken = 0
  let isTooMuch = false
  const { stream } = (client as unknown as { connection: { stream: NodeJS.ReadableStream & { destroy(): void } } })
    .connection
  stream.on('data', (chunk: Buffer) => {
    taken += chunk.length
    if (taken <= bytes || isTooMuch) return
    isTooMuch = true
    stream.destroy()
  })
  try {
    await client.connect().catch((error: unknown) => {
      throw new ConnectionFailedError({ cause: error })
    })
    return await work(client)
  } catch (error) {
    if (error instanceof ConnectionFailedError) throw error
    throw isTooMuch
      ? new ForeignDatabaseError('数据量过大，请减少列或内容')
      : new ForeignDatabaseError(getErrorMessage(error), { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

const messageByCode: Readonly<Record<string, string>> = {
  '42501': '该账号没有读取权限',
  '42601': '查询语句有误，只能执行一条查询',
  '42P01': '表或视图不存在',
  '42703': '列不存在',
  '25006': '只能查询，不能修改数据',
  '0A000': '只能查询，不能修改数据',
  '57014': '查询超过5秒，已停止',
}

/** The server's text may contain parts of the query or of the data, so users get the kind of error only. */
function getErrorMessage(error: unknown): string {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code && messageByCode[code]) return messageByCode[code]
  if (/timeout/i.test(message)) return '查询超过5秒，已停止'
  return code?.startsWith('42') ? '查询语句有误，只能执行一条查询' : '无法读取，请检查地址和账号'
}
