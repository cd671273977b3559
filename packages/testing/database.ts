import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { openEphemeralStore, type EphemeralStore } from '#packages/cache'
import type { Manifest } from '#packages/contract'
import { createDistrictKey, openTestKeyring } from '#packages/crypto'
import {
  districtId,
  getContributionName,
  newId,
  notSignedIn,
  type Actor,
  type Contributions,
  type Ctx,
  type DeclaredContributions,
  type DistrictId,
} from '#packages/core'
import { Cells, inDistrict } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { stopSenders } from '#packages/jobs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by the global set-up: a superuser's URL, Redis, and two migrated, empty databases. */
    templates: { adminUrl: string; redisUrl: string; cell: string; directory: string }
  }
}

export interface TestDatabase {
  cells: Cells
  /** What the modules of this test declare for each other; a test may change it. */
  app: { manifests: readonly Manifest[]; contributions: DeclaredContributions }
  /**
   * Declares what the modules of this test would declare. Declarations with a name replace those of the same name, others
   * replace the whole field.
   */
  contribute<Field extends keyof Contributions>(field: Field, ...declared: readonly Contributions[Field][]): void
  /** Existing districts, empty but for their keys. */
  home: DistrictId
  away: DistrictId
  /** Runs work as an actor: real transaction, real row-level security. */
  as<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** The context of a handler that opens its own transactions. */
  requestCtx(actor: Actor | undefined, now?: Date): RequestCtx
  /** As a superuser, without row-level security: to check what was written. */
  sql<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** The same in the directory. */
  directorySql<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Monthly partitions of all logs, for a story with fixed days: a new database has only those around today. */
  ensurePartitions(firstDay: string, months: number): Promise<void>
  url(role: string): string
  /** For `createApi`: the real Redis, with this file's own key prefix. */
  redis: { redisUrl: string; ephemeralStorePrefix: string }
}

export interface DatabaseOptions {
  poolSize?: number
  withoutDistricts?: boolean
  /** Every test begins with an empty database, for tests that disturb each other; 0.1 s each. */
  eachTest?: boolean
}

/** Gives the test file its own cell and directory, cloned from migrated templates. */
export function useDatabase(options: DatabaseOptions = {}): TestDatabase {
  const { adminUrl, redisUrl, cell, directory } = inject('templates')
  let mark = ''
  let names: { cell: string; directory: string }
  const home = districtId(1)
  const away = districtId(2)
  let cells: Cells
  let superuser: pg.Pool
  let directorySuperuser: pg.Pool
  let ephemeralStore: EphemeralStore | undefined
  const app: TestDatabase['app'] = { manifests: [], contributions: {} }

  const begin = options.eachTest ? beforeEach : beforeAll
  const end = options.eachTest ? afterEach : afterAll

  begin(async () => {
    openTestKeyring()
    mark = randomBytes(6).toString('hex')
    names = { cell: `test_cell_${mark}`, directory: `test_directory_${mark}` }
    await Promise.all([
      runAsAdmin(adminUrl, `create database ${names.cell} template ${cell} owner portal_owner`),
      runAsAdmin(adminUrl, `create database ${names.directory} template ${directory} owner portal_owner`),
    ])
    const cellUrls = new Map([[1, getDatabaseUrl(adminUrl, 'portal_app', names.cell)]])
    cells = new Cells({
      directoryUrl: getDatabaseUrl(adminUrl, 'portal_directory', names.directory),
      cells: cellUrls,
      poolSize: options.poolSize ?? 5,
      connectTimeoutMs: 30_000,
    })
    ;[superuser, directorySuperuser] = ([names.cell, names.directory] as const).map(
      (name) => new pg.Pool({ connectionString: getDatabaseUrl(adminUrl, undefined, name), max: 2 }),
    ) as [pg.Pool, pg.Pool]
    for (const pool of [superuser, directorySuperuser]) pool.on('error', () => {})
    if (options.withoutDistricts) return
    for (const [id, name] of [
      [home, '本区'],
      [away, '邻区'],
    ] as const) {
      await superuser.query('insert into reference.district values ($1, 1, $2, null, $3, $4)', [
        id,
        name,
        newId(),
        'active',
      ])
      await cells.refresh()
      await inDistrict(cells, id, (db) => createDistrictKey(db, id, new Date()))
    }
  })
  end(async () => {
    await stopSenders(cells)
    await ephemeralStore?.close()
    ephemeralStore = undefined
    await cells.end()
    await superuser.end()
    await directorySuperuser.end()
    await Promise.all(Object.values(names).map((name) => runAsAdmin(adminUrl, `drop database ${name} with (force)`)))
  })

  return {
    get cells() {
      return cells
    },
    app,
    contribute(field, ...declared) {
      const names = new Set(declared.flatMap((one) => getContributionName(one) ?? []))
      const others = (app.contributions[field] ?? []).filter((one) => {
        const name = getContributionName(one)
        return name !== undefined && !names.has(name)
      })
      Object.assign(app.contributions, { [field]: [...others, ...declared] })
    },
    home,
    away,
    as: (actor, work) =>
      inDistrict(cells, actor.districtId, (db) => work({ app, actor, db, now: new Date(), requestId: newId() })),
    requestCtx: (actor, now = new Date()) => ({
      app,
      actor,
      cells,
      now,
      requestId: newId(),
      log: console as never,
      get ephemeralStore() {
        return (ephemeralStore ??= openEphemeralStore(redisUrl, { prefix: mark }))
      },
      client,
    }),
    sql: async <Row extends object>(text: string, values?: unknown[]) =>
      (await superuser.query<Row>(text, values)).rows,
    directorySql: async <Row extends object>(text: string, values?: unknown[]) =>
      (await directorySuperuser.query<Row>(text, values)).rows,
    ensurePartitions: async (firstDay, months) => {
      await superuser.query(
        `select tenant.ensure_month_partitions(c.relname, $1, $2)
         from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
         where c.relnamespace = 'tenant'::regnamespace`,
        [firstDay, months],
      )
    },
    url: (role) => getDatabaseUrl(adminUrl, role, names.cell),
    get redis() {
      return { redisUrl, ephemeralStorePrefix: mark }
    },
  }
}

const client: RequestCtx['client'] = {
  address: '10.1.2.3',
  agent: 'test',
  host: 'localhost',
  origin: '',
  siteOwner: 'installation',
  captcha: undefined,
  browserHash: () => Buffer.alloc(32),
  credential: () => {
    throw notSignedIn()
  },
  setHeader: () => {},
}

function getDatabaseUrl(adminUrl: string, role: string | undefined, database: string) {
  const url = new URL(adminUrl)
  url.pathname = database
  if (role) url.username = role
  return url.href
}

async function runAsAdmin(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
