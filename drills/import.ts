/**
 * Lists of staff as schools keep them, through the portal: repaired, imported, undone and imported again, with the same
 * rows before and after; very many of them in little memory while others work on; the worker killed at every stage; and
 * spreadsheets that mean harm. `--pictures FOLDER` keeps what LibreOffice makes of the template.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { districtId } from '#packages/core'
import { logFolder, makeFolder } from '../tools/stack/place.ts'
import { Browser } from './parts/browser.ts'
import { installation } from './parts/installation.ts'
import { freePort, start } from './parts/process.ts'
import { ownRedis } from './parts/redis.ts'
import { password } from './parts/seeded.ts'
import { emptyBucket } from './parts/upload.ts'
import { Clerk } from './import/clerk.ts'
import { everyday } from './import/everyday.ts'
import { exportsAreSafe } from './import/exports.ts'
import { hostile } from './import/hostile.ts'
import { killed } from './import/killed.ts'
import { many } from './import/many.ts'
import { otherOffices } from './import/offices.ts'
import type { Stage } from './import/stage.ts'

export const about = ['kernel/sheet/server/**', 'packages/sheet/**']
export const shortSeconds = 110

const long = process.argv.includes('--long')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const pictures = process.argv.includes('--pictures')
  ? process.argv.at(process.argv.indexOf('--pictures') + 1)
  : undefined
const failures: string[] = []
const bucket = `drill-import-${process.pid}`
const log = join(makeFolder(logFolder), `drill-import-servers-${process.pid}.log`)

function show(what: string, isGood = true) {
  console.log(`import: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

const house = await installation({ name: 'import', directory: 0, cells: [0], settings: { fsync: 'off' } })
const redis = await ownRedis()
try {
  const env = { ...house.env, QIMING_REDIS_URL: redis.url, QIMING_S3_BUCKET: bucket }
  const api = await start('entry/api/main.ts', env, await freePort(), await freePort(), log)
  const startWorker = async (settings = {}) =>
    start('entry/worker/main.ts', { ...env, ...settings }, await freePort(), await freePort(), log)
  const who = await new Browser(api.url).signIn('yunhe.admin', password)
  const database = house.clusters[0]!.url('postgres', 'qiming_cell_1')
  const { data: tree } = await who.get<{ fOrgID: string; fName: string; fOrgType: number }[]>('/api/orgs/getTree')
  const stage: Stage = {
    long,
    show,
    database,
    startWorker,
    pictures,
    worker: await startWorker(),
    api,
    clerk: await clerkOf(who, tree[0]!.fOrgID),
    departments: ['校办公室', '教务处', '德育处', '总务处'],
    home: districtId(1),
  }
  const parts = { everyday, offices: otherOffices, exports: exportsAreSafe, hostile, killed, many }
  for (const [name, part] of Object.entries(parts)) {
    if (only && only !== name) continue
    const reason = await part(stage).then(
      () => undefined,
      (error: Error) => error.stack,
    )
    if (reason === undefined) continue
    show(`${name} broke off; what the servers wrote is in ${log}: ${reason}`, false)
    break
  }
  await stage.worker.kill('SIGTERM')
  await api.kill('SIGTERM')
} finally {
  await redis.kill()
  await house.remove()
  await emptyBucket(bucket)
}
// Kept only to find out what went wrong.
if (failures.length === 0) rmSync(log, { force: true })
if (failures.length > 0) {
  for (const failure of failures) console.error(`import: FAILED ${failure}`)
  process.exit(1)
}

/** For the school that every demo district has. */
async function clerkOf(who: Browser, bureau: string) {
  const { data } = await who.get<{ items: { fOrgID: string }[] }>(
    `/api/orgs/search?within=below&keyword=${encodeURIComponent('实验学校')}&parentId=${bureau}`,
  )
  return new Clerk(who, data.items[0]!.fOrgID)
}
