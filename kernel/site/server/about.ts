import type { DataOf } from '#packages/contract'
import type { Env } from '#packages/http'
import type { siteApi } from '../contract.ts'

type About = DataOf<typeof siteApi.about>

let about: About = { icp: '', policeFiling: '', policeUrl: '', helpPhone: '' }

/** Takes from the environment what the law wants at the foot of every page, and whom to call. */
export function configureSite(env: Env) {
  const word = (name: string) => env[name]?.trim() ?? ''
  const policeFiling = word('QIMING_POLICE_FILING')
  const number = /\d{10,}/.exec(policeFiling)?.[0]
  about = {
    icp: word('QIMING_ICP'),
    policeFiling,
    policeUrl: number ? `https://beian.mps.gov.cn/#/query/webSearch?code=${number}` : '',
    helpPhone: word('QIMING_HELP_PHONE'),
  }
}

export const readAbout = (): About => about
