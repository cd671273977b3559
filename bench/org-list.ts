/**
 * The organisation list through everything (session, permission, row-level security, scope, envelope), as a share of a
 * bare Fastify handler that runs the same list and count statements. Twenty rows of 500,000; A,B,A,B; median of three.
 */
import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import autocannon from 'autocannon'
import { nothing } from '#packages/core'
import { freePort, signIn, start } from '../drills/parts/process.ts'
import { password, seeded } from '../drills/parts/seeded.ts'
import { statementsOf } from '../drills/parts/statements.ts'
import { pageOfOrganisations } from '../kernel/org/server/queries.ts'

const seconds = process.argv.includes('--long') ? 8 : 4
const rounds = 3
const database = await seeded('xl', 'XL')
const api = await start('entry/api/main.ts', database.env, await freePort(), await freePort())
const admin = await signIn(api.url, 'yunhe.admin', password)
const tree = (await (
  await fetch(`${api.url}/api/orgs/getTree?parentId=${admin.orgId}`, { headers: admin.headers })
).json()) as { data: { fOrgID: string; fName: string; fOrgType: number }[] }
const cluster = tree.data.find(({ fOrgType }) => fOrgType === 6)!

const [list, count] = await statementsOf(
  (db) =>
    pageOfOrganisations(db, { ...nothing, district: true }, cluster.fOrgID, { pageNumber: 1, pageSize: 20 }).catch(
      () => {},
    ),
  Array.from({ length: 20 }, () => ({ count: 1 })),
)
// Past the wall there is no policy that adds the district, so the bare statements say it themselves.
const bare = fork(resolve(import.meta.dirname, 'parts/bare.ts'), { env: { ...process.env, NODE_ENV: 'production' } })
const barePort = await freePort()
bare.send({
  port: barePort,
  url: database.superuserUrl,
  statements: [list, count].map((query) => ({
    sql: query!.sql.replaceAll('"o"."deleted_at" is null', '"o"."district_id" = 1 and "o"."deleted_at" is null'),
    parameters: query!.parameters,
  })),
})
await new Promise((ready) => bare.once('message', ready))

const ours = {
  url: `${api.url}/api/orgs/getList?parentId=${cluster.fOrgID}&pageNumber=1&pageSize=20`,
  headers: admin.headers,
}
const theirs = { url: `http://127.0.0.1:${barePort}/`, headers: {} }
await sameAnswer()

console.log(
  `org-list: 20 of ${cluster.fName}'s 100 schools, in a table of 500,000 nodes; ${rounds} rounds of ${seconds} s each`,
)
let worst = Number.POSITIVE_INFINITY
for (const connections of [1, 8, 32]) {
  await load(ours, connections, 1)
  await load(theirs, connections, 1)
  const results: { ours: number; bare: number; p99: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const a = await load(ours, connections, seconds)
    const b = await load(theirs, connections, seconds)
    results.push({ ours: a.rate, bare: b.rate, p99: a.p99 })
  }
  const ratio = median(results.map((result) => result.ours / result.bare))
  if (connections > 1) worst = Math.min(worst, ratio)
  console.log(
    `org-list: ${String(connections).padStart(2)} connections: ratio ${ratio.toFixed(2)}  ` +
      `ours ${results.map((result) => Math.round(result.ours)).join(' / ')} req/s, bare ${results.map((result) => Math.round(result.bare)).join(' / ')} req/s, ` +
      `p99 ${median(results.map((result) => result.p99))} ms`,
  )
}
console.log(
  `org-list: goal 0.60 at 8 and 32 connections: ${worst >= 0.6 ? 'reached' : 'NOT reached'} (${worst.toFixed(2)})`,
)

bare.kill()
await api.kill('SIGTERM')
await database.close()

async function load(target: { url: string; headers: Record<string, string> }, connections: number, duration: number) {
  const result = await autocannon({ ...target, connections, duration, workers: 1 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors at ${target.url}`)
  return { rate: result.requests.average, p99: result.latency.p99 }
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
