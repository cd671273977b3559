import { expect, it } from 'vitest'
import { readSiteInfo } from './site-info.ts'

it('returns the configured texts, and empty texts without configuration', () => {
  expect(readSiteInfo({})).toEqual({ icp: '', policeFiling: '', policeUrl: '', helpPhone: '' })
  expect(readSiteInfo({ QIMING_ICP: ' 浙ICP备2026000000号-1 ', QIMING_HELP_PHONE: '0500-12345678' })).toMatchObject({
    icp: '浙ICP备2026000000号-1',
    policeUrl: '',
    helpPhone: '0500-12345678',
  })
})

it('builds the verification URL from the number of the police filing', () => {
  expect(readSiteInfo({ QIMING_POLICE_FILING: '浙公网安备33019902000000号' }).policeUrl).toBe(
    'https://beian.mps.gov.cn/#/query/webSearch?code=33019902000000',
  )
})
