/**
 * What an attack on our own installation once found out about people, tried again: each attack says what it got on
 * commit 32d90cc and what it gets now. Over HTTP at a real API and worker, with a PostgreSQL, a Redis and a bucket of
 * their own and two seeded districts. Whatever still tells somebody's number, or lets somebody in, is a failure.
 */
import { Redis } from 'ioredis'
import { districtId, idCardCheckDigit } from '#packages/core'
import { Cells, inDistrict } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { platformCtx } from '#kernel/access/server'
import { readSettings } from '../entry/settings.ts'
import type { Attack, Field } from './leaks/attack.ts'
import { inviting, resetting } from './leaks/before-proof.ts'
import { atRest, searching, slips, unmasking } from './leaks/numbers.ts'
import { joining, probing } from './leaks/probes.ts'
import { believing, binding, replaying, secondStep, twinning, weakness } from './leaks/strength.ts'
import { installation } from './parts/installation.ts'
import { foundSchool } from './parts/people.ts'
import { freePort, start } from './parts/process.ts'
import { ownRedis } from './parts/redis.ts'
import { truthOf } from './parts/truth.ts'
import { emptyBucket } from './parts/upload.ts'

export const about = [
  'kernel/session/server/service/*.ts',
  'kernel/student/server/service/family/slips.ts',
  'kernel/student/server/sheet/source.ts',
  'kernel/staff/server/sheet/source.ts',
  'kernel/staff/server/service/adding.ts',
  'kernel/files/server/service/contents.ts',
  'packages/cache/shelf.ts',
]
export const shortSeconds = 40

const long = process.argv.includes('--long')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const attacks: readonly Attack[] = [
  resetting,
  inviting,
  unmasking,
  searching,
  atRest,
  slips,
  probing,
  twinning,
  binding,
  joining,
  believing,
  secondStep,
  weakness,
  replaying,
]
const home = districtId(1)
const bucket = `drill-leaks-${process.pid}`
const failures: string[] = []
let kept: Field | undefined

const house = await installation({ name: 'leaks', directory: 0, cells: [0], settings: { fsync: 'off' } })
const redis = await ownRedis()
try {
  await tryAll()
} finally {
  await redis.kill()
  await house.remove()
  await emptyBucket(bucket)
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`leaks: FAILED ${failure}`)
  process.exit(1)
}

async function tryAll() {
  const env = { ...house.env, QIMING_REDIS_URL: redis.url, QIMING_S3_BUCKET: bucket }
  const trusted = { ...env, QIMING_TRUSTED_PROXIES: '127.0.0.1' }
  const [api, worker] = await Promise.all([
    start('entry/api/main.ts', trusted, await freePort(), await freePort()),
    start('entry/worker/main.ts', env, await freePort(), await freePort()),
  ])
  const cells = new Cells(readSettings({ ...process.env, ...env }).cells)
  const client = new Redis(redis.url)
  for (const attack of attacks) {
    if (only && attack.finding !== only) continue
    await tell(attack, await field(api.url, cells, client))
  }
  await client.quit()
  await stopSenders(cells)
  await cells.end()
  await worker.kill('SIGTERM')
  await api.kill('SIGTERM')
}

async function field(url: string, cells: Cells, client: Redis): Promise<Field> {
  if (kept) return kept
  const inside: Field['inside'] = (work) => inDistrict(cells, home, (db) => work(platformCtx(home, db, new Date())))
  const units = await inside(({ db }) =>
    db.selectFrom('v_org').select(['id', 'name', 'type']).where('type', 'in', ['bureau', 'school']).execute(),
  )
  const bureauId = units.find(({ type }) => type === 'bureau')!.id
  const idCards = Array.from({ length: long ? 200 : 8 }, (_, at) => {
    const first = `3301061988${String((at % 12) + 1).padStart(2, '0')}15${String(100 + at).padStart(3, '0')}`
    return first + idCardCheckDigit(first)
  })
  const plan = {
    bureauId,
    name: '云禾区演练学校',
    prefix: 'leaky',
    count: idCards.length,
    secondStep: 'off',
    idCards,
  } as const
  const hired = await foundSchool(cells, plan)
  kept = {
    url,
    long,
    bucket,
    redis: client,
    inside,
    truth: await truthOf(cells, home),
    schools: new Map(units.map(({ name, id }) => [String(name), String(id)])),
    owners: hired.map((one, at) => ({ ...one, idCard: idCards[at]! })),
    count: async (text) => Number(await house.clusters[0]!.psql('qiming_cell_1', text)),
  }
  return kept
}

async function tell({ finding, what, before, run }: Attack, on: Field) {
  console.log(`leaks: ${finding} ${what}`)
  console.log(`leaks:    on 32d90cc: ${before}`)
  const { now, isTight } = await run(on).catch((error: unknown) => ({
    now: `the attack broke off: ${(error as Error).message}`,
    isTight: false,
  }))
  console.log(`leaks:    now:        ${isTight ? '' : 'FAILED '}${now}`)
  if (!isTight) failures.push(`${finding} ${what}: ${now}`)
}
