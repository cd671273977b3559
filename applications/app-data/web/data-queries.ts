import type { DataOf } from '#packages/contract'
import { call, callRaw } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { saveBlob } from '#packages/web/core/save-blob.ts'
import { appDataApi } from '../contract.ts'
import { manifest } from '../manifest.ts'

/** Everything of the page: a new issue changes the marks of the trend. */
export const dataKey = [manifest.key] as const

export type Board = DataOf<typeof appDataApi.board>
export interface BoardAddress {
  key: string
  code?: string | undefined
  orgId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
/** What a board has shown: its organisation and days are known then. */
export interface Range {
  key: string
  orgId: string
  from: string
  to: string
}

export const pagesQuery = queryOf(dataKey, appDataApi.pages)
export const boardQuery = (query: BoardAddress) => queryOf(dataKey, appDataApi.board, { query })
export const orgPageQuery = (range: Range, sort: string | undefined, pageNumber: number) =>
  queryOf(dataKey, appDataApi.query, { query: { ...range, by: 'org', sort, pageNumber, pageSize: 20 } })
export const childrenQuery = (range: Range) => queryOf(dataKey, appDataApi.children, { query: range })
export const definitionQuery = (code: string) => queryOf(dataKey, appDataApi.definition, { query: { code } })
export const missingQuery = (code: string, orgId: string, day: string) =>
  queryOf(dataKey, appDataApi.missing, { query: { code, orgId, day } })
export const issuesQuery = (range: Range) => queryOf(dataKey, appDataApi.issues, { query: range })
export const viewsQuery = (key: string) => queryOf(dataKey, appDataApi.views, { query: { key } })

/** The list of the owner behind a value; null if the user may not open it. */
export const findList = async (code: string, { orgId, from, to }: Pick<Range, 'orgId' | 'from' | 'to'>) =>
  (await call(appDataApi.drill, { query: { code, orgId, from, to } })).url

export const saveSheet = async (range: Range, by: 'day' | 'org', name: string) =>
  saveBlob(await callRaw(appDataApi.export, { query: { ...range, by } }), `${name}.xlsx`)
