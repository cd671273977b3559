import type { DataOf, Page } from '#packages/contract'
import type { AppCategory } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { ListQuery } from '#packages/web/desk/list/spec.ts'
import { catalogueApi, type Application, type ApplicationForm, type AppStatus } from '../contract.ts'

export const manageKey = ['catalogue', 'applications'] as const

/** A list knows its rows by an id; an application's is its key. */
export type ApplicationRow = Application & { id: string }
const rowOf = (application: Application): ApplicationRow => ({ ...application, id: application.key })

const one = <Value>(text: string | undefined, read: (text: string) => Value) => (text ? [read(text)] : [])

/** The filters of the list have the words of the contract; the page lets no others through. */
export const applicationPage = ({ filter, pageNumber, pageSize }: ListQuery): Reading<Page<ApplicationRow>> => ({
  queryKey: [...manageKey, 'page', filter, pageNumber, pageSize],
  queryFn: async ({ signal }) => {
    const body = {
      pageNumber,
      pageSize,
      keyword: filter['keyword'] ?? '',
      status: one(filter['status'], (text) => Number(text) as AppStatus),
      category: one(filter['category'], (text) => text as AppCategory),
      kind: one(filter['kind'], (text) => Number(text) as Application['kind']),
    }
    const page = await call(catalogueApi.page, { body, signal })
    return { ...page, items: page.items.map(rowOf) }
  },
})

export const applicationDetail = (key: string): Reading<ApplicationRow> => ({
  queryKey: [...manageKey, 'detail', key],
  queryFn: async ({ signal }) => rowOf(await call(catalogueApi.detail, { query: { key }, signal })),
})

type Change = DataOf<typeof catalogueApi.history>[number]
export const historyOf = (key: string): Reading<Change[]> => ({
  queryKey: [...manageKey, 'history', key],
  queryFn: ({ signal }) => call(catalogueApi.history, { query: { key }, signal }),
})

/** Applications that another one can belong to. */
export const mainApps: Reading<{ value: string; label: string }[]> = {
  queryKey: [...manageKey, 'mains'],
  queryFn: async ({ signal }) => {
    const body = { pageNumber: 1, pageSize: 200, keyword: '', status: [2, 5] as AppStatus[], category: [], kind: [] }
    const { items } = await call(catalogueApi.page, { body, signal })
    return items.map(({ key, name, edition }) => ({ value: key, label: nameOf({ name, edition }) }))
  },
}

/** Two of one name are told apart by their edition. */
export const nameOf = ({ name, edition }: { name: string; edition: string }) =>
  edition ? `${name}（${edition}）` : name

/** Those that stand on one shelf, in their order. */
export const shelfOf = (category: AppCategory): Reading<{ id: string; name: string }[]> => ({
  queryKey: [...manageKey, 'shelf', category],
  queryFn: async ({ signal }) => {
    const body = { pageNumber: 1, pageSize: 200, keyword: '', status: [], category: [category], kind: [] }
    const { items } = await call(catalogueApi.page, { body, signal })
    return items
      .slice()
      .sort((one, other) => one.sort - other.sort)
      .map((application) => ({ id: application.key, name: nameOf(application) }))
  },
})
export const sortShelf = (category: AppCategory, keys: string[]) =>
  call(catalogueApi.setSort, { body: { appSort: category, fAppKeys: keys } })

export const apply = (form: ApplicationForm) => call(catalogueApi.apply, { body: form })

export type AuditAct = 'agree' | 'refuse' | 'stop' | 'resume' | 'close'
export const audit = ({ key, version }: Pick<Application, 'key' | 'version'>, act: AuditAct, auditReason: string) =>
  call(catalogueApi.auditApply, { body: { key, act, auditReason, version } })

export const newSecret = async (key: string) => (await call(catalogueApi.newSecret, { body: { key } })).oneTimeSecret
