import type { DirectoryDb } from '#packages/db'

export const insertApplicationKeys = (db: DirectoryDb, keys: readonly string[], districtId: number) =>
  db
    .insertInto('application_key')
    .values(keys.map((key) => ({ key, district_id: districtId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const findKeyDistrict = (db: DirectoryDb, key: string) =>
  db.selectFrom('application_key').select('district_id as districtId').where('key', '=', key).executeTakeFirst()
