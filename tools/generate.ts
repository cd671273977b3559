/**
 * Writes what is made from something else: table types (from the migrations, run on empty databases) and openapi.json
 * (from the contracts). With --check it changes nothing and fails when a file is not what it would write.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findMigrations, migrate, type DatabaseKind } from '#packages/db'
import { openapiOf } from '#packages/contract'
import { routesOfHouse } from '../entry/api/routes-of-house.ts'
import { loadHouse, root } from '../entry/modules.ts'
import { createDatabase, postgres } from './stack/postgres.ts'

const check = process.argv.includes('--check')
const stale: string[] = []

await writeTables('cell', 'packages/db/tables/cell.gen.ts', ['tenant', 'reference'])
await writeTables('directory', 'packages/db/tables/directory.gen.ts', ['directory'])
const document = openapiOf(routesOfHouse(await loadHouse()), { title: '启明 Qiming', version: '1' })
put('openapi.json', `${JSON.stringify(document, null, 2)}\n`)

if (stale.length > 0) {
  console.error(`generate: not up to date: ${stale.join(', ')}; run pnpm generate`)
  process.exit(1)
}

function put(file: string, text: string) {
  const path = join(root, file)
  const before = readOrEmpty(path)
  if (before === text) return console.log(`generate: ${file} is up to date`)
  if (check) return void stale.push(file)
  writeFileSync(path, text)
  console.log(`generate: wrote ${file}`)
}

function readOrEmpty(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function writeTables(kind: DatabaseKind, file: string, schemas: string[]) {
  const { cluster } = postgres()
  const database = `generate_${kind}_${process.pid}`
  const folder = mkdtempSync(join(tmpdir(), 'qiming-generate-'))
  await createDatabase(cluster, database)
  try {
    const url = cluster.url('portal_owner', database)
    await migrate(url, findMigrations(root, kind))
    const target = join(folder, 'tables.ts')
    // Unqualified names: the role's search path finds the schema, so one query text serves everywhere.
    execFileSync(
      'node_modules/.bin/kysely-codegen',
      [
        ...['--dialect', 'postgres', '--url', url, '--out-file', target, '--date-parser', 'string', '--no-domains'],
        ...['--numeric-parser', 'number', '--log-level', 'error'],
        ...['--include-pattern', schemas.length > 1 ? `{${schemas.join(',')}}.*` : `${schemas[0]}.*`],
        ...schemas.flatMap((schema) => ['--default-schema', schema]),
      ],
      { cwd: root },
    )
    put(file, withViewsNotNull(readFileSync(target, 'utf8'), await notNullViewColumns(url, schemas)))
  } finally {
    rmSync(folder, { recursive: true })
    await cluster.psql('postgres', `drop database ${database} with (force)`)
  }
}

/** PostgreSQL calls every column of a view nullable. A view of one table has the columns of that table. */
async function notNullViewColumns(url: string, schemas: string[]): Promise<Map<string, Set<string>>> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ view: string; columns: string[] }>(
    `select usage.view_name as view, array_agg(usage.column_name::text) as columns
     from information_schema.view_column_usage usage
     join information_schema.columns base
       on base.table_schema = usage.table_schema and base.table_name = usage.table_name and base.column_name = usage.column_name
     where usage.view_schema = any($1) and base.is_nullable = 'NO'
     group by usage.view_name
     having count(distinct usage.table_name) = 1`,
    [schemas],
  )
  await client.end()
  return new Map(rows.map(({ view, columns }) => [view, new Set(columns)]))
}

function withViewsNotNull(text: string, views: Map<string, Set<string>>) {
  let result = text
  for (const [view, columns] of views) {
    const name = view
      .split('_')
      .map((part) => part[0]!.toUpperCase() + part.slice(1))
      .join('')
    result = result.replace(new RegExp(`export interface ${name} \\{[^}]*\\}`), (block) =>
      block.replace(/^ {2}(\w+): (.*) \| null;$/gm, (line, column: string, type: string) =>
        columns.has(column) ? `  ${column}: ${type};` : line,
      ),
    )
  }
  return result
}
