import { getCreditCodeCheck, type Actor } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { TestDatabase } from '#packages/testing'
import { createActor } from '#packages/testing'
import { aPhone, password } from '#kernel/identity/server/example.ts'
import { createPeople, declareApprovals } from '#kernel/catalogue/server/application.fixture.ts'
import type { OfferForm } from '../contract-developers.ts'
import { createCompany, decideDeveloper, getDeveloperOf, type Developer } from './developer-companies.ts'
import { applicationDevelopers } from './developer-management.ts'

let count = 0

/** A valid 统一社会信用代码. */
export function aCreditCode(): string {
  const first17 = `91330106MA2${String(++count).padStart(6, '0')}`
  return first17 + getCreditCodeCheck(first17)!
}

export const offerForm = (facts: Partial<OfferForm> = {}): OfferForm => ({
  key: '',
  districtId: null,
  kind: 2,
  name: `云阅读${++count}`,
  about: '分级阅读与读书打卡',
  category: 'teaching',
  logo: 'read',
  url: 'https://read.example.cn/',
  ips: '',
  isSubmitted: true,
  ...facts,
})

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

/** A company whose papers a platform administrator has seen. */
export async function aDeveloper(
  database: TestDatabase,
  { company = `云禾科技${++count}`, isVerified = true } = {},
): Promise<Developer> {
  const request = database.requestCtx(undefined)
  const { developerId, accountId } = await createCompany(request, {
    company,
    creditCode: aCreditCode(),
    contact: '沈晓舟',
    phone: aPhone(),
    password,
    agreement: 1,
  })
  if (isVerified) await decideDeveloper(request, accountId, { id: developerId, act: 'pass', reason: '', version: 1 })
  return getDeveloperOf(database.cells, accountId)
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
