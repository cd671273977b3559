import { districtId, type DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { defineJob } from '#packages/jobs'
import { findKeyDistrict, insertApplicationKeys } from './application-key-queries.ts'
import { listRegisteredKeys } from './app-secret-queries.ts'

/** Enters the keys of a district's applications into the directory. */
export async function publishApplicationKeys(at: { cells: Cells; districtId: DistrictId }) {
  const { cells, districtId: district } = at
  const rows = await inDistrict(cells, district, (db) => listRegisteredKeys(db), { readOnly: true })
  const keys = rows.map(({ key }) => key)
  if (keys.length > 0) await inDirectory(cells, (db) => insertApplicationKeys(db, keys, district))
}

/** Enters one key at once, so that whoever registered the application finds it without asking every district. */
export const publishApplicationKey = (cells: Cells, key: string, district: DistrictId) =>
  inDirectory(cells, (db) => insertApplicationKeys(db, [key], district))

/**
 * Every night, and after a registration. A key is random and nobody else can claim it, so the directory need not be
 * written first; before it is there, the application gets no token.
 */
export const publishKeysJob = defineJob({
  name: 'application-keys.publish',
  title: '登记应用标识',
  cron: '50 2 * * *',
  retries: 20,
  oneWaiting: true,
  handleOutside: publishApplicationKeys,
})

export async function findDistrictOfApplication(cells: Cells, key: string): Promise<DistrictId | undefined> {
  const row = await inDirectory(cells, (db) => findKeyDistrict(db, key))
  return row && districtId(row.districtId)
}
