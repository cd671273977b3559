import { getCreditCodeCheck, type DistrictId } from '#packages/core'
import type { Cells } from '#packages/db'
import { aPhone, password } from '#kernel/identity/server/example.ts'
import type { OwnAppForm } from '../contract-developers.ts'
import { inDirectory } from '#packages/db/directory.ts'
import { saveOwnApplication } from './developer-applications.ts'
import { createCompany, decideDeveloper, getDeveloperOf, type Developer } from './developer-companies.ts'
import type { OutsideRequest } from './developer-districts.ts'

let count = 0

/** A valid 统一社会信用代码. */
export function aCreditCode(): string {
  const first17 = `91330106MA2${String(++count).padStart(6, '0')}`
  return first17 + getCreditCodeCheck(first17)!
}

export const ownAppForm = (facts: Partial<OwnAppForm> = {}): OwnAppForm => ({
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
  { cells }: { cells: Cells },
  { company = `云禾科技${++count}`, phone = aPhone(), isVerified = true } = {},
): Promise<Developer> {
  const now = new Date()
  const form = { company, creditCode: aCreditCode(), contact: '沈晓舟', phone, password, agreement: 1 }
  const { developerId: id, accountId } = await createCompany({ change: (work) => inDirectory(cells, work), now }, form)
  if (isVerified) await decide({ cells }, accountId, { id, act: 'pass', reason: '', version: 1 })
  return getDeveloperOf(cells, accountId)
}

/** An application that waits for the decision of this district. */
export const anOwnApplication = (
  request: OutsideRequest,
  developer: Developer,
  districtId: DistrictId,
  facts: Partial<OwnAppForm> = {},
) => saveOwnApplication(request, developer, ownAppForm({ districtId, ...facts }))

/** As a platform administrator does. */
export const decide = ({ cells }: { cells: Cells }, ...rest: DecisionOf<typeof decideDeveloper>) =>
  decideDeveloper({ change: (work) => inDirectory(cells, work), now: new Date() }, ...rest)
type DecisionOf<F extends (...args: never) => unknown> = F extends (first: never, ...rest: infer Rest) => unknown
  ? Rest
  : never
