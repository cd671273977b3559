import { openKeyring } from '#packages/crypto'
import { openToolCells, type Cells } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { migrateDatabases } from '../../entry/migrate.ts'
import { listDistrictPlans, seedDistrict, type SeedSize } from '../../entry/seed/seed-district.ts'
import { createDatabase, postgres } from '../../tools/stack/postgres.ts'
import { app, loadedModules } from './app.ts'

export const password = 'Qinghe-Luye-2026'

const seed = `seeded with ${password} and pupils`

export interface SeededDatabase {
  cells: Cells
  /** Settings for a process that should use these databases. */
  env: Record<string, string>
  superuserUrl: string
  close(): Promise<void>
}

interface SeedOptions {
  totalNodes?: number
  /** For the first school, the second and so on. */
  pupils?: readonly number[]
  /** Additional schools, with this many people each. */
  schools?: number
  colleagues?: number
}

/**
 * Demo districts in separate databases on the stack's cluster; created once and kept, because the large ones take long.
 */
export async function createSeededDatabase(
  name: string,
  size: SeedSize,
  more: SeedOptions = {},
): Promise<SeededDatabase> {
  const { totalNodes, pupils, schools, colleagues } = more
  const { cluster } = postgres()
  const [cell, directory] = [`drill_${name}_cell`, `drill_${name}_directory`]
  const env = {
    QIMING_CELL_1_URL: cluster.url('portal_app', cell),
    QIMING_DIRECTORY_URL: cluster.url('portal_directory', directory),
  }
  openKeyring(process.env)
  const mark = await cluster.psql(
    'postgres',
    `select shobj_description(oid, 'pg_database') from pg_database where datname = '${cell}'`,
  )
  // A kept database may have been made by an older version of the source.
  const isThere = mark.trim() === seed
  for (const database of [cell, directory]) {
    if (!isThere) await cluster.psql('postgres', `drop database if exists ${database} with (force)`)
    await createDatabase(cluster, database)
  }
  const owners = {
    directory: cluster.url('portal_owner', directory),
    cells: new Map([[1, cluster.url('portal_owner', cell)]]),
  }
  await migrateDatabases(owners, loadedModules, () => {})
  const cells = openToolCells({ directoryUrl: env.QIMING_DIRECTORY_URL, cells: new Map([[1, env.QIMING_CELL_1_URL]]) })
  if (!isThere) {
    for (const plan of listDistrictPlans(size, [1])) {
      const larger = plan.series === 1 && totalNodes ? { schools: Math.ceil(totalNodes / 100), totalNodes } : {}
      const crowd = plan.series === 1 && pupils ? { pupils } : {}
      const spread = plan.series === 1 && schools && colleagues ? { schools, colleagues } : {}
      await seedDistrict(app, cells, { ...plan, ...larger, ...crowd, ...spread }, password)
    }
    await cluster.psql(cell, `vacuum analyze; comment on database ${cell} is '${seed}'`.replace('; ', ';\n'))
  }
  return {
    cells,
    env,
    superuserUrl: cluster.url('postgres', cell),
    async close() {
      await stopSenders(cells)
      await cells.end()
    },
  }
}
