import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openKeyring } from '#packages/crypto'
import { openToolCells } from '#packages/db'
import { stopSenders, type JobDefinition } from '#packages/jobs'
import { migrateDatabases } from '../../entry/migrate.ts'
import { root } from '../../entry/modules.ts'
import { listDistrictPlans, seedDistrict } from '../../entry/seed/seed-district.ts'
import { logFolder, makeFolder, stackFolder } from '../../tools/stack/stack-paths.ts'
import { cluster, createDatabase } from '../../tools/stack/postgres.ts'
import { freePort } from './process.ts'
import { password } from './seeded-database.ts'
import { app, loadedModules } from './app.ts'

type Cluster = ReturnType<typeof cluster>

export interface Installation {
  clusters: Cluster[]
  env: Record<string, string>
  /** Stops the clusters and removes their data. */
  remove(): Promise<void>
}

interface Layout {
  name: string
  /** The cluster of the directory, and of each cell: [1, 2] puts two cells on two further clusters. */
  directory: number
  cells: number[]
  settings?: Record<string, string>
  /** Jobs of the proof, in addition to those of the app. */
  jobs?: readonly JobDefinition[]
}

/**
 * Separate PostgreSQL clusters for a proof with the whole app: migrated, and seeded with two small districts. The first
 * proof of the day saves a copy of the seeded data folders; later ones start with that copy.
 */
export async function installation({
  name,
  directory,
  cells,
  settings = {},
  jobs = [],
}: Layout): Promise<Installation> {
  const folder = makeFolder(join(stackFolder, `drill-${name}-${process.pid}`))
  // Durable, unlike the development cluster, because the proof is about losing nothing.
  const durable = { fsync: 'on', full_page_writes: 'on', shared_buffers: '64MB', ...settings }
  const clusters: Cluster[] = []
  const kept = join(stackFolder, `drill-base-${sourceMark()}-${[directory, ...cells].join('-')}`)
  const isKept = existsSync(kept)
  if (isKept) copyFolder(`${kept}/.`, folder)
  for (let at = 0; at <= Math.max(directory, ...cells); at++) {
    const made = cluster({
      folder: join(folder, `postgres-${at}`),
      port: await freePort(),
      log: join(makeFolder(logFolder), `drill-${name}-${at}.log`),
      password: 'drill',
      settings: durable,
    })
    await made.start()
    clusters.push(made)
  }
  const databases = { directory: 'qiming_directory', cell: (number: number) => `qiming_cell_${number}` }
  await createDatabase(clusters[directory]!, databases.directory)
  const env: Record<string, string> = {
    QIMING_DIRECTORY_URL: clusters[directory]!.url('portal_directory', databases.directory),
  }
  const owners = {
    directory: clusters[directory]!.url('portal_owner', databases.directory),
    cells: new Map<number, string>(),
  }
  const urls = new Map<number, string>()
  for (const [at, on] of cells.entries()) {
    const database = databases.cell(at + 1)
    await createDatabase(clusters[on]!, database)
    owners.cells.set(at + 1, clusters[on]!.url('portal_owner', database))
    urls.set(at + 1, clusters[on]!.url('portal_app', database))
    env[`QIMING_CELL_${at + 1}_URL`] = urls.get(at + 1)!
  }
  openKeyring(process.env)
  if (!isKept) {
    await migrateDatabases(owners, loadedModules, () => {})
    const open = openToolCells({ directoryUrl: env['QIMING_DIRECTORY_URL']!, cells: urls })
    for (const plan of listDistrictPlans('S', open.ids)) await seedDistrict(app, open, plan, password)
    await stopSenders(open)
    await open.end()
    for (const one of clusters) await one.stop('fast')
    keepFolder(folder, kept)
    for (const one of clusters) await one.start()
  }
  if (jobs.length > 0)
    await migrateDatabases(owners, { ...loadedModules, jobs: [...loadedModules.jobs, ...jobs] }, () => {})
  return {
    clusters,
    env,
    async remove() {
      for (const one of clusters) await one.stop('immediate').catch(() => {}) // a killed cluster has nothing to stop
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The day and a hash of all source that migrates and seeds: data folders of another day or another source are not
 * reused.
 */
function sourceMark(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  const files = globSync('{packages,kernel,engines,applications,entry,ops/postgres}/**/*.{ts,sql,tsv,conf}', {
    cwd: root,
    exclude: ['**/web/**', '**/node_modules/**', '**/*.test.ts', '**/journeys/**', 'entry/e2e/**'],
  })
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

function keepFolder(folder: string, kept: string) {
  const [, mark] = /^drill-base-([0-9a-f]+)/.exec(basename(kept))!
  for (const old of globSync(join(stackFolder, 'drill-base-*')))
    if (!basename(old).startsWith(`drill-base-${mark}`)) rmSync(old, { recursive: true, force: true })
  const unfinished = `${kept}.${process.pid}`
  copyFolder(folder, unfinished)
  try {
    renameSync(unfinished, kept)
  } catch {
    rmSync(unfinished, { recursive: true }) // another proof was first
  }
}

/** With owners and modes, which PostgreSQL checks. */
function copyFolder(from: string, to: string) {
  execFileSync('cp', ['-a', '--reflink=auto', from, to])
}
