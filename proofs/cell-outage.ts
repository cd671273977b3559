/**
 * One build with the directory and two cells on three PostgreSQL clusters, a district in each cell. With the directory
 * stopped, signed-in people of both districts keep working; with one cell stopped, the other is not affected.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../tools/stack/service.ts'
import { installation } from './shared/installation.ts'
import { freePort, signIn, startProcess, type RunningProcess } from './shared/process.ts'
import { password } from './shared/seeded-database.ts'

export const about = ['packages/db/cells.ts', 'packages/db/connection.ts', 'packages/db/directory.ts']
export const shortSeconds = 45

const long = process.argv.includes('--long')
const seconds = long ? 10 : 1
const failures: string[] = []
const system = await installation({ name: 'cells', directory: 0, cells: [1, 2] })
const [directory, first, second] = system.clusters
let api: RunningProcess | undefined
let worker: RunningProcess | undefined

try {
  api = await startApi()
  worker = await startProcess('entry/worker/main.ts', system.env, 0, await freePort())
  const yunhe = { name: '云禾区 (cell 1)', ...(await signIn(api.url, 'yunhe.admin', password)) }
  const minghu = { name: '明湖区 (cell 2)', ...(await signIn(api.url, 'minghu.admin', password)) }
  console.log(
    `cells: tokens begin with ${yunhe.token.split('.')[0]} and ${minghu.token.split('.')[0]}: they only say where to look`,
  )

  await phase('all three run', [yunhe, minghu], [])
  await recounts(minghu)

  await directory!.stop('fast')
  await phase('the directory is stopped', [yunhe, minghu], [])
  await expectRefusal('a new sign-in without the directory', () => signIn(api!.url, 'yunhe.office', password))
  await api.kill('SIGKILL')
  api = await startApi()
  await phase('the directory is stopped and the API was started anew', [yunhe, minghu], [])

  const pid = api.child.pid
  await Promise.all([phase('cell 1 is being stopped', [minghu], []), sendManyRequests(yunhe), first!.stop('fast')])
  await phase('cell 1 is stopped too', [minghu], [yunhe])
  if (api.child.exitCode !== null || api.child.pid !== pid) failures.push('the API died together with cell 1')
  await recounts(minghu)
  await api.kill('SIGKILL')
  api = await startApi()
  await phase('only cell 2 runs and the API was started anew', [minghu], [yunhe])

  await first!.start()
  await directory!.start()
  for (const person of [yunhe, minghu])
    await waitUntil(
      `${person.name} to be served again`,
      async () => (await call(person, '/api/orgs/getTree')).ret === 1,
    )
  await phase('all are back, nothing else was touched', [yunhe, minghu], [])
  await signIn(api.url, 'yunhe.office', password)
  await recounts(yunhe)

  await second!.stop('fast')
  await phase('cell 2 is stopped', [yunhe], [minghu])
} finally {
  await api?.kill('SIGKILL')
  await worker?.kill('SIGKILL')
  await system.remove()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`cells: FAILED ${failure}`)
  process.exit(1)
}

interface Person {
  name: string
  orgId: string
  headers: Record<string, string>
}

async function startApi() {
  return startProcess('entry/api/main.ts', system.env, await freePort(), await freePort())
}

async function call(person: Person, path: string, method = 'GET') {
  const began = performance.now()
  const response = await fetch(api!.url + path, { method, headers: person.headers })
  const answer = (await response.json()) as { ret: number; data: { fName: string; fUserCount: number }[] }
  return { ...answer, milliseconds: performance.now() - began }
}

/** People of both districts work for a while: the served ones must get no error, the others a quick refusal. */
async function phase(title: string, served: Person[], away: Person[]) {
  const results = await Promise.all([...served, ...away].map(async (person) => ({ person, ...(await work(person)) })))
  for (const { person, good, bad, slowest } of results) {
    console.log(
      `cells: ${title}: ${person.name}: ${good} answered, ${bad} unavailable, slowest ${slowest.toFixed(0)} ms`,
    )
    if (served.includes(person) && (bad > 0 || good === 0)) failures.push(`${title}: ${person.name} was not served`)
    if (away.includes(person) && (good > 0 || bad === 0 || slowest > (long ? 3_000 : 15_000)))
      failures.push(`${title}: ${person.name} should have been told quickly`)
  }
}

async function work(person: Person) {
  const figures = { good: 0, bad: 0, slowest: 0 }
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const { ret, data, milliseconds } = await call(person, '/api/orgs/getTree')
    if (ret === 1 && data[0]!.fName === `${person.name.slice(0, 3)}教育局`) figures.good++
    else if (ret === -503) figures.bad++
    else failures.push(`${person.name} got ${ret}`)
    figures.slowest = Math.max(figures.slowest, milliseconds)
    await sleep(10)
  }
  return figures
}

/** Many parallel requests, so that some are in progress when the cell stops; their answers do not matter. */
async function sendManyRequests(person: Person) {
  const end = performance.now() + 1_000
  const one = async () => {
    while (performance.now() < end) await call(person, '/api/orgs/getTree').catch(() => {})
  }
  await Promise.all(Array.from({ length: 16 }, one))
}

/** A job enqueued in a cell is done by the worker, whatever the state of the other cell. */
async function recounts(person: Person) {
  await call(person, '/api/orgs/recount', 'POST')
  console.log(`cells: ${person.name} asked the worker for a recount`)
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    if ((await jobsOpen(person)) === 0) return
    await sleep(100)
  }
  failures.push(`the worker did not do the job of ${person.name}`)
}

async function jobsOpen(person: Person): Promise<number> {
  const cell = person.name.includes('cell 1') ? first! : second!
  const text = await cell.psql(
    `qiming_cell_${person.name.includes('cell 1') ? 1 : 2}`,
    "select count(*) from pgboss.job where name = 'org.recount' and state <> 'completed'",
  )
  return Number(text.trim())
}

async function expectRefusal(what: string, work: () => Promise<unknown>) {
  const refused = await work().then(
    () => false,
    () => true,
  )
  console.log(`cells: ${what}: ${refused ? 'refused' : 'went through'}`)
  if (!refused) failures.push(what)
}
