import { expect, it } from 'vitest'
import { configureSite, getSiteInfo } from './site-info.ts'

it('returns the configured texts, and empty texts without configuration', () => {
  configureSite({})
  expect(getSiteInfo()).toEqual({ icp: '', policeFiling: '', policeUrl: '', helpPhone: '' })
  configureSite({ QIMING_ICP: ' 浙ICP备2026000000号-1 ', QIMING_HELP_PHONE: '0500-12345678' })
  expect(getSiteInfo()).toMatchObject({ icp: '浙ICP备2026000000号-1', policeUrl: '', helpPhone: '0500-12345678' })
})

it('builds the verification URL from the number of the police filing', () => {
  configureSite({ QIMING_POLICE_FILING: '浙公网安备33019902000000号' })
  expect(getSiteInfo().policeUrl).toBe('https://beian.mps.gov.cn/#/query/webSearch?code=33019902000000')
})
