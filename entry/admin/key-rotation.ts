import { setTimeout as sleep } from 'node:timers/promises'
import { districtId, Refusal, type DistrictId } from '#packages/core'
import { activationSeconds, resealTables, rewrapDistrictKeys, rotateDistrictKey } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { resealProfiles, resealTotps } from '#kernel/identity/server/api.ts'
import { resealDevelopers } from '#kernel/developer/server/api.ts'
import { sealedTables } from './sealed-tables.ts'

type PrintLine = (line: string) => void

/** For this long after a key version becomes active, another process may still write with the previous one. */
const lagSeconds = 2

/**
 * Gives a district its next key, waits until every process writes with it, and reseals older values. An interrupted run
 * is continued by `resealDistrict`.
 */
export async function rotateKeyOfDistrict(cells: Cells, district: DistrictId, print: PrintLine) {
  const version = await inDistrict(cells, district, (db) => rotateDistrictKey(db, district, new Date()))
  print(`district ${district}: key ${version} is made; all processes write with it in ${activationSeconds} s`)
  await sleep((activationSeconds + lagSeconds) * 1000)
  return resealDistrict(cells, district, print)
}

/**
 * Reseals every value that is not under the newest key of the district. Can be stopped and started again at any time.
 */
export async function resealDistrict(cells: Cells, district: DistrictId, print: PrintLine) {
  const version = await getNewestKeyVersion(cells, district)
  const began = performance.now()
  const done = await resealTables({ cells, district, version, tables: sealedTables })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  print(
    `district ${district}: ${done.read} rows read, ${done.sealed + done.late} sealed anew under key ${version} in ${seconds} s`,
  )
  return { version, ...done }
}

async function getNewestKeyVersion(cells: Cells, district: DistrictId) {
  const { version } = await inDistrict(cells, district, (db) =>
    db
      .selectFrom('district_key')
      .select(({ fn }) => fn.max('version').as('version'))
      .executeTakeFirstOrThrow(),
  )
  if (!version) throw new Refusal(`district ${district} has no key`)
  return version
}

/**
 * Wraps the keys of all districts and seals the TOTP secrets (动态口令) under QIMING_MASTER_KEY; QIMING_MASTER_KEY_OTHER
 * opens values under the previous key. Can be stopped and started again: finished values are skipped.
 */
export async function rotateMasterKey(cells: Cells, print: PrintLine) {
  const { rows } = await cells
    .pool(cells.ids[0]!)
    .query<{ id: number }>('select id from reference.district order by id')
  let keys = 0
  for (const { id } of rows) {
    const district = districtId(id)
    keys += await inDistrict(cells, district, (db) => rewrapDistrictKeys(db, district))
  }
  const totps = await resealTotps(cells)
  const profiles = await resealProfiles(cells)
  const developers = await resealDevelopers(cells)
  print(
    `${rows.length} districts: ${keys} keys wrapped anew; ${totps.read} 动态口令 read, ${totps.sealed} sealed anew; ${profiles.sealed} of ${profiles.read} profiles, ${developers.sealed} of ${developers.read} companies`,
  )
  print(
    'nothing is under another master key now: take QIMING_MASTER_KEY_OTHER away after 15 minutes, and keep a copy of it with the old backups',
  )
  return { districts: rows.length, keys, totps: totps.sealed }
}
