import { call, callRaw } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { saveBlob } from '#packages/web/core/save-blob.ts'
import type { QueryOf } from '#packages/contract'
import { appStatApi, type AppStat } from '../contract-app-stat.ts'

export type AppStatFilter = Omit<QueryOf<typeof appStatApi.appStat>, 'by'>

const appStatKey = ['data-centre', 'app-stat'] as const
export const factsKey = ['data-centre', 'app-stat-facts'] as const

export const appStatFactsQuery = queryOf(factsKey, appStatApi.appStatFacts)

export const appStatQuery = (filter: AppStatFilter, by: 'category' | 'org') =>
  queryOf(appStatKey, appStatApi.appStat, { query: { ...filter, by } })

export async function saveAppStatSheet(filter: AppStatFilter, { org, from, to }: Pick<AppStat, 'org' | 'from' | 'to'>) {
  saveBlob(await callRaw(appStatApi.appStatSheet, { query: filter }), `${org.name}应用数据统计_${from}_${to}.xlsx`)
}

export const subscribeToReport = (orgId: string, isOn: boolean) => call(appStatApi.subscribe, { body: { orgId, isOn } })
