/**
 * What the operation log costs a write: a room is created with an idempotency key, by a server that logs operations and
 * by one that does not, one request at a time, in turn. The medians are compared.
 */
import { Agent, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { roomApi } from '../kernel/schooling/contract.ts'
import { quantile } from '../proofs/shared/browser.ts'
import { installation } from '../proofs/shared/installation.ts'
import { freePort, signIn, startProcess, type RunningProcess } from '../proofs/shared/process.ts'
import { password } from '../proofs/shared/seeded-database.ts'

const pairs = process.argv.includes('--long') ? 3_000 : 600
const warmUp = 100
const goal = 0.05
const sides = ['logging', 'silent'] as const
type Side = (typeof sides)[number]

const system = await installation({ name: 'log-writer', directory: 0, cells: [0], settings: { fsync: 'off' } })
const servers = new Map<Side, RunningProcess>()
const agent = new Agent({ keepAlive: true })
try {
  await compare()
} finally {
  agent.destroy()
  for (const server of servers.values()) await server.kill('SIGKILL')
  await system.remove()
}

async function compare() {
  for (const side of sides) {
    const env = { ...system.env, BENCH_LOG: side === 'silent' ? 'never' : '' }
    servers.set(side, await startProcess('bench/parts/bench-server.ts', env, await freePort(), await freePort()))
  }
  const { orgId, headers } = await signIn(servers.get('logging')!.url, 'shiyan.admin', password)
  const times: Record<Side, number[]> = { logging: [], silent: [] }
  for (let pair = -warmUp; pair < pairs; pair++)
    for (const side of pair % 2 === 0 ? sides : sides.toReversed()) {
      const ms = await createRoom(servers.get(side)!.url, headers, { orgId, name: `样例${side}${pair + warmUp}` })
      if (pair >= 0) times[side].push(ms)
    }
  const at = (side: Side, part: number) => quantile(times[side], part)
  const share = at('logging', 0.5) / at('silent', 0.5) - 1
  for (const side of sides)
    console.log(
      `log-writer: ${side}: median ${at(side, 0.5).toFixed(2)} ms, lower quartile ${at(side, 0.25).toFixed(2)} ms of ${pairs} writes`,
    )
  const isReached = share <= goal
  console.log(
    `log-writer: the log costs ${(share * 100).toFixed(1)} % of a write (goal ${goal * 100} %): ${isReached ? 'reached' : 'NOT reached'}`,
  )
  if (!isReached) process.exitCode = 1
}

/** In ms, from the request to the end of the answer. */
function createRoom(url: string, headers: Record<string, string>, room: { orgId: string; name: string }) {
  const body = JSON.stringify({ ...room, building: '样例楼', kind: 'classroom', capacity: 40, isDisabled: false })
  const began = performance.now()
  return new Promise<number>((done, fail) => {
    const sent = request(url + roomApi.create.path, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    })
    sent.once('error', fail)
    sent.once('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.once('end', () => {
        const ms = performance.now() - began
        if ((JSON.parse(text) as { ret: number }).ret === 1) done(ms)
        else fail(new Error(text))
      })
    })
    sent.end(body)
  })
}
