/**
 * The key of a district and the master key are rotated while people work: fifty reads and writes a second, and none
 * fails. The command that reseals is killed once and continues. Afterwards all numbers are unchanged, new values are
 * under the new key, nothing depends on the old master key, and a number that was copied into another person's row is
 * refused.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { districtId, emptyId } from '#packages/core'
import { openKeyring } from '#packages/crypto'
import { openToolCells } from '#packages/db'
import { staffApi } from '#kernel/staff/contract.ts'
import { personalApi } from '#kernel/personal/contract.ts'
import { root } from '../entry/modules.ts'
import { readSettings } from '../entry/settings.ts'
import { ApiClient, quantile, countAnswers, type ApiAnswer } from './shared/browser.ts'
import { installation } from './shared/installation.ts'
import { freePort, startProcess, type RunningProcess } from './shared/process.ts'
import { password } from './shared/seeded-database.ts'
import { loadKnownPeople } from './shared/known-people.ts'

export const about = ['packages/crypto/**', 'entry/admin/**']
export const shortSeconds = 30
export const runsAlone = true

const long = process.argv.includes('--long')
const home = districtId(1)
const perSecond = 50
const openAtMost = 25
const failures: string[] = []

const system = await installation({ name: 'keys', directory: 0, cells: [0], settings: { fsync: 'off' } })

function show(what: string, isGood: boolean) {
  console.log(`keys: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

async function proof() {
  const old = process.env['QIMING_MASTER_KEY']!
  const next = randomBytes(32).toString('base64')
  const base = { ...system.env, QIMING_INDEX_KEY: old, QIMING_DRAIN_SECONDS: '0' }
  const keys = {
    before: { ...base, QIMING_MASTER_KEY: old, QIMING_MASTER_KEY_OTHER: '' },
    told: { ...base, QIMING_MASTER_KEY: old, QIMING_MASTER_KEY_OTHER: next },
    turned: { ...base, QIMING_MASTER_KEY: next, QIMING_MASTER_KEY_OTHER: old },
    after: { ...base, QIMING_MASTER_KEY: next, QIMING_MASTER_KEY_OTHER: '' },
  }
  const known = await readAllNumbers(keys.before)
  let api = await startApi(keys.before)
  const work = await Work.begin(api.url)
  const before = await countByKey()

  const killed = await rotate(keys.before, ['rotate-key', '--district', '1'], /key 2 is made/)
  const interrupted = await countByKey()
  const done = await admin(keys.before, ['rotate-key', '--district', '1', '--go-on'])
  show(`the command was killed (${killed}) and went on: ${lastLine(done)}`, done.code === 0)
  const renewed = await countByKey()
  show(
    `values by key and format: ${formatCounts(before)}; when it was killed ${formatCounts(interrupted)}; afterwards ${formatCounts(renewed)}`,
    Object.keys(renewed).every((kind) => kind === '2/2' || kind.endsWith('unbound 2')),
  )

  for (const [name, env] of Object.entries({ 'both accepted': keys.told, 'the new one seals': keys.turned })) {
    api = await replace(api, env, work)
    await sleep(long ? 20_000 : 1_500)
    console.log(`keys: master key: ${name}, ${work.answers.length} requests so far`)
  }
  const wrapped = await admin(keys.turned, ['rotate-master'])
  show(`the command said: ${wrapped.output.split('\n')[0]}`, wrapped.code === 0)
  api = await replace(api, keys.after, work)
  await sleep(long ? 20_000 : 1_500)
  const refused = await admin({ ...keys.after, QIMING_MASTER_KEY: old }, ['rotate-key', '--district', '1', '--go-on'])
  show('the old master key alone opens nothing any more', refused.code !== 0)

  const { answers, seconds } = await work.stop()
  const wrong = answers.filter(({ ret }) => ret !== 1)
  const times = answers.map(({ milliseconds }) => milliseconds)
  show(
    `${answers.length} requests in ${seconds.toFixed(0)} s (${(answers.length / seconds).toFixed(0)} a second), of them ${work.written} that write: ${countAnswers(answers)}; half within ${quantile(times, 0.5).toFixed(0)} ms, 99 of 100 within ${quantile(times, 0.99).toFixed(0)} ms`,
    wrong.length === 0 && answers.length > perSecond * 5,
  )
  for (const { text } of wrong.slice(0, 5)) console.log(`keys:   ${text.slice(0, 200)}`)
  await signInAgain(api)
  const now = new Map((await readAllNumbers(keys.after)).map((one) => [one.personId, one]))
  const changed = known.filter(({ personId, phone, idCard }) => {
    const one = now.get(personId)
    return one?.phone !== phone || one.idCard !== idCard
  })
  show(`${known.length} people's numbers are what they were`, known.length > 0 && changed.length === 0)
  await movedStaysShut(api.url)
  await api.kill('SIGTERM')
}

const startApi = async (env: Record<string, string>) =>
  startProcess('entry/api/main.ts', env, await freePort(), await freePort())

/** As behind a proxy: the new process is ready before the old one stops. */
async function replace(from: RunningProcess, env: Record<string, string>, work: Work) {
  const to = await startApi(env)
  work.turnTo(to.url)
  await work.quiet()
  await from.kill('SIGTERM')
  return to
}

