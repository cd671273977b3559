import type { DataOf } from '#packages/contract'
import type { Env } from '#packages/http'
import type { siteApi } from '../contract.ts'

type SiteInfo = DataOf<typeof siteApi.about>

declare module '#packages/core/app.ts' {
  interface Contributions {
    siteInfo: SiteInfo
  }
}

/** Reads the legally required footer texts and the support phone from the environment. */
export function readSiteInfo(env: Env): SiteInfo {
  const readEnv = (name: string) => env[name]?.trim() ?? ''
  const policeFiling = readEnv('QIMING_POLICE_FILING')
  const number = /\d{10,}/.exec(policeFiling)?.[0]
  return {
    icp: readEnv('QIMING_ICP'),
    policeFiling,
    policeUrl: number ? `https://beian.mps.gov.cn/#/query/webSearch?code=${number}` : '',
    helpPhone: readEnv('QIMING_HELP_PHONE'),
  }
}
