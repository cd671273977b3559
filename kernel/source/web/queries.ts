import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/spec.ts'
import { sourceApi, type DataSource, type SourceForm, type SourceStatus } from '../contract.ts'

export const sourceKey = ['source'] as const

export const sourcePage = ({ filter, pageNumber, pageSize }: ListQuery): Reading<Page<DataSource>> => ({
  queryKey: [...sourceKey, 'page', filter, pageNumber, pageSize],
  queryFn: ({ signal }) => {
    const asked = { keyword: filter['keyword'] ?? '', status: (filter['status'] ?? '') as SourceStatus | '' }
    return call(sourceApi.page, { query: { ...asked, pageNumber, pageSize }, signal })
  },
})

export const saveSource = (body: SourceForm) => call(sourceApi.save, { body })
export const testSource = (id: string) => call(sourceApi.test, { body: { id } })
export const previewSource = (id: string, sql: string) => call(sourceApi.preview, { body: { id, sql } })

/** There are few of them: what was ticked is named. */
function idsOf(targets: Targets) {
  if (!('ids' in targets)) throw new Error('only what was ticked can be changed')
  return [...targets.ids]
}
export async function stopSources(targets: Targets, isStopped: boolean) {
  await call(sourceApi.stop, { body: { ids: idsOf(targets), isStopped } })
}
export async function removeSources(targets: Targets) {
  await call(sourceApi.remove, { body: { ids: idsOf(targets) } })
}
