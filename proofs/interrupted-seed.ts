/**
 * `pnpm seed` is killed with -9 again and again, beside a busy neighbour in the same database and with role limits that
 * no seed could meet, until it ends by itself. Then every account belongs to one person. With `--long` a seed that
 * nobody disturbed follows, and both must have the same number of rows. `--size=M` takes a larger seed.
 */
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { createToolClient } from '#packages/db'
import { root } from '../entry/modules.ts'
import { createDatabase, postgres } from '../tools/stack/postgres.ts'

export const about = ['entry/seed/seed-run.ts', 'packages/db/timeouts.ts']
export const shortSeconds = 80

const long = process.argv.includes('--long')
const size = process.argv.find((word) => word.startsWith('--size='))?.slice('--size='.length) ?? 'S'
/** A run that has done this many steps is killed. */
const stepsPerRun = 25
const { cluster } = postgres()
const [cell, directory] = ['drill_interrupted_seed_cell', 'drill_interrupted_seed_directory']
const env = {
  QIMING_DEMO: 'allowed',
  QIMING_CELL_1_URL: cluster.url('portal_app', cell),
  QIMING_CELL_1_OWNER_URL: cluster.url('portal_owner', cell),
  QIMING_DIRECTORY_URL: cluster.url('portal_directory', directory),
  QIMING_DIRECTORY_OWNER_URL: cluster.url('portal_owner', directory),
  // Drawing portraits takes most of the time of a seed, and is not the subject.
  QIMING_S3_ENDPOINT: '',
  QIMING_OBJECTS_DIR: '',
}

const tables = ['organisation', 'person', 'membership', 'student', 'enrolment', 'guardian_link', 'consent']
const moreTables = ['student_change', 'teaching_assignment', 'class_teacher', 'invitation', 'calendar_day', 'message']

const counts = await seedIn(stepsPerRun)
if (long) {
  const undisturbed = await seedIn(Infinity)
  if (counts !== undisturbed) throw new Error(`the seeds differ:\n${counts}\n${undisturbed}`)
  console.log('interrupted-seed: a seed that nobody disturbed has the same number of rows')
}

/** Seeds fresh databases and returns the number of rows of their tables. */
async function seedIn(stepsAtMost: number): Promise<string> {
  await dropDatabases()
  for (const name of [cell, directory]) await createDatabase(cluster, name)
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    await cluster.psql('postgres', `alter role portal_app in database ${cell} set ${limit} = '20ms'`)
    await cluster.psql('postgres', `alter role portal_directory in database ${directory} set ${limit} = '20ms'`)
  }
  const inCell = createToolClient(cluster.url('postgres', cell))
  const inDirectory = createToolClient(cluster.url('postgres', directory))
  const neighbour = createToolClient(cluster.url('postgres', cell))
  for (const client of [inCell, inDirectory, neighbour]) await client.connect()
  let isOver = false
  const keepBusy = async () => {
    while (!isOver)
      await neighbour.query(`select count(*) from generate_series(1, 400000) g where md5(g::text) like '%ab%'`)
  }
  const neighbourEnded = keepBusy()
  const began = performance.now()
  try {
    let kills = 0
    while (!(await runSeed(inCell, stepsAtMost))) kills++
    const seconds = (performance.now() - began) / 1000
    console.log(`interrupted-seed: size ${size}: ${seconds.toFixed(0)} s, killed ${kills} times`)
    if (stepsAtMost === stepsPerRun && kills < 2) throw new Error('killed less than twice: lower stepsPerRun')
    await checkAccounts(inCell, inDirectory)
    return await countRows(inCell)
  } finally {
    isOver = true
    await neighbourEnded
    for (const client of [inCell, inDirectory, neighbour]) await client.end()
    await dropDatabases()
  }
}

async function dropDatabases() {
  for (const name of [cell, directory]) await cluster.psql('postgres', `drop database if exists ${name} with (force)`)
}

type Client = ReturnType<typeof createToolClient>

/** Runs the seed until it ends or has done enough steps; whether it ended by itself. */
async function runSeed(inCell: Client, stepsAtMost: number): Promise<boolean> {
  // Only one cell: the stack may have set further ones.
  const others = Object.keys(process.env).filter((name) => /^QIMING_CELL_(?!1_)\d+_/.test(name))
  const child = spawn('node', ['entry/seed/main.ts', '--size', size], {
    cwd: root,
    env: { ...process.env, ...Object.fromEntries(others.map((name) => [name, ''])), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const closed = new Promise<number | null>((done) => child.once('close', done))
  const before = await countSteps(inCell)
  for (;;) {
    const code = await Promise.race([closed, pause(20, 'running' as const)])
    if (code === 0) return true
    if (code !== 'running') throw new Error(`the seed failed with ${code}: ${complaint}`)
    if ((await countSteps(inCell)) < before + stepsAtMost) continue
    child.kill('SIGKILL')
    return (await closed) === 0
  }
}

async function countSteps(inCell: Client): Promise<number> {
  const { rows } = await inCell.query<{ there: boolean }>(`select to_regclass('tenant.seed_step') is not null as there`)
  if (!rows[0]!.there) return 0
  return (await inCell.query<{ count: number }>('select count(*)::int from tenant.seed_step')).rows[0]!.count
}

/** An interruption between directory and cell must leave no account without a person, and none that is not active. */
async function checkAccounts(inCell: Client, inDirectory: Client) {
  const people = await inCell.query<{ id: string }>(
    'select account_id as id from tenant.person where account_id is not null',
  )
  const accounts = await inDirectory.query<{ id: string; status: string }>('select id, status from directory.account')
  const bound = new Set(people.rows.map(({ id }) => id))
  const stray = accounts.rows.filter(({ id, status }) => !bound.has(id) || status !== 'active').length
  console.log(`interrupted-seed: ${accounts.rows.length} accounts, ${stray} of them without a person or not active`)
  if (stray > 0 || bound.size !== accounts.rows.length) throw new Error('accounts and people do not agree')
  if ((await countSteps(inCell)) > 0) throw new Error('a finished seed left its steps behind')
}

async function countRows(inCell: Client): Promise<string> {
  const found: string[] = []
  for (const table of [...tables, ...moreTables]) {
    const { rows } = await inCell.query<{ count: number }>(`select count(*)::int from tenant.${table}`)
    found.push(`${table} ${rows[0]!.count}`)
  }
  console.log(`interrupted-seed: ${found.join(', ')}`)
  return found.join(', ')
}
