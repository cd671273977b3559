/**
 * kill -9 of PostgreSQL, the API and the worker during work. Twenty writers repeat unanswered writes with the same
 * idempotency key, as our pages do. Afterwards every acknowledged write exists once and every job had its effect once.
 * A control with synchronous_commit off must lose writes, which shows that the proof can detect a loss.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolClient } from '#packages/db'
import { waitUntil } from '../tools/stack/service.ts'
import { followUp, writeRoute } from './shared/fixture.ts'
import { installation, type Installation } from './shared/installation.ts'
import { freePort, signIn, startProcess, type RunningProcess } from './shared/process.ts'
import { password } from './shared/seeded-database.ts'

export const about = ['packages/db/transaction.ts', 'packages/http/idempotency.ts', 'packages/jobs/**']
export const shortSeconds = 50

const long = process.argv.includes('--long')
const rounds = long ? 10 : 1
const writers = 20
const failures: string[] = []

const system = await installation({ name: 'kill', directory: 0, cells: [0], jobs: [followUp] })
try {
  await proof(system)
} finally {
  await system.remove()
}
await control()
if (failures.length > 0) {
  for (const failure of failures) console.error(`kill: FAILED ${failure}`)
  process.exit(1)
}

async function proof({ clusters: [postgres], env }: Installation) {
  const ports = { api: await freePort(), apiOps: await freePort(), workerOps: await freePort() }
  // Restarts killed processes as systemd would; nothing else helps them.
  const keepApi = keep(() => startProcess('proofs/shared/api.ts', env, ports.api, ports.apiOps))
  const keepWorker = keep(() => startProcess('proofs/shared/worker.ts', env, 0, ports.workerOps))
  const api = await keepApi.first
  await keepWorker.first
  const writing = write(api.url, (await signIn(api.url, 'yunhe.admin', password)).token)

  for (let round = 0; round < rounds; round++) {
    await inTheMiddle(writing)
    const survivors = { 'the API': await keepApi.pid(), 'the worker': await keepWorker.pid() }
    await outage('PostgreSQL', writing, async () => {
      await killPostgres(postgres!.pid())
      await postgres!.start()
    })
    const now = { 'the API': await keepApi.pid(), 'the worker': await keepWorker.pid() }
    for (const who of ['the API', 'the worker'] as const)
      if (survivors[who] !== now[who]) failures.push(`${who} died together with PostgreSQL`)
    await inTheMiddle(writing)
    await outage('the API', writing, () => keepApi.kill())
    await inTheMiddle(writing)
    await outage('the worker', writing, () => keepWorker.kill())
  }
  await inTheMiddle(writing)
  const acknowledged = await writing.stop()
  const began = performance.now()
  await settle(postgres!.url('postgres', 'qiming_cell_1'))
  console.log(`kill: the worker caught up ${seconds(performance.now() - began)} s after the last write`)
  await verify(postgres!.url('postgres', 'qiming_cell_1'), acknowledged)
  await keepApi.stop()
  await keepWorker.stop()
}

/** Restarts a process whenever it dies, until it is stopped. */
function keep(launch: () => Promise<RunningProcess>) {
  let running: Promise<RunningProcess> = launch()
  let stopped = false
  const watch = async () => {
    const { child } = await running
    child.once('exit', () => {
      if (stopped) return
      running = launch()
      void watch()
    })
  }
  void watch()
  return {
    first: running,
    pid: async () => (await running).child.pid,
    async kill() {
      const { kill } = await running
      await kill('SIGKILL')
      await running
    },
    async stop() {
      stopped = true
      await (await running).kill('SIGKILL')
    },
  }
}

function write(url: string, token: string) {
  const acknowledged = new Set<string>()
  let stopping = false
  let last = performance.now()
  let longest = 0
  const one = async (writer: number) => {
    for (let count = 0; !stopping; count++) {
      const mark = `${writer}-${count}`
      while (!(await attempt(url, token, mark))) {
        if (stopping && performance.now() - last > 5_000) return
        await sleep(100)
      }
      acknowledged.add(mark)
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  }
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => one(writer)))
  return {
    count: () => acknowledged.size,
    /** The longest time without an acknowledged write since the last call. */
    takeLongest: () => {
      const value = Math.max(longest, performance.now() - last)
      longest = 0
      return value
    },
    async stop() {
      stopping = true
      await all
      return acknowledged
    },
    /** Stops without finishing the writes in progress. */
    abandon() {
      stopping = true
      return acknowledged
    },
  }
}

async function attempt(url: string, token: string, mark: string): Promise<boolean> {
  try {
    const response = await fetch(url + writeRoute.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `drill-write-${mark}`,
      },
      body: JSON.stringify({ mark }),
      signal: AbortSignal.timeout(12_000),
    })
    return ((await response.json()) as { ret: number }).ret === 1
  } catch {
    return false
  }
}

