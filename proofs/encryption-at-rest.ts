/**
 * ID numbers and mobile numbers are stored nowhere in plain text. A school administrator adds, changes and searches
 * people, reveals numbers, requests changes and exports unmasked numbers over HTTP, as the pages do. Then the proof
 * scans everything that was written: dumps of both databases, every object and its packed content, all of Redis, and
 * the logs of the API, the worker and a PostgreSQL that logs every statement. It looks for the typed values in several
 * encodings and for any number at all. Control: the same scanner finds a canary in each of these places. Every reveal
 * must have its log entry with the reason.
 */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Redis } from 'ioredis'
import { districtId, idCardCheckDigit } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { openToolCells, inDistrict } from '#packages/db'
import { openObjectStore } from '#packages/objects'
import { streamSheet } from '#packages/sheet'
import { readSettings } from '../entry/settings.ts'
import { logFolder } from '../tools/stack/stack-paths.ts'
import { createStaffFile } from '../entry/testing/staff-import-file.ts'
import { ImportClerk, createWorkbook } from './import/import-clerk.ts'
import { ApiClient } from './shared/browser.ts'
import { installation } from './shared/installation.ts'
import { exportMaskedFile, exportUnmaskedFile } from './shared/exports.ts'
import { freePort, startProcess } from './shared/process.ts'
import { dumpDatabase, readRedis, readObjectStore, readLogFile } from './shared/data-places.ts'
import { ownRedis } from './shared/redis.ts'
import { findNumbers, findTypedSecrets, type SecretHit, type DataPlace } from './shared/secret-scanner.ts'
import { password } from './shared/seeded-database.ts'
import { doStaffWork, type RevealRequest } from './shared/staff-work.ts'
import { loadKnownPeople } from './shared/known-people.ts'
import { emptyBucket } from './shared/upload.ts'

export const about = [
  'packages/crypto/**',
  'packages/http/server.ts',
  'kernel/staff/server/private-facts.ts',
  'kernel/files/server/service/sealed-contents.ts',
  'kernel/sheet/server/service/write-export.ts',
]
export const shortSeconds = 30

const people = process.argv.includes('--long') ? 200 : 12
const bucket = `drill-secrets-${process.pid}`
const logs = {
  api: join(logFolder, 'drill-secrets-api.log'),
  worker: join(logFolder, 'drill-secrets-worker.log'),
  postgres: join(logFolder, 'drill-secrets-0.log'), // the name that `installation` gives it
}
const failures: string[] = []
const canary = { mobile: '13912345678', idCard: `33019919900307889${idCardCheckDigit('33019919900307889')}` }

for (const log of Object.values(logs)) rmSync(log, { force: true })
const system = await installation({
  name: 'secrets',
  directory: 0,
  cells: [0],
  settings: { fsync: 'off', log_statement: 'all', log_min_duration_statement: '0' },
})
const redis = await ownRedis()
try {
  await proof()
} finally {
  await redis.kill()
  await system.remove()
  await emptyBucket(bucket)
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`secrets: FAILED ${failure}`)
  process.exit(1)
}

