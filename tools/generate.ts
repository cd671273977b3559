/**
 * Writes the generated files: table types (from the migrations, run on empty databases), openapi.json (from the
 * contracts), docs/contributors/events.md (from the modules), the contents of the handbook (from its chapters) and the page tables of the browser (from the manifests).
 * With --check it changes nothing and fails when a file is outdated. With --without-database it writes no table types,
 * with --web only the page tables.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findMigrations, migrate, type DatabaseKind } from '#packages/db'
import { buildOpenApi } from '#packages/contract'
import { listRoutes } from '../entry/api/list-routes.ts'
import { loadModules, root } from '../entry/modules.ts'
import { buildEventsPage } from './events-page.ts'
import { buildHandbookIndex } from './handbook-index.ts'
import { createDatabase, postgres } from './stack/postgres.ts'
import { loadManifests, printWebTables } from './web-tables.ts'

const check = process.argv.includes('--check')
const stale: string[] = []

const isWebOnly = process.argv.includes('--web')

if (!isWebOnly && !process.argv.includes('--without-database')) {
  execFileSync(join(root, 'bin/stack'), ['up', 'postgres'], { stdio: ['ignore', 'ignore', 'inherit'] })
  await Promise.all([
    writeTables('cell', 'packages/db/tables/cell.gen.ts', ['tenant', 'reference']),
    writeTables('directory', 'packages/db/tables/directory.gen.ts', ['directory']),
  ])
}
if (!isWebOnly) {
  const loadedModules = await loadModules()
  const document = buildOpenApi(listRoutes(loadedModules), { title: '启明 Qiming', version: '1' })
  put('openapi.json', `${JSON.stringify(document, null, 2)}\n`)
  put('docs/contributors/events.md', buildEventsPage(loadedModules.modules))
  put('docs/users/README.md', buildHandbookIndex(root))
}
for (const [file, text] of Object.entries(printWebTables(await loadManifests(root)))) put(file, text)

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
    // Names without a schema: the search path of the role finds it, so one query text serves everywhere.
    const generator = spawn(
      'node_modules/.bin/kysely-codegen',
      [
        '--dialect',
        'postgres',
        '--url',
        url,
        '--out-file',
        target,
        '--date-parser',
        'string',
        '--no-domains',
        '--numeric-parser',
        'number',
        '--log-level',
        'error',
        '--include-pattern',
        schemas.length > 1 ? `{${schemas.join(',')}}.*` : `${schemas[0]}.*`,
        ...schemas.flatMap((schema) => ['--default-schema', schema]),
      ],
      { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const [code] = (await once(generator, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`kysely-codegen ended with ${code}`)
    const facts = await columnFacts(url, schemas)
    put(file, sharpened(readFileSync(target, 'utf8'), facts))
  } finally {
    rmSync(folder, { recursive: true })
    await cluster.psql('postgres', `drop database ${database} with (force)`)
  }
}

interface ColumnFact {
  relation: string
  column: string
  /** A column of a view that cannot be null, because the column of its table cannot. */
  notNull: boolean
  /** The values that a check constraint allows: "check (type in ('a', 'b'))". */
  words: string | null
}

/**
 * Facts of the PostgreSQL catalogue that the generator does not read: not-null columns of views, and the values of
 * check constraints.
 */
async function columnFacts(url: string, schemas: string[]): Promise<ColumnFact[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<ColumnFact>(
    `with checked as (
       select c.conrelid, a.attname, substring(pg_get_constraintdef(c.oid) from 'ARRAY\\[(.*)\\]') as words
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'c' and array_length(c.conkey, 1) = 1
         and pg_get_constraintdef(c.oid) ~ '^CHECK \\(\\((\\w+) = ANY \\(ARRAY\\[[^\\]]*::text\\]\\)\\)\\)$'
     ),
     base as (
       select t.oid, t.relname, a.attname, a.attnotnull, checked.words
       from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
       left join checked on checked.conrelid = t.oid and checked.attname = a.attname
       where t.relnamespace = any(select oid from pg_namespace where nspname = any($1)) and t.relkind in ('r', 'p')
     )
     select relname as relation, attname as column, false as "notNull", words from base where words is not null
     union all
     select usage.view_name, base.attname, base.attnotnull, base.words
     from information_schema.view_column_usage usage
     join base on base.relname = usage.table_name and base.attname = usage.column_name
     where usage.view_schema = any($1) and usage.view_name in (
       select view_name from information_schema.view_column_usage group by view_name having count(distinct table_name) = 1)`,
    [schemas],
  )
  await client.end()
  return rows
}

/** The generated types, refined with the catalogue. */
function sharpened(text: string, facts: readonly ColumnFact[]) {
  let result = text
  for (const { relation, column, notNull, words } of facts) {
    const name = relation
      .split('_')
      .map((part) => part[0]!.toUpperCase() + part.slice(1))
      .join('')
    const union = words?.replaceAll('::text', '').replaceAll(', ', ' | ').replaceAll("'", '"')
    result = result.replace(new RegExp(`export interface ${name} \\{[^}]*\\}`), (block) =>
      block.replace(new RegExp(`^  ${column}: (.*);$`, 'm'), (_, type: string) => {
        const strict = notNull ? type.replace(' | null', '') : type
        return `  ${column}: ${union ? strict.replace('string', union) : strict};`
      }),
    )
  }
  return result
}