/** Waits until writes are acknowledged, so that a kill always interrupts work, however slow the machine is. */
async function inTheMiddle(writing: ReturnType<typeof write>) {
  const before = writing.count()
  await Promise.all([
    sleep(1_000),
    waitUntil('writes to be acknowledged', async () => writing.count() >= before + 50, 90),
  ])
}

async function outage(what: string, writing: ReturnType<typeof write>, kill: () => Promise<unknown>) {
  writing.takeLongest()
  const before = writing.count()
  await kill()
  const deadline = performance.now() + 90_000
  while (writing.count() < before + 50 && performance.now() < deadline) await sleep(20)
  if (writing.count() < before + 50) failures.push(`writes did not go on after ${what} was killed`)
  console.log(
    `kill: ${what.padEnd(10)} killed after ${before} acknowledged writes: longest pause ${seconds(writing.takeLongest())} s`,
  )
}

/** Kills the postmaster and its children at once, as the kernel does when memory runs out. */
async function killPostgres(postmaster: number) {
  const { execFileSync } = await import('node:child_process')
  const children = execFileSync('pgrep', ['-P', `${postmaster}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // already gone together with its postmaster
    }
  }
  await sleep(200)
}

/** Waits until every job has had its effect. */
async function settle(url: string) {
  const deadline = performance.now() + 180_000
  while (performance.now() < deadline) {
    const [row] = await rowsOf<{ open: number }>(
      url,
      "select count(*)::int as open from pgboss.job where name = 'proof.follow-up' and state <> 'completed'",
    )
    if (row!.open === 0) return
    await sleep(200)
  }
  failures.push('jobs were still open three minutes after the last write')
}

async function verify(url: string, acknowledged: Set<string>) {
  const count = async (kind: string) => {
    const rows = await rowsOf<{ mark: string; times: number }>(
      url,
      `select split_part(name, ':', 2) as mark, count(*)::int as times from tenant.event where name like '${kind}:%' group by 1`,
    )
    return new Map(rows.map(({ mark, times }) => [mark, times]))
  }
  for (const kind of ['write', 'effect', 'settled']) {
    const found = await count(kind)
    const lost = [...acknowledged].filter((mark) => !found.has(mark))
    const doubled = [...found].filter(([, times]) => times > 1)
    console.log(
      `kill: ${kind.padEnd(7)} of ${acknowledged.size} acknowledged writes: lost ${lost.length}, doubled ${doubled.length}`,
    )
    if (lost.length > 0) failures.push(`${kind} lost: ${lost.slice(0, 5).join(', ')}`)
    if (doubled.length > 0) failures.push(`${kind} doubled: ${doubled.slice(0, 5).join(', ')}`)
  }
  const [operations] = await rowsOf<{ count: number }>(
    url,
    `select count(*)::int from tenant.operation_log where route = '${writeRoute.path}'`,
  )
  const [writes] = await rowsOf<{ count: number }>(
    url,
    "select count(*)::int from tenant.event where name like 'write:%'",
  )
  console.log(`kill: operation log rows ${operations!.count} for ${writes!.count} writes`)
  if (operations!.count !== writes!.count) failures.push('a write without its log row, or the other way round')
}

/** The same kill with commits that are acknowledged before they are on disk. */
async function control() {
  const loose = await installation({
    name: 'kill-control',
    directory: 0,
    cells: [0],
    jobs: [followUp],
    settings: { synchronous_commit: 'off', wal_writer_delay: '10000ms', wal_writer_flush_after: '10000' },
  })
  try {
    // Data that has just been flushed cannot be lost, so the control tries again.
    for (let tries = 0; tries < 5; tries++) if (await losesSomething(loose)) return
    failures.push('the control lost nothing, so this proof could not see a loss')
  } finally {
    await loose.remove()
  }
}

async function losesSomething({ clusters: [postgres], env }: Installation) {
  const api = await startProcess('proofs/shared/api.ts', env, await freePort(), await freePort())
  const writing = write(api.url, (await signIn(api.url, 'yunhe.admin', password)).token)
  await inTheMiddle(writing)
  await killPostgres(postgres!.pid())
  await api.kill('SIGKILL') // lost writes are not repeated
  const acknowledged = writing.abandon()
  await postgres!.start()
  const rows = await rowsOf<{ name: string }>(
    postgres!.url('postgres', 'qiming_cell_1'),
    "select name from tenant.event where name like 'write:%'",
  )
  const found = new Set(rows.map(({ name }) => name))
  const lost = [...acknowledged].filter((mark) => !found.has(`write:${mark}`))
  console.log(
    `kill: control with synchronous_commit off: ${lost.length} of ${acknowledged.size} acknowledged writes lost`,
  )
  return lost.length > 0
}

async function rowsOf<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = createToolClient(url)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function seconds(milliseconds: number) {
  return (milliseconds / 1000).toFixed(1)
}
