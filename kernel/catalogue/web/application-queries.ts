import type { AppCategory, BodyOf, Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { catalogueApi, type Application, type ApplicationForm, type AppStatus } from '../contract.ts'

export const applicationsKey = ['catalogue', 'applications'] as const

/** List rows need an id; an application uses its key. */
export type ApplicationRow = Application & { id: string }
const toRow = (application: Application): ApplicationRow => ({ ...application, id: application.key })

const toFilterList = <Value>(text: string | undefined, read: (text: string) => Value) => (text ? [read(text)] : [])

/** The filter values are those of the contract; the page allows no others. */
export const applicationPage = ({
  filter,
  pageNumber,
  pageSize,
}: ListQuery): QueryDefinition<Page<ApplicationRow>> => ({
  queryKey: [...applicationsKey, 'page', filter, pageNumber, pageSize],
  queryFn: async ({ signal }) => {
    const body = {
      pageNumber,
      pageSize,
      keyword: filter['keyword'] ?? '',
      status: toFilterList(filter['status'], (text) => Number(text) as AppStatus),
      category: toFilterList(filter['category'], (text) => text as AppCategory),
      kind: toFilterList(filter['kind'], (text) => Number(text) as Application['kind']),
    }
    const page = await call(catalogueApi.page, { body, signal })
    return { ...page, items: page.items.map(toRow) }
  },
})

export const applicationDetail = (key: string): QueryDefinition<ApplicationRow> => ({
  queryKey: [...applicationsKey, 'detail', key],
  queryFn: async ({ signal }) => toRow(await call(catalogueApi.detail, { query: { key }, signal })),
})

export const applicationHistoryQuery = (key: string) =>
  queryOf(applicationsKey, catalogueApi.history, { query: { key } })

/** Applications that can be the main application of another. */
export const mainAppsQuery: QueryDefinition<{ value: string; label: string }[]> = {
  queryKey: [...applicationsKey, 'mains'],
  queryFn: async ({ signal }) => {
    const body = { pageNumber: 1, pageSize: 200, keyword: '', status: [2, 5] as AppStatus[], category: [], kind: [] }
    const { items } = await call(catalogueApi.page, { body, signal })
    return items.map(({ key, name, edition }) => ({ value: key, label: formatAppName({ name, edition }) }))
  },
}

/** The edition distinguishes two applications of the same name. */
export const formatAppName = ({ name, edition }: { name: string; edition: string }) =>
  edition ? `${name}（${edition}）` : name

/** The applications of one category, in their order. */
export const categoryAppsQuery = (category: AppCategory): QueryDefinition<{ id: string; name: string }[]> => ({
  queryKey: [...applicationsKey, 'shelf', category],
  queryFn: async ({ signal }) => {
    const body = { pageNumber: 1, pageSize: 200, keyword: '', status: [], category: [category], kind: [] }
    const { items } = await call(catalogueApi.page, { body, signal })
    return items
      .slice()
      .sort((toFilterList, other) => toFilterList.sort - other.sort)
      .map((application) => ({ id: application.key, name: formatAppName(application) }))
  },
})
export const sortCategory = (category: AppCategory, keys: string[]) =>
  call(catalogueApi.setSort, { body: { appSort: category, fAppKeys: keys } })

export const saveApplication = (form: ApplicationForm) => call(catalogueApi.apply, { body: form })

export type ApplicationDecision = 'agree' | 'refuse' | 'stop' | 'resume' | 'close'
export const decideApplication = (
  { key, version }: Pick<Application, 'key' | 'version'>,
  act: ApplicationDecision,
  auditReason: string,
) => call(catalogueApi.auditApply, { body: { key, act, auditReason, version } })

export const limitApplication = (body: BodyOf<typeof catalogueApi.limit>) => call(catalogueApi.limit, { body })

export const applicationSecretsQuery = (key: string) =>
  queryOf(applicationsKey, catalogueApi.secrets, { query: { key } })
export const resetSecret = (body: BodyOf<typeof catalogueApi.resetSecret>) => call(catalogueApi.resetSecret, { body })
export const revokeSecret = (body: BodyOf<typeof catalogueApi.revokeSecret>) =>
  call(catalogueApi.revokeSecret, { body })
