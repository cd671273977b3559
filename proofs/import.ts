/**
 * Staff lists of schools are corrected, imported, undone and imported again through the portal, with the same rows
 * before and after; very large imports need little memory and do not slow others down; the worker is killed at every
 * stage; hostile spreadsheets are refused. `--pictures FOLDER` saves LibreOffice's rendering of the template.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { districtId } from '#packages/core'
import { logFolder, makeFolder } from '../tools/stack/stack-paths.ts'
import { ApiClient } from './shared/browser.ts'
import { installation } from './shared/installation.ts'
import { freePort, startProcess } from './shared/process.ts'
import { ownRedis } from './shared/redis.ts'
import { password } from './shared/seeded-database.ts'
import { emptyBucket } from './shared/upload.ts'
import { ImportClerk } from './import/import-clerk.ts'
import { importEverydayFiles } from './import/everyday-import.ts'
import { checkExportsAreSafe } from './import/safe-exports.ts'
import { importHostileFiles } from './import/hostile-files.ts'
import { killDuringImport } from './import/killed-import.ts'
import { importManyAtOnce } from './import/many-imports.ts'
import { checkOtherOfficePrograms } from './import/other-office-programs.ts'
import type { ImportProofContext } from './import/import-context.ts'

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

const system = await installation({ name: 'import', directory: 0, cells: [0], settings: { fsync: 'off' } })
const redis = await ownRedis()
try {
  const env = { ...system.env, QIMING_REDIS_URL: redis.url, QIMING_S3_BUCKET: bucket }
  const api = await startProcess('entry/api/main.ts', env, await freePort(), await freePort(), log)
  const startWorker = async (settings = {}) =>
    startProcess('entry/worker/main.ts', { ...env, ...settings }, await freePort(), await freePort(), log)
  const who = await new ApiClient(api.url).signIn('yunhe.admin', password)
  const database = system.clusters[0]!.url('postgres', 'qiming_cell_1')
  const { data: tree } = await who.get<{ fOrgID: string; fName: string; fOrgType: number }[]>('/api/orgs/getTree')
  const stage: ImportProofContext = {
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
  const parts = {
    everyday: importEverydayFiles,
    offices: checkOtherOfficePrograms,
    exports: checkExportsAreSafe,
    hostile: importHostileFiles,
    killed: killDuringImport,
    many: importManyAtOnce,
  }
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
  await system.remove()
  await emptyBucket(bucket)
}
// The log is only needed after a failure.
if (failures.length === 0) rmSync(log, { force: true })
if (failures.length > 0) {
  for (const failure of failures) console.error(`import: FAILED ${failure}`)
  process.exit(1)
}

/** For the school that every demo district has. */
async function clerkOf(who: ApiClient, bureau: string) {
  const { data } = await who.get<{ items: { fOrgID: string }[] }>(
    `/api/orgs/search?within=below&keyword=${encodeURIComponent('实验学校')}&parentId=${bureau}`,
  )
  return new ImportClerk(who, data.items[0]!.fOrgID)
}
