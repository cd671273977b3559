import { getCreditCodeCheck } from '#packages/core'
import type { TestDatabase } from '#packages/testing'
import { aPhone, password } from '#kernel/identity/server/example.ts'
import type { OfferForm } from '../contract-developers.ts'
import { createCompany, decideDeveloper, getDeveloperOf, type Developer } from './developer-companies.ts'

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
