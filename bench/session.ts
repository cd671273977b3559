/**
 * A small read with everything, relative to the same without authentication: the same server, route and statement, and
 * a fixed actor. A,B,C,A,B,C in short slices, because the speed of a shared machine changes from second to second; a
 * round is the sum of its slices; median of three.
 */
import autocannon from 'autocannon'
import { installation } from '../proofs/shared/installation.ts'
import { freePort, signIn, startProcess, type RunningProcess } from '../proofs/shared/process.ts'
import { password } from '../proofs/shared/seeded-database.ts'

const slices = process.argv.includes('--long') ? 10 : 4
const rounds = 3
/** The normal check; no check; and a check without a cache, to show what the cache saves. */
const sides = ['checked', 'unchecked', 'forgetful'] as const
type Side = (typeof sides)[number]
const identify: Record<Side, string> = { checked: '', unchecked: 'never', forgetful: 'always' }

const system = await installation({ name: 'session', directory: 0, cells: [0], settings: { fsync: 'off' } })
const servers = new Map<Side, RunningProcess>()
let headers: Record<string, string>
try {
  await compare()
} finally {
  for (const server of servers.values()) await server.kill('SIGKILL')
  await system.remove()
}

async function compare() {
  for (const side of sides) {
    const env = { ...system.env, BENCH_IDENTIFY: identify[side] }
    servers.set(side, await startProcess('bench/parts/bench-server.ts', env, await freePort(), await freePort()))
  }
  headers = (await signIn(servers.get('checked')!.url, 'yunhe.admin', password)).headers
  await sameAnswer()
  console.log(`session: one organisation by its id; ${rounds} rounds of ${slices} × 1 s each`)
  let worst = Number.POSITIVE_INFINITY
  for (const connections of [1, 8, 32]) worst = Math.min(worst, await ratioAt(connections))
  const isReached = worst >= 0.8
  console.log(`session: goal 0.80: ${isReached ? 'reached' : 'NOT reached'} (${worst.toFixed(2)})`)
  if (!isReached) process.exitCode = 1
}

async function ratioAt(connections: number): Promise<number> {
  for (const side of sides) await load(side, connections)
  const results: Record<Side, number>[] = []
  for (let round = 0; round < rounds; round++) results.push(await runRound(connections))
  const ratio = (side: Side) => median(results.map((result) => result[side] / result.unchecked))
  const rates = (side: Side) => results.map((result) => Math.round(result[side] / slices)).join(' / ')
  console.log(
    `session: ${String(connections).padStart(2)} connections: ratio ${ratio('checked').toFixed(2)}  checked ${rates('checked')} req/s, ` +
      `unchecked ${rates('unchecked')} req/s; if nothing were remembered ${ratio('forgetful').toFixed(2)}`,
  )
  return ratio('checked')
}

async function runRound(connections: number) {
  const round: Record<Side, number> = { checked: 0, unchecked: 0, forgetful: 0 }
  for (let slice = 0; slice < slices; slice++) for (const side of sides) round[side] += await load(side, connections)
  return round
}

async function load(side: Side, connections: number) {
  const url = `${servers.get(side)!.url}/api/bench/read`
  const result = await autocannon({ url, headers, connections, duration: 1 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${side}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result['2xx']
}

/** All must send the same organisation, or the comparison means nothing; refusals also have status 200. */
async function sameAnswer() {
  for (const [side, { url }] of servers) {
    const response = await fetch(`${url}/api/bench/read`, { headers })
    const { ret, data } = (await response.json()) as { ret: number; data: { name: string } }
    if (ret !== 1 || data.name !== '云禾区教育局') throw new Error(`${side} answers ${ret}`)
  }
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
