/**
 * The organisation list with everything (session, permission, row-level security, scope, envelope), relative to a bare
 * Fastify handler that runs the same list and count statements. Twenty rows of 500,000. A,B,A,B in short slices,
 * because the speed of a shared machine changes from second to second; a round is the sum of its slices; median of
 * three.
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { wholeDistrict } from '#packages/core'
import { freePort, signIn, startProcess } from '../proofs/shared/process.ts'
import { password, createSeededDatabase } from '../proofs/shared/seeded-database.ts'
import { captureStatements } from '../proofs/shared/statements.ts'
import { listOrganisationPage } from '../kernel/org/server/queries.ts'

const slices = process.argv.includes('--long') ? 10 : 4
const rounds = 3
const database = await createSeededDatabase('xl', 'XL')
const api = await startProcess('entry/api/main.ts', database.env, await freePort(), await freePort())
const admin = await signIn(api.url, 'yunhe.admin', password)
const tree = (await (
  await fetch(`${api.url}/api/orgs/getTree?parentId=${admin.orgId}`, { headers: admin.headers })
).json()) as { data: { fOrgID: string; fName: string; fOrgType: number }[] }
const cluster = tree.data.find(({ fOrgType }) => fOrgType === 6)!

const [list, count] = await captureStatements(
  (db) => listOrganisationPage(db, wholeDistrict, cluster.fOrgID, { pageNumber: 1, pageSize: 20 }).catch(() => {}),
  Array.from({ length: 20 }, () => ({ count: 1 })),
)
// Without row-level security no policy adds the district, so the bare statements contain it.
const bare = fork(resolve(import.meta.dirname, 'parts/bare.ts'), { env: { ...process.env, NODE_ENV: 'production' } })
const barePort = await freePort()
bare.send({
  port: barePort,
  url: database.superuserUrl,
  statements: [list, count].map((query) => ({ sql: withDistrict(query!.sql), parameters: query!.parameters })),
})
await new Promise((ready) => bare.once('message', ready))

const ours = {
  url: `${api.url}/api/orgs/getList?parentId=${cluster.fOrgID}&pageNumber=1&pageSize=20`,
  headers: admin.headers,
}
const theirs = { url: `http://127.0.0.1:${barePort}/`, headers: {} }
const observer = new pg.Client({ connectionString: database.superuserUrl })
await observer.connect()
await sameAnswer()

console.log(
  `org-list: 20 of ${cluster.fName}'s 100 schools, in a table of 500,000 nodes; ${rounds} rounds of ${slices} × 1 s each`,
)
let worst = Number.POSITIVE_INFINITY
for (const connections of [1, 8, 32]) {
  await load(ours, connections, 1)
  await load(theirs, connections, 1)
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) results.push(await runRound(connections))
  const ratio = median(results.map((result) => result.ours.count / result.bare.count))
  if (connections > 1) worst = Math.min(worst, ratio)
  const rates = (side: 'ours' | 'bare') => results.map((result) => Math.round(result[side].count / slices)).join(' / ')
  const cost = (side: 'ours' | 'bare', part: 'node' | 'postgres') =>
    median(results.map((result) => result[side][part] / result[side].count)).toFixed(2)
  console.log(
    `org-list: ${String(connections).padStart(2)} connections: ratio ${ratio.toFixed(2)}  ours ${rates('ours')} req/s, bare ${rates('bare')} req/s, ` +
      `p99 ${median(results.map((result) => result.ours.p99))} ms; processor ms a request: ` +
      `node ${cost('ours', 'node')} against ${cost('bare', 'node')}, PostgreSQL ${cost('ours', 'postgres')} against ${cost('bare', 'postgres')}`,
  )
}
console.log(
  `org-list: goal 0.60 at 8 and 32 connections: ${worst >= 0.6 ? 'reached' : 'NOT reached'} (${worst.toFixed(2)})`,
)

bare.kill()
await observer.end()
await api.kill('SIGTERM')
await database.close()

interface Side {
  count: number
  p99: number
  /** Processor time, in ms. */
  node: number
  postgres: number
}
interface Round {
  ours: Side
  bare: Side
}

async function runRound(connections: number): Promise<Round> {
  const none = { count: 0, p99: 0, node: 0, postgres: 0 }
  const round: Round = { ours: { ...none }, bare: { ...none } }
  for (let slice = 0; slice < slices; slice++) {
    for (const [side, target, pid] of [
      ['ours', ours, api.child.pid!],
      ['bare', theirs, bare.pid!],
    ] as const) {
      const before = { node: processorTime(pid), postgres: await backendsTime() }
      const { count, p99 } = await load(target, connections, 1)
      round[side].count += count
      round[side].p99 = Math.max(round[side].p99, p99)
      round[side].node += processorTime(pid) - before.node
      round[side].postgres += (await backendsTime()) - before.postgres
    }
  }
  return round
}

async function load(target: { url: string; headers: Record<string, string> }, connections: number, duration: number) {
  const result = await autocannon({ ...target, connections, duration })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors at ${target.url}`)
  }
  return { count: result['2xx'], p99: result.latency.p99 }
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

async function backendsTime() {
  const { rows } = await observer.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return rows.reduce((sum, { pid }) => sum + processorTime(pid), 0)
}

function withDistrict(text: string) {
  return text.replaceAll(/"(o|parent)"\."deleted_at" is null/g, '"$1"."district_id" = 1 and $&')
}

/** Both must send the same schools, or the comparison means nothing. */
async function sameAnswer() {
  const mine = (await (await fetch(ours.url, { headers: ours.headers })).json()) as {
    ret: number
    data: { itemCount: number; items: { fOrgID: string }[] }
  }
  const other = (await (await fetch(theirs.url)).json()) as { itemCount: number; items: { id: string }[] }
  const same =
    mine.ret === 1 &&
    mine.data.itemCount === other.itemCount &&
    mine.data.items.map(({ fOrgID }) => fOrgID).join() === other.items.map(({ id }) => id).join()
  if (!same || other.items.length !== 20) throw new Error('the bare handler does not answer the same')
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
