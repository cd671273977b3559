/**
 * kill -9 of Redis under a running API: signed-in people keep working, password sign-in still works, the rate limits
 * for passwords and messages are counted in PostgreSQL, and QR codes work again soon after Redis is back.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openToolCells } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { readSettings } from '../entry/settings.ts'
import { ApiClient, newAddress, countAnswers, type ApiAnswer } from './shared/browser.ts'
import { installation } from './shared/installation.ts'
import { createSchool, newPhone, type HiredStaff } from './shared/schools.ts'
import { freePort, signIn, startProcess } from './shared/process.ts'
import { ownRedis } from './shared/redis.ts'
import { password } from './shared/seeded-database.ts'
import { codeSentTo, codesTo } from './shared/sms.ts'

export const about = ['kernel/identity/server/account-queries.ts', 'kernel/session/server/**']
export const shortSeconds = 25

const long = process.argv.includes('--long')
const rounds = long ? 10 : 1
const failures: string[] = []
const system = await installation({ name: 'redis', directory: 0, cells: [0], settings: { fsync: 'off' } })
const redis = await ownRedis()
try {
  await proof()
} finally {
  await redis.kill()
  await system.remove()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`redis: FAILED ${failure}`)
  process.exit(1)
}

function show(what: string, isGood: boolean) {
  console.log(`redis: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

async function proof() {
  const env = { ...system.env, QIMING_REDIS_URL: redis.url, QIMING_TRUSTED_PROXIES: '127.0.0.1' }
  const api = await startProcess('entry/api/main.ts', env, await freePort(), await freePort())
  const { orgId: bureauId } = await signIn(api.url, 'yunhe.admin', password)
  const cells = openToolCells(readSettings({ ...process.env, ...env }).cells)
  // Three people for each round: one keeps working, one signs in, one has the password guessed.
  const plan = { bureauId, name: '演练学校', prefix: 'member', count: 3 * rounds, secondStep: 'off' } as const
  const people = await createSchool(cells, plan)
  await stopSenders(cells)
  await cells.end()
  for (let round = 0; round < rounds; round++) {
    const [member, late, guessed] = people.slice(3 * round) as [HiredStaff, HiredStaff, HiredStaff]
    const phone = await new ApiClient(api.url).signIn(member.userName, password)
    // Marks the sessions as verified by SMS: a phone with only a password cannot confirm a QR code.
    await system.clusters[0]!.psql('qiming_cell_1', `update tenant.session set factors = '{password,sms}'`)
    await passQrDoor(api.url, phone)
    const working = work(phone)
    await redis.kill()
    await withoutRedis(api.url, late, guessed)
    await redis.start()
    await recovery(api.url, phone)
    const { good, others } = await working.stop()
    show(
      `signed in before, at work the whole time: ${good} answered, ${others.length} refused ${countAnswers(others)}`.trimEnd(),
      good > 0 && others.length === 0,
    )
  }
  await api.kill('SIGTERM')
}

/** Sends requests without a pause. */
function work(member: ApiClient) {
  const others: ApiAnswer[] = []
  let good = 0
  let isStopping = false
  const going = (async () => {
    while (!isStopping) {
      for (const answer of [
        await member.get('/api/users/loginInof'),
        await member.post('/api/users/issueTicket', { redirectUrl: '/application/x?u_t={u_t}' }),
      ])
        if (answer.ret === 1) good++
        else others.push(answer)
      await sleep(5)
    }
  })()
  return {
    async stop() {
      isStopping = true
      await going
      return { good, others }
    },
  }
}

async function counters() {
  return Number(await system.clusters[0]!.psql('qiming_directory', 'select count(*) from directory.limit_counter'))
}

