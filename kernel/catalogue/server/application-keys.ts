import type { DistrictId } from '#packages/core'
import { inDistrict, type Cells, type DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { defineJob } from '#packages/jobs'
import { listRegisteredKeys } from './app-secret-queries.ts'

const insertKeys = (db: DirectoryDb, keys: readonly string[], district: DistrictId) =>
  db
    .insertInto('application_key')
    .values(keys.map((key) => ({ key, district_id: district })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Enters the keys of a district's applications into the directory. */
export async function publishApplicationKeys({ cells, districtId }: { cells: Cells; districtId: DistrictId }) {
  const keys = await inDistrict(cells, districtId, (db) => listRegisteredKeys(db), { readOnly: true })
  if (keys.length === 0) return
  await inDirectory(cells, (db) =>
    insertKeys(
      db,
      keys.map(({ key }) => key),
      districtId,
    ),
  )
}

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
  const row = await inDirectory(cells, (db) =>
    db.selectFrom('application_key').select('district_id').where('key', '=', key).executeTakeFirst(),
  )
  return row?.district_id as DistrictId | undefined
}
