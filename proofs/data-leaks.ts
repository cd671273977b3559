/**
 * Repeats the attacks of a review of our own installation: each attack prints what it got on commit 32d90cc and what it
 * gets now. It uses HTTP against a real API and worker, with a separate PostgreSQL, Redis and bucket and two seeded
 * districts. An attack that still reveals a number or lets somebody in is a failure.
 */
import { Redis } from 'ioredis'
import { districtId, idCardCheckDigit } from '#packages/core'
import { openToolCells, type Cells, inDistrict } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { readSettings } from '../entry/settings.ts'
import type { Attack, AttackContext } from './data-leaks/attack.ts'
import { invitationAttack, passwordResetAttack } from './data-leaks/takeover-before-proof.ts'
import { databaseDumpAttack, searchAttack, inviteSlipAttack, unmaskAttack } from './data-leaks/unmasked-numbers.ts'
import { joinExistingAttack, existenceProbeAttack } from './data-leaks/existence-probes.ts'
import {
  forgedIdentityAttack,
  bindingAttack,
  replayAttack,
  secondFactorAttack,
  twinSessionAttack,
  weakPasswordAttack,
} from './data-leaks/credential-strength.ts'
import { installation } from './shared/installation.ts'
import { createSchool } from './shared/schools.ts'
import { freePort, startProcess } from './shared/process.ts'
import { ownRedis } from './shared/redis.ts'
import { loadKnownPeople } from './shared/known-people.ts'
import { emptyBucket } from './shared/upload.ts'
import { app } from './shared/app.ts'

export const about = [
  'kernel/session/server/service/*.ts',
  'kernel/student/server/service/family/account-slips.ts',
  'kernel/student/server/sheet/export-students.ts',
  'kernel/staff/server/sheet/export-staff.ts',
  'kernel/staff/server/service/add-staff.ts',
  'kernel/files/server/service/sealed-contents.ts',
  'packages/cache/ephemeral-store.ts',
]
export const shortSeconds = 40

const long = process.argv.includes('--long')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const attacks: readonly Attack[] = [
  passwordResetAttack,
  invitationAttack,
  unmaskAttack,
  searchAttack,
  databaseDumpAttack,
  inviteSlipAttack,
  existenceProbeAttack,
  twinSessionAttack,
  bindingAttack,
  joinExistingAttack,
  forgedIdentityAttack,
  secondFactorAttack,
  weakPasswordAttack,
  replayAttack,
]
const home = districtId(1)
const bucket = `drill-leaks-${process.pid}`
const failures: string[] = []
let kept: AttackContext | undefined

const system = await installation({ name: 'leaks', directory: 0, cells: [0], settings: { fsync: 'off' } })
const redis = await ownRedis()
try {
  await tryAll()
} finally {
  await redis.kill()
  await system.remove()
  await emptyBucket(bucket)
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`data-leaks: FAILED ${failure}`)
  process.exit(1)
}

async function tryAll() {
  const env = { ...system.env, QIMING_REDIS_URL: redis.url, QIMING_S3_BUCKET: bucket }
  const trusted = { ...env, QIMING_TRUSTED_PROXIES: '127.0.0.1' }
  const [api, worker] = await Promise.all([
    startProcess('entry/api/main.ts', trusted, await freePort(), await freePort()),
    startProcess('entry/worker/main.ts', env, await freePort(), await freePort()),
  ])
  const cells = openToolCells(readSettings({ ...process.env, ...env }).cells)
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

async function field(url: string, cells: Cells, client: Redis): Promise<AttackContext> {
  if (kept) return kept
  const inside: AttackContext['inside'] = (work) =>
    inDistrict(cells, home, (db) => work(createPlatformCtx(app, home, db, new Date())))
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
  const hired = await createSchool(cells, plan)
  kept = {
    url,
    long,
    bucket,
    redis: client,
    inside,
    truth: await loadKnownPeople(cells, home),
    schools: new Map(units.map(({ name, id }) => [String(name), String(id)])),
    owners: hired.map((one, at) => ({ ...one, idCard: idCards[at]! })),
    count: async (text) => Number(await system.clusters[0]!.psql('qiming_cell_1', text)),
  }
  return kept
}

async function tell({ finding, what, before, run }: Attack, on: AttackContext) {
  console.log(`data-leaks: ${finding} ${what}`)
  console.log(`data-leaks:    on 32d90cc: ${before}`)
  const { now, isTight } = await run(on).catch((error: unknown) => ({
    now: `the attack broke off: ${(error as Error).message}`,
    isTight: false,
  }))
  console.log(`data-leaks:    now:        ${isTight ? '' : 'FAILED '}${now}`)
  if (!isTight) failures.push(`${finding} ${what}: ${now}`)
}
