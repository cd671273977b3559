import type { Actor } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { createActor, type TestDatabase } from '#packages/testing'
import { createPeople, declareApprovals } from '#kernel/catalogue/server/application.fixture.ts'
import type { Developer } from './developer-companies.ts'
import { applicationDevelopers } from './developer-management.ts'

/** The bureau and its schools in the directory too, with auditors of applications. */
export async function createDistrict(database: TestDatabase) {
  const people = await createPeople(database, createActor({ districtId: database.home }))
  declareApprovals(database, people.chief)
  database.contribute('applicationDevelopers', applicationDevelopers)
  await database.sql('update reference.district set org_id = $1 where id = $2', [people.bureau.id, database.home])
  await database.directorySql(
    `insert into directory.district (id, cell, name, org_id, status, created_at) overriding system value
     values ($1, 1, '本区', $2, 'active', now()), ($3, 1, '邻区', gen_random_uuid(), 'active', now())`,
    [database.home, people.bureau.id, database.away],
  )
  return people
}

/** The phone number of a member of the company becomes that of this member of staff too. */
export const worksFor = (database: TestDatabase, { personId, districtId }: Actor, developer: Developer) =>
  database.as(createActor({ districtId }), async (ctx) => {
    const fields = await loadFieldCipher(ctx.db, districtId)
    const hash = fields.index('person.phone', developer.phone)
    await database.sql(
      'update tenant.person set phone = $1, phone_hash = $2, phone_tail_hash = $2 where district_id = $3 and id = $4',
      [fields.encrypt('person.phone', developer.phone, personId), hash, districtId, personId],
    )
  })

/** The company also has applications in a district whose cell does not answer. */
export async function useBrokenDistrict(database: TestDatabase, developerId: string) {
  const [broken, cell] = [98, 9]
  await database.directorySql(
    `insert into directory.district (id, cell, name, org_id, status, created_at) overriding system value
     values ($1, $2, '坏区', gen_random_uuid(), 'active', now()) on conflict do nothing`,
    [broken, cell],
  )
  await database.directorySql(
    'insert into directory.developer_district (developer_id, district_id, created_at) values ($1, $2, now())',
    [developerId, broken],
  )
  await database.sql(
    `insert into reference.district (id, cell, name, org_id, status)
     values ($1, $2, '坏区', gen_random_uuid(), 'active') on conflict do nothing`,
    [broken, cell],
  )
  await database.cells.refresh()
}