/** Everybody's numbers, opened with the keys of these settings. */
async function readAllNumbers(env: Record<string, string>) {
  openKeyring(env)
  const cells = openToolCells(readSettings({ ...process.env, ...env }).cells)
  try {
    return await loadKnownPeople(cells, home)
  } finally {
    await cells.end()
  }
}

const admin = (env: Record<string, string>, args: readonly string[]) => {
  const child = spawn('node', ['entry/admin/main.ts', ...args], { cwd: root, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<{ code: number | null; output: string }>((end) =>
    child.once('close', (code) => end({ code, output })),
  )
}
const lastLine = ({ output }: { output: string }) => output.trim().split('\n').at(-1) ?? ''

/** Kills the command while it reseals. */
async function rotate(env: Record<string, string>, args: readonly string[], ready: RegExp) {
  const child = spawn('node', ['entry/admin/main.ts', ...args], { cwd: root, env: { ...process.env, ...env } })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise((end) => child.once('close', end))
  while (!ready.test(output)) {
    if (child.exitCode !== null) throw new Error(output)
    await sleep(20)
  }
  for (;;) {
    if (child.exitCode !== null) return 'it had ended already'
    const [row] = await asked('select count(*)::int as count from tenant.key_renewal')
    if (Number(row) > 0) break
    await sleep(5)
  }
  child.kill('SIGKILL')
  await ended
  return 'while it sealed'
}

const asked = async (statement: string) =>
  (await system.clusters[0]!.psql('qiming_cell_1', statement)).trim().split('\n')

/** How many values are under which key, and whether they are bound to a row. */
async function countByKey(): Promise<Record<string, number>> {
  const lines = await asked(`
    select concat_ws('|', get_byte(v, 0) || '/' || get_byte(v, 1), count(*)) from (
      select phone as v from tenant.person where district_id = 1 union all
      select id_card from tenant.person where district_id = 1 union all
      select private from tenant.student where district_id = 1 union all
      select student_no from tenant.student where district_id = 1 union all
      select phone from tenant.guardian_link where district_id = 1 union all
      select private from tenant.staff_file where district_id = 1) x where v is not null group by get_byte(v, 0), get_byte(v, 1)
  `)
  return Object.fromEntries(lines.map((line) => line.split('|')).map(([kind, count]) => [kind!, Number(count)]))
}
const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ')

/** Sends fifty requests a second without waiting for answers; fewer on a machine that cannot do as many. */
class Work {
  readonly answers: ApiAnswer[] = []
  written = 0
  #browser: ApiClient
  readonly #users: string[]
  readonly #place: { orgId: string; departmentId: string }
  readonly #began = performance.now()
  readonly #open = new Set<Promise<void>>()
  #next = 0
  readonly #timer: NodeJS.Timeout

  private constructor(browser: ApiClient, users: string[], place: { orgId: string; departmentId: string }) {
    this.#browser = browser
    this.#users = users
    this.#place = place
    this.#timer = setInterval(() => this.#catchUp(), 20)
  }

  static async begin(url: string) {
    const browser = await new ApiClient(url).signIn('shiyan.admin', password)
    const { data } = await browser.post<{ items: { fUserID: string; fOrgID: string; fDepartmentID: string }[] }>(
      staffApi.search.path,
      { pageSize: 20 },
    )
    const { fOrgID: orgId, fDepartmentID: departmentId } = data.items.find(
      ({ fDepartmentID }) => fDepartmentID !== emptyId,
    )!
    return new Work(
      browser,
      data.items.map(({ fUserID }) => fUserID),
      { orgId, departmentId },
    )
  }

  turnTo(url: string) {
    const { token, orgId, address } = this.#browser
    this.#browser = Object.assign(new ApiClient(url, address), { token, orgId })
  }
  quiet = () => Promise.all(this.#open)

  #catchUp() {
    const due = Math.floor(((performance.now() - this.#began) / 1000) * perSecond)
    for (; this.#next < due && this.#open.size < openAtMost; this.#next++) {
      const one = this.#ask(this.#next)
        .catch((error: unknown): ApiAnswer => ({ ret: -999, msg: '', data: {}, text: String(error), milliseconds: 0 }))
        .then((answer) => {
          this.answers.push(answer)
          this.#open.delete(one)
        })
      this.#open.add(one)
    }
  }

  #ask(at: number): Promise<ApiAnswer> {
    if (at % 25 === 0) {
      this.written++
      return this.#browser.post(staffApi.add.path, newcomer(at, this.#place))
    }
    if (at % 5 === 0) {
      this.written++
      return this.#browser.post(personalApi.saveDraft.path, { key: `drill:${at % 40}`, value: { note: `第${at}次` } })
    }
    if (at % 3 === 0) return this.#browser.post(staffApi.search.path, { pageSize: 10 })
    return this.#browser.get(`${staffApi.getByUserId.path}?fUserID=${this.#users[at % this.#users.length]}`)
  }

  async stop() {
    clearInterval(this.#timer)
    await this.quiet()
    return { answers: this.answers, seconds: (performance.now() - this.#began) / 1000 }
  }
}

const newcomer = (at: number, { orgId, departmentId }: { orgId: string; departmentId: string }) => ({
  orgId,
  departmentId,
  startsOn: '2026-09-01',
  joinExisting: false,
  name: `钥匙${at}`,
  sex: '女',
  birthday: '',
  nation: '01',
  mobile: '',
  idCard: '',
  otherPhone: '',
  address: `文澜路${at}号`,
  icCard: `88${at}`,
  license: '',
  userType: 'teacher',
  workerType: 1,
  post: '教师',
  number: '',
  subject: '语文',
  officePhone: '',
  email: '',
  qq: '',
  teacherLevel: '',
  diploma: '本科',
  graduateSchool: '',
  specialty: '',
  workedFrom: '',
  resume: '',
  remark: '',
  noSecondStep: false,
})

/** Login names are found with a key that is not rotated; TOTP secrets (动态口令) open with the new one. */
async function signInAgain({ url }: RunningProcess) {
  const came = await new ApiClient(url).signIn('shiyan.head', password).then(
    () => true,
    () => false,
  )
  show('somebody signs in with password and 动态口令 under the new master key', came)
}

async function movedStaysShut(url: string) {
  const who = await new ApiClient(url).signIn('shiyan.admin', password)
  const { data } = await who.post<{ items: { fUserID: string }[] }>(staffApi.search.path, { pageSize: 20 })
  const ids = data.items.map(({ fUserID }) => fUserID)
  const person = (id: string) => `(select person_id from tenant.membership where id = '${id}')`
  const [own] = await asked(
    `select id from tenant.membership m where id in (${ids.map((id) => `'${id}'`).join()}) and exists (select from tenant.person p where p.id = m.person_id and phone is not null) order by id limit 1`,
  )
  const other = ids.find((id) => id !== own)!
  const look = (id: string) => who.get(`${staffApi.getByUserId.path}?fUserID=${id}`)
  const first = await look(other)
  await asked(
    `update tenant.person set phone = (select phone from tenant.person where id = ${person(own!)}) where id = ${person(other)}`,
  )
  const second = await look(other)
  show(
    `a number moved into another person's row: ${first.ret} before, ${second.ret} afterwards`,
    first.ret === 1 && second.ret !== 1 && !/1[3-9]\d[\d*]{8}/.test(second.text),
  )
}

try {
  await proof()
} finally {
  await system.remove()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`keys: FAILED ${failure}`)
  process.exit(1)
}