function show(what: string, isGood: boolean) {
  console.log(`secrets: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

async function proof() {
  const env = {
    ...system.env,
    QIMING_REDIS_URL: redis.url,
    QIMING_S3_BUCKET: bucket,
    QIMING_LOG_LEVEL: 'debug',
  }
  const api = await startProcess('entry/api/main.ts', env, await freePort(), await freePort(), logs.api)
  const worker = await startProcess('entry/worker/main.ts', env, await freePort(), await freePort(), logs.worker)
  const administrator = await new ApiClient(api.url).signIn('shiyan.admin', password)
  const { typed, looks: reveals, did } = await doStaffWork(administrator, people)
  const imported = await importPeople(administrator, people * 5)
  typed.push(...imported)
  await exportFile(env, administrator, await new ApiClient(api.url).signIn('shiyan.head', password))
  console.log(`secrets: ${did.join(', ')}, ${people * 5} imported; ${typed.length} numbers typed`)
  await checkRevealsAreLogged(env, reveals)
  await worker.kill('SIGTERM')
  await api.kill('SIGTERM')

  const places = await listDataPlaces()
  const size = places.reduce((sum, { bytes }) => sum + bytes.length, 0)
  for (const place of places) {
    const hits = [...findTypedSecrets(place, typed), ...findNumbers(place)]
    show(
      `${place.name}: ${(place.bytes.length / 1e6).toFixed(2)} MB, ${hits.length} numbers${describeHits(hits)}`,
      hits.length === 0,
    )
  }
  console.log(`secrets: ${places.length} places, ${(size / 1e6).toFixed(1)} MB`)
  await canariesAreFound()
}

/** Imports a staff file with some wrong rows; returns the numbers in the file. */
async function importPeople(who: ApiClient, count: number): Promise<string[]> {
  const { orgId, departments } = await ownSchool(who)
  const file = createStaffFile({
    rows: count,
    departments,
    broken: { 'mobile:format': 1, 'sex:sex-differs': 1 },
    series: 11,
  })
  const clerk = new ImportClerk(who, orgId)
  const checked = await clerk.map(await clerk.upload('花名册.xlsx', await createWorkbook(file)))
  const applied = await clerk.apply(checked.id, 'good')
  show(`${applied.report!.new} of ${count} imported`, applied.report!.new === count - 2)
  return file.rows.flatMap((row) => [String(row[3]), String(row[4])])
}

/**
 * Exports files with unmasked numbers of staff and of pupils, which nobody has downloaded yet, and one with masked
 * numbers.
 */
async function exportFile(env: Record<string, string>, who: ApiClient, second: ApiClient) {
  const cells = openToolCells(readSettings({ ...process.env, ...env }).cells)
  const { userInfoId } = (await who.get<{ userInfoId: string }>('/api/users/loginInof')).data
  const phone = (await loadKnownPeople(cells, districtId(1))).find(({ personId }) => personId === userInfoId)!.phone
  await cells.end()
  const files = [
    await exportUnmaskedFile(who, phone, second, {
      source: 'staff',
      filter: {},
      columns: ['name', 'idCard', 'mobile'],
    }),
    await exportMaskedFile(who, { source: 'staff', filter: {}, columns: ['name', 'idCard', 'birthday'] }),
  ]
  show(
    `${files.length} files lie in the store, one with whole numbers`,
    files.every(({ count }) => count > 0),
  )
}

async function ownSchool(who: ApiClient) {
  const { data: roots } = await who.get<{ fOrgID: string }[]>('/api/orgs/getTree')
  const orgId = roots[0]!.fOrgID
  const { data } = await who.get<{ fName: string }[]>(`/api/orgs/getTree?parentId=${orgId}`)
  return { orgId, departments: data.slice(0, 3).map(({ fName }) => fName) }
}

async function listDataPlaces(): Promise<DataPlace[]> {
  const [cluster] = system.clusters
  const objects = await readObjectStore(bucket)
  const shelf = await readRedis(redis.url)
  return [
    await dumpDatabase('dump of the cell', cluster!.url('postgres', 'qiming_cell_1')),
    await dumpDatabase('dump of the directory', cluster!.url('postgres', 'qiming_directory')),
    { name: `${objects.length} objects`, bytes: Buffer.concat(objects.map(({ bytes }) => bytes)) },
    { ...shelf, name: `${shelf.count} keys of Redis` },
    readLogFile('log of the API', logs.api),
    readLogFile('log of the worker', logs.worker),
    readLogFile('log of PostgreSQL', logs.postgres),
  ]
}

function describeHits(hits: readonly SecretHit[]) {
  const lines = hits.slice(0, 5).map(({ kind, text }) => `\n    ${kind}: ${text}`)
  return lines.join('')
}

/** Every reveal must have one log entry and every log entry one reveal. */
async function checkRevealsAreLogged(env: Record<string, string>, reveals: readonly RevealRequest[]) {
  const cells = openToolCells(readSettings({ ...process.env, ...env }).cells)
  const home = districtId(1)
  const lines = await inDistrict(cells, home, async (db) => {
    const fields = await loadFieldCipher(db, home)
    const rows = await db
      .selectFrom('reveal_log')
      .select(['id', 'subject_id', 'field', 'reason'])
      .where('subject_kind', '<>', 'data-export')
      .orderBy('at')
      .execute()
    return rows.map((row) =>
      [row.subject_id, row.field, fields.decrypt('reveal_log.reason', row.reason, row.id)].join(' '),
    )
  })
  await cells.end()
  const expected = reveals.map(({ id, field, reason }) => [id, field, reason].join(' '))
  show(
    `${reveals.length} looks at numbers, ${lines.length} lines with their reasons`,
    reveals.length > 0 && lines.toSorted().join('\n') === expected.toSorted().join('\n'),
  )
  const wrong = reveals.filter(({ shown, typed }) => shown !== typed).length
  show(`what was shown is what was typed: ${reveals.length - wrong} of ${reveals.length}`, wrong === 0)
}

/** Writes the same numbers in plain text, once in each place, to check the scanner. */
async function canariesAreFound() {
  const [cluster] = system.clusters
  const text = `canary ${canary.mobile} and ${canary.idCard}`
  // As a literal in a statement, so that it is in PostgreSQL's log as well.
  await cluster!.psql(
    'qiming_cell_1',
    `insert into tenant.event (district_id, id, name, ids, at) values (1, gen_random_uuid(), '${text}', '{}', now())`,
  )
  await cluster!.psql('qiming_directory', `comment on schema directory is '${text}'`)
  const objects = openObjectStore({ ...process.env, QIMING_S3_BUCKET: bucket })
  await objects.put('canary', text, { contentType: 'text/plain' })
  // As a workbook, which is compressed: the form of an export that was not encrypted.
  const workbook = await buffer(streamSheet({ sheetName: '导出', columns: [{ title: '号码' }], rows: [[text]] }))
  await objects.put('canary.xlsx', workbook, { contentType: 'application/octet-stream' })
  objects.close()
  const client = new Redis(redis.url)
  await client.hset('canary', 'words', text)
  await client.quit()
  for (const log of [logs.api, logs.worker]) appendFileSync(log, `{"msg":"${text}"}\n`)
  const packed = (await readObjectStore(bucket)).filter(({ bytes }) => bytes.includes('canary.xlsx\n'))
  show('a canary in a workbook is found', packed.length === 1 && findNumbers(packed[0]!).length >= 2)
  const found = (await listDataPlaces()).map((place) => ({
    name: place.name,
    isFound:
      new Set(findNumbers(place).map(({ kind }) => kind)).size === 2 &&
      findTypedSecrets(place, [canary.mobile]).length === 1,
  }))
  const missed = found.filter(({ isFound }) => !isFound).map(({ name }) => name)
  show(
    `a canary in plain text is found in ${found.length - missed.length} of ${found.length} places`,
    missed.length === 0,
  )
}
