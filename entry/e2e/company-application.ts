import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callServer } from './call-server.ts'
import { blankPath, signIn } from './journey.ts'
import type { JourneyCompany } from './outside-people.ts'
import { getCompanyToken } from './sign-in-outside.ts'

/** A number that no other journey, and no second try of this one, uses. */
export const uniqueDigits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count))

/** Calls the server as a company that the set-up created. */
export async function callAsCompany<Data>(page: Page, path: string, data: object, who?: JourneyCompany): Promise<Data> {
  const headers = { authorization: `Bearer ${getCompanyToken(who)}` }
  const answer = (await (await page.request.post(`/api/developer/${path}`, { data, headers })).json()) as {
    ret: number
    msg: string
    data: Data
  }
  if (answer.ret !== 1) throw new Error(answer.msg)
  return answer.data
}

/** An application of the company, which the administrator of the district has approved. */
export async function createCompanyApplication(page: Page, districtAdmin: string, who?: JourneyCompany) {
  const name = `书香${uniqueDigits(6)}`
  const form = {
    key: '',
    districtId: 1,
    kind: 4,
    name,
    about: '同步书单',
    category: 'teaching',
    logo: 'read',
    url: '',
    ips: '',
    isSubmitted: true,
  }
  const { key } = await callAsCompany<{ key: string }>(page, 'apply', form, who)
  await signIn(page, districtAdmin, blankPath)
  await callServer(page, '/api/app/auditApply', { fAppKey: key, act: 'agree', fAuditReason: '' })
  return { key, name }
}
