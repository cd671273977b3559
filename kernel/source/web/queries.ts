import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/list-spec.ts'
import { sourceApi, type DataSource, type SourceForm, type SourceStatus } from '../contract.ts'

export const sourceKey = ['source'] as const

export const sourcePage = ({ filter, pageNumber, pageSize }: ListQuery): QueryDefinition<Page<DataSource>> => ({
  queryKey: [...sourceKey, 'page', filter, pageNumber, pageSize],
  queryFn: ({ signal }) => {
    const criteria = { keyword: filter['keyword'] ?? '', status: (filter['status'] ?? '') as SourceStatus | '' }
    return call(sourceApi.page, { query: { ...criteria, pageNumber, pageSize }, signal })
  },
})

export const saveSource = (body: SourceForm) => call(sourceApi.save, { body })
export const testSource = (id: string) => call(sourceApi.test, { body: { id } })
export const previewSource = (id: string, sql: string) => call(sourceApi.preview, { body: { id, sql } })

/** Lists are short, so actions always name their rows. */
function getTargetIds(targets: Targets) {
  if (!('ids' in targets)) throw new Error('only what was ticked can be changed')
  return [...targets.ids]
}
export async function stopSources(targets: Targets, isStopped: boolean) {
  await call(sourceApi.stop, { body: { ids: getTargetIds(targets), isStopped } })
}
export async function deleteSources(targets: Targets) {
  await call(sourceApi.remove, { body: { ids: getTargetIds(targets) } })
}
