/**
 * Attacks on every sign-in method of a real API process: codes, tickets and captchas used by many at once, forged and
 * stolen ones, hostile redirect targets, a locked password, and differences in answer time.
 */
import { Redis } from 'ioredis'
import { openToolCells } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { readSettings } from '../entry/settings.ts'
import { forgeBindings } from './sign-in/forged-bindings.ts'
import { lockOutAccounts } from './sign-in/lock-out.ts'
import { floodWithSms, searchLogsForCodes } from './sign-in/sms-flood.ts'
import { exchangeCodeOften, reuseCaptcha } from './sign-in/single-use-codes.ts'
import { stealByQrCode } from './sign-in/qr-theft.ts'
import { tryOpenRedirects, listedOrigin } from './sign-in/open-redirects.ts'
import type { SignInAttack } from './sign-in/attack-context.ts'
import { compareTimings } from './sign-in/compare-timings.ts'
import { installation } from './shared/installation.ts'
import { createSchool } from './shared/schools.ts'
import { freePort, signIn, startProcess } from './shared/process.ts'
import { ownRedis } from './shared/redis.ts'
import { password } from './shared/seeded-database.ts'

export const about = ['kernel/identity/server/**', 'kernel/session/server/**']
export const runsAlone = true
export const shortSeconds = 50

const long = process.argv.includes('--long')
const failures: string[] = []
const proofInstallation = await installation({ name: 'sign-in', directory: 0, cells: [0], settings: { fsync: 'off' } })
const redis = await ownRedis()
try {
  await attackSignIn()
} finally {
  await redis.kill()
  await proofInstallation.remove()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`sign-in: FAILED ${failure}`)
  process.exit(1)
}

async function attackSignIn() {
  const env = { ...proofInstallation.env, QIMING_REDIS_URL: redis.url }
  const api = await startProcess(
    'entry/api/main.ts',
    { ...env, QIMING_TRUSTED_PROXIES: '127.0.0.1', QIMING_TRUSTED_ORIGINS: listedOrigin },
    await freePort(),
    await freePort(),
  )
  const { orgId: bureauId } = await signIn(api.url, 'yunhe.admin', password)
  const cells = openToolCells(readSettings({ ...process.env, ...env }).cells)
  const school = (name: string, prefix: string, count: number, secondStep: 'off' | 'new-device') =>
    createSchool(cells, { bureauId, name, prefix, count, secondStep })
  const people = await school('演练一校', 'besieged', 5, 'off')
  const careful = await school('演练二校', 'careful', long ? 61 : 11, 'new-device')
  const measured = await school('演练三校', 'measured', long ? 60 : 24, 'off')
  await stopSenders(cells)
  await cells.end()

  const client = new Redis(redis.url)
  const siege: SignInAttack = {
    url: api.url,
    long,
    atOnce: long ? 200 : 50,
    people,
    careful,
    redis: client,
    count: async (database, text) =>
      Number(
        await proofInstallation.clusters[0]!.psql(database === 'cell' ? 'qiming_cell_1' : 'qiming_directory', text),
      ),
    show(what, isGood) {
      console.log(`sign-in: ${isGood ? '' : 'FAILED '}${what}`)
      if (!isGood) failures.push(what)
    },
  }
  const attacks = [
    stealByQrCode,
    exchangeCodeOften,
    reuseCaptcha,
    floodWithSms,
    searchLogsForCodes,
    tryOpenRedirects,
    lockOutAccounts,
  ]
  for (const attack of attacks) await attack(siege)
  await forgeBindings(siege, measured)
  await compareTimings(siege, measured)
  await client.quit()
  await api.kill('SIGTERM')
}
