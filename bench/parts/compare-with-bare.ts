/**
 * One endpoint with everything (session, permission, row-level security, scope, envelope), relative to a bare Fastify
 * handler that runs the same list and count statements. A,B,A,B in short slices, because the speed of a shared machine
 * changes from second to second; a round is the sum of its slices; median of three.
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import { createToolClient } from '#packages/db'
import { quantile } from '../../proofs/shared/browser.ts'
import { freePort, type RunningProcess } from '../../proofs/shared/process.ts'

const slices = process.argv.includes('--long') ? 10 : process.argv.includes('--short') ? 1 : 4
const rounds = 3

interface Target {
  url: string
  headers: Record<string, string>
  method?: 'POST'
  body?: string
}

interface Comparison {
  name: string
  /** What is read. */
  about: string
  api: RunningProcess
  /** For the bare handler: it has no policies, so the statements contain the district. */
  superuserUrl: string
  statements: readonly { sql: string; parameters: readonly unknown[] }[]
  ours: Target
  /** Columns that both answers must show alike: our name and that of the bare handler. */
  columns: Readonly<Record<string, string>>
  /** How many rows both show. */
  rows?: number
  /** Of the rate of the bare handler. */
  goal: number
  connections?: readonly number[]
}

interface Side {
  count: number
  /** In ms. */
  latencies: number[]
  /** Processor time, in ms. */
  node: number
  postgres: number
}
interface Round {
  ours: Side
  bare: Side
}

/** Prints the ratios, and whether the goal is reached. */
export async function compareWithBare({
  name,
  about,
  api,
  superuserUrl,
  statements,
  ours,
  columns,
  rows: rowCount = 20,
  goal,
  connections: allConnections = [1, 8, 32],
}: Comparison) {
  const bare = fork(path.resolve(import.meta.dirname, 'bare.ts'), { env: { ...process.env, NODE_ENV: 'production' } })
  const barePort = await freePort()
  bare.send({ port: barePort, url: superuserUrl, statements })
  await new Promise((ready) => bare.once('message', ready))
  const theirs = { url: `http://127.0.0.1:${barePort}/`, headers: {} }
  const observer = createToolClient(superuserUrl)
  await observer.connect()
  try {
    await checkAnswers()
    console.log(`${name}: ${about}; ${rounds} rounds of ${slices} × 1 s each`)
    let worst = Number.POSITIVE_INFINITY
    for (const connections of allConnections) {
      const ratio = await compareAt(connections)
      if (connections > 1) worst = Math.min(worst, ratio)
    }
    const isReached = worst >= goal
    console.log(
      `${name}: goal ${goal.toFixed(2)} at ${allConnections.filter((count) => count > 1).join(' and ')} connections: ${isReached ? 'reached' : 'NOT reached'} (${worst.toFixed(2)})`,
    )
    if (!isReached) process.exitCode = 1
  } finally {
    bare.kill()
    await observer.end()
  }

  async function compareAt(connections: number): Promise<number> {
    await load(ours, connections)
    await load(theirs, connections)
    const results: Round[] = []
    for (let round = 0; round < rounds; round++) results.push(await runRound(connections))
    const ratio = median(results.map((result) => result.ours.count / result.bare.count))
    const rates = (side: 'ours' | 'bare') =>
      results.map((result) => Math.round(result[side].count / slices)).join(' / ')
    const cost = (side: 'ours' | 'bare', part: 'node' | 'postgres') =>
      median(results.map((result) => result[side][part] / result[side].count)).toFixed(2)
    const latency = (rank: number) =>
      quantile(
        results.flatMap((result) => result.ours.latencies),
        rank,
      ).toFixed(0)
    console.log(
      `${name}: ${String(connections).padStart(2)} connections: ratio ${ratio.toFixed(2)}  ours ${rates('ours')} req/s, bare ${rates('bare')} req/s, ` +
        `p50 ${latency(0.5)} ms, p95 ${latency(0.95)} ms; processor ms a request: ` +
        `node ${cost('ours', 'node')} against ${cost('bare', 'node')}, PostgreSQL ${cost('ours', 'postgres')} against ${cost('bare', 'postgres')}`,
    )
    return ratio
  }

  async function runRound(connections: number): Promise<Round> {
    const none = () => ({ count: 0, latencies: [], node: 0, postgres: 0 })
    const round: Round = { ours: none(), bare: none() }
    for (let slice = 0; slice < slices; slice++) {
      for (const [side, target, pid] of [
        ['ours', ours, api.child.pid!],
        ['bare', theirs, bare.pid!],
      ] as const) {
        const before = { node: processorTime(pid), postgres: await backendsTime() }
        const { count, latencies } = await load(target, connections)
        round[side].count += count
        round[side].latencies.push(...latencies)
        round[side].node += processorTime(pid) - before.node
        round[side].postgres += (await backendsTime()) - before.postgres
      }
    }
    return round
  }

  async function backendsTime() {
    const { rows } = await observer.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.reduce((sum, { pid }) => sum + processorTime(pid), 0)
  }

  /** Both must send the same rows, or the comparison means nothing. */
  async function checkAnswers() {
    const mine = (await (await fetch(ours.url, ours)).json()) as {
      ret: number
      data: { itemCount: number; items: Record<string, string>[] } | Record<string, string>[]
    }
    const data = Array.isArray(mine.data) ? { itemCount: mine.data.length, items: mine.data } : mine.data
    const other = (await (await fetch(theirs.url)).json()) as { itemCount: number; items: Record<string, string>[] }
    const ourValues = data.items.map((item) => Object.keys(columns).map((name) => item[name]))
    const theirValues = other.items.map((item) => Object.values(columns).map((name) => item[name]))
    const isSame = mine.ret === 1 && data.itemCount === other.itemCount && isDeepStrictEqual(ourValues, theirValues)
    if (!isSame || other.items.length !== rowCount) throw new Error('the bare handler does not answer the same')
  }
}

async function load(target: Target, connections: number) {
  const latencies: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ ...target, connections, duration: 1 }, (error, done) =>
      error ? reject(error as Error) : resolve(done),
    )
    run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors at ${target.url}`)
  return { count: result['2xx'], latencies }
}

/** User and system time of a process in ms; a tick is 10 ms. */
function processorTime(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0 // a backend that has just ended
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
