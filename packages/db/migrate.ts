import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { createToolClient } from './timeouts.ts'

export type DatabaseKind = 'cell' | 'directory'

export interface Migration {
  name: string
  sql: string
  hash: string
}

const migrationGlobs = ['packages/*/migrations/*.sql', '{kernel,engines,applications}/*/server/migrations/*.sql']
const lockNumber = 7_146_001
// For statements that PostgreSQL refuses in a transaction, such as "create index concurrently": one per file.
const noTransaction = /^-- no-transaction\b/

/**
 * The migrations of all modules for one kind of database, in order. The file name has the kind:
 * 20261115090000_account.directory.sql is for the directory, all others for every cell.
 */
export function findMigrations(root: string, kind: DatabaseKind): Migration[] {
  const files = globSync(migrationGlobs, { cwd: root }).filter(
    (file) => file.endsWith('.directory.sql') === (kind === 'directory'),
  )
  const migrations = files.map((file) => {
    const sql = readFileSync(join(root, file), 'utf8')
    return { name: basename(file, '.sql'), sql, hash: createHash('sha256').update(sql).digest('hex') }
  })
  const sorted = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const [at, { name }] of sorted.entries()) {
    if (!/^\d{14}_[a-z0-9_]+(\.directory)?$/.test(name))
      throw new Error(`migration ${name}: the name should be 20261115090000_what.sql`)
    if (sorted[at + 1]?.name === name) throw new Error(`two migrations are called ${name}`)
  }
  return sorted
}

/** Migrates one database, as its owner. Concurrent runs wait for each other; each file is one transaction. */
export async function migrate(ownerUrl: string, migrations: readonly Migration[]): Promise<string[]> {
  const client = createToolClient(ownerUrl)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await client.query(
      'create table if not exists public.migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from public.migration')
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
    const waiting = migrations.filter(({ name, hash }) => {
      const before = applied.get(name)
      if (before !== undefined && before !== hash)
        throw new Error(`migration ${name} was changed after it was applied; write a new one instead`)
      return before === undefined
    })
    // Requests queue up behind a migration that waits for a table.
    await client.query("set lock_timeout = '30s'")
    for (const migration of waiting) await apply(client, migration)
    return waiting.map(({ name }) => name)
  } finally {
    await client.end() // The lock ends with the connection.
  }
}

async function apply(client: pg.Client, { name, sql, hash }: Migration) {
  const remember = () => client.query('insert into public.migration (name, hash) values ($1, $2)', [name, hash])
  try {
    if (noTransaction.test(sql)) {
      await client.query(sql)
      await remember()
      return
    }
    await client.query('begin')
    await client.query(sql)
    await remember()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
