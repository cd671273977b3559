import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { checkout, logFolder, makeFolder, ports, postgresUser, secrets, stackFolder } from './stack-paths.ts'
import { runCommand, waitUntil, type Service } from './service.ts'

const bin = '/usr/lib/postgresql/15/bin'
const fileOf = (name: string) => readFileSync(join(checkout, 'ops/postgres', name), 'utf8')

export interface ClusterOptions {
  folder: string
  port: number
  log: string
  password: string
  /** postgresql.conf entries in addition to ours. */
  settings?: Record<string, string>
}

/** One PostgreSQL cluster on loopback with its own folder; the proofs start further ones with other settings. */
export function cluster({ folder, port, log, password, settings = {} }: ClusterOptions) {
  const as = { ...postgresUser, cwd: '/', env: { ...process.env, PGPASSWORD: password } }
  const psql = (database: string, sql: string, role = 'postgres') =>
    runCommand(
      'psql',
      ['-XqAt', '-v', 'ON_ERROR_STOP=1', '-h', '127.0.0.1', '-p', `${port}`, '-U', role, '-d', database],
      {
        ...as,
        input: sql,
      },
    )

  return {
    url: (role: string, database: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`,
    psql,
    pid: () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]),

    async start() {
      if (!existsSync(join(folder, 'PG_VERSION'))) await initialise()
      appendFileSync(log, '')
      if (postgresUser) chownSync(log, postgresUser.uid, postgresUser.gid)
      const args = Object.entries({ ...settings, port: `${port}` }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
      // Not by pg_ctl: a child process is reaped the moment it dies, so a proof can start it again at once.
      const out = openSync(log, 'a')
      const child = spawn(`${bin}/postgres`, ['-D', folder, ...args], {
        ...as,
        detached: true,
        stdio: ['ignore', out, out],
      })
      closeSync(out)
      child.unref()
      await waitUntil(`PostgreSQL on ${port}; its log is ${log}`, async () => {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}; its log is ${log}`)
        return psql('postgres', 'select 1').then(
          () => true,
          () => false,
        )
      })
      if ((await psql('postgres', "select 1 from pg_roles where rolname = 'portal_owner'")).trim() === '1') return
      await psql('postgres', fileOf('roles.sql').replaceAll(/:'portal_\w+_password'/g, `'${password}'`))
      // A machine with tests, builds and browsers may stall for seconds.
      for (const role of ['portal_app', 'portal_directory', 'portal_public'])
        for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
          await psql('postgres', `alter role ${role} set ${limit} = '60s'`)
    },

    async stop(mode: 'fast' | 'immediate' = 'fast') {
      if (!existsSync(join(folder, 'postmaster.pid'))) return
      await runCommand(`${bin}/pg_ctl`, ['-D', folder, '-w', '-m', mode, 'stop'], as)
    },
  }

  async function initialise() {
    makeFolder(folder, postgresUser)
    const passwordFile = join(folder, '..', `.pw-${port}`)
    writeFileSync(passwordFile, password, { mode: 0o644 })
    await runCommand(
      `${bin}/initdb`,
      [
        '-D',
        folder,
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        '--pwfile',
        passwordFile,
        '--data-checksums',
        '--no-sync',
      ],
      as,
    )
    rmSync(passwordFile)
    appendFileSync(join(folder, 'postgresql.conf'), fileOf('development.conf'))
  }
}

export function postgres(): Service & { cluster: ReturnType<typeof cluster> } {
  const { postgres: password } = secrets()
  const log = join(makeFolder(logFolder), 'postgres.log')
  const own = cluster({ folder: join(stackFolder, 'postgres'), port: ports.postgres, log, password })
  return {
    name: 'postgres',
    port: ports.postgres,
    cluster: own,
    async start() {
      await own.start()
      await createDatabase(own, 'qiming_directory')
      await createDatabase(own, 'qiming_cell_1')
      await createVendor(own, password)
    },
    stop: () => own.stop(),
    env: () => ({
      QIMING_PG_ADMIN_URL: own.url('postgres', 'postgres'),
      QIMING_CONNECT_TIMEOUT_MS: '30000',
      QIMING_DIRECTORY_URL: own.url('portal_directory', 'qiming_directory'),
      QIMING_DIRECTORY_OWNER_URL: own.url('portal_owner', 'qiming_directory'),
      QIMING_CELL_1_URL: own.url('portal_app', 'qiming_cell_1'),
      QIMING_CELL_1_OWNER_URL: own.url('portal_owner', 'qiming_cell_1'),
      QIMING_SIM_VENDOR_URL: own.url('vendor_reader', vendor),
      QIMING_SOURCE_LISTED: `127.0.0.1:${ports.postgres}`,
    }),
  }
}

/** An empty database: owned by the migration role, with the extensions that only a superuser may add. */
export async function createDatabase(on: ReturnType<typeof cluster>, name: string) {
  if ((await on.psql('postgres', `select 1 from pg_database where datname = '${name}'`)).trim() === '1') return
  await on.psql('postgres', `create database ${name} owner portal_owner`)
  await on.psql(name, fileOf('database.sql'))
}

const vendor = 'vendor_canteen'

/** A sample database of a school meal supplier for the demo and the tests: one account reads, one writes. */
async function createVendor(on: ReturnType<typeof cluster>, password: string) {
  if ((await on.psql('postgres', `select 1 from pg_database where datname = '${vendor}'`)).trim() === '1') return
  for (const role of ['vendor_reader', 'vendor_writer'])
    await on.psql('postgres', `create role ${role} login password '${password}'`)
  await on.psql('postgres', `create database ${vendor}`)
  await on.psql(vendor, fileOf('vendor.sql'))
}