async function withoutRedis(url: string, late: HiredStaff, guessed: HiredStaff) {
  const before = await counters()
  const login = (userName: string, userPwd: string) =>
    new ApiClient(url).post('/api/users/login', { userName, userPwd })
  const entered = await login(late.userName, password)
  const again = await login(late.userName, password)
  show(
    `away: a password still opens the door (${entered.ret} after ${entered.milliseconds.toFixed(0)} ms, ${again.ret} after ${again.milliseconds.toFixed(0)} ms)`,
    entered.ret === 1 && again.ret === 1,
  )
  const guesses: ApiAnswer[] = []
  for (let tried = 0; tried < 5; tried++) guesses.push(await login(guessed.userName, `Wrong-${tried}-2026`))
  const right = await login(guessed.userName, password)
  show(
    `away: wrong passwords one after the other get ${guesses.map(({ ret }) => ret).join(', ')}, then the right one ${right.ret}`,
    guesses.map(({ ret }) => ret).join() === '0,0,0,-4,-4' && right.ret === -4,
  )
  const atOnce = await Promise.all(
    Array.from({ length: 50 }, (_, at) => login(`nobody.${guessed.userName}`, `Wrong-${at}-2026`)),
  )
  show(`away: 50 wrong passwords at once: ${countAnswers(atOnce)}`, atOnce.filter(({ ret }) => ret === 0).length === 3)

  const answers: ApiAnswer[] = []
  for (let often = 0; often < 3; often++)
    answers.push(await new ApiClient(url).post('/api/users/smsLogin', { phone: late.phone }))
  await codeSentTo(late.phone)
  await sleep(300) // a second message would also be sent after its answer
  const sent = (await codesTo(late.phone)).length
  show(
    `away: codes for one phone, asked for 3 times: ${answers.map(({ ret }) => ret).join(', ')}, ${sent} message`,
    answers[0]!.ret === 1 && answers.slice(1).every(({ ret }) => ret !== 1) && sent === 1,
  )
  const place = newAddress()
  const many: ApiAnswer[] = []
  for (let often = 0; often < 25; often++)
    many.push(await new ApiClient(url, place).post('/api/users/smsLogin', { phone: newPhone() }))
  show(
    `away: codes for 25 phones from one network: ${countAnswers(many)}`,
    many.filter(({ ret }) => ret === 1).length === 20 && many.filter(({ ret }) => ret === -4).length === 5,
  )
  const qr = [
    await new ApiClient(url).get('/api/users/loginQrCode'),
    await new ApiClient(url).get('/api/users/checkQrCode?code=AAAAAAAAAAAAAAAAAAAAAA'),
  ]
  show(
    `away: QR codes answer ${qr.map(({ ret }) => ret).join(', ')}`,
    qr.every(({ ret }) => ret === -503),
  )
  const after = await counters()
  show(`away: counters in PostgreSQL ${before} before, ${after} after`, after > before)
}

async function recovery(url: string, phone: ApiClient) {
  const began = performance.now()
  let tried = 0
  for (const deadline = began + 60_000; performance.now() < deadline; await sleep(50)) {
    tried++
    if (await passQrDoor(url, phone).catch(() => false)) break
  }
  const seconds = (performance.now() - began) / 1000
  show(`back: a QR code leads in again after ${seconds.toFixed(2)} s, at try ${tried}`, seconds <= (long ? 5 : 30))
}

/** Requests a code, scans and confirms it with a phone, and signs in. */
async function passQrDoor(url: string, phone: ApiClient): Promise<boolean> {
  const desk = new ApiClient(url, phone.address)
  const requested = await desk.get<{ code: string } | null>('/api/users/loginQrCode')
  if (requested.ret !== 1) throw new Error(requested.text)
  const code = requested.data!.code
  const steps = [
    await phone.post(`/api/users/scanQrCode?code=${code}`),
    await phone.post(`/api/users/setQrCode?code=${code}`),
    await desk.post('/api/users/qrLogin', { code }),
  ]
  const refused = steps.find(({ ret }) => ret !== 1)
  if (refused) throw new Error(refused.text)
  return true
}
