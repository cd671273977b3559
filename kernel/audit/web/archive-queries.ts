import { labels, type DataOf, type Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { RowWithId } from '#packages/web/core/list/list-spec.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { archiveApi, type ArchiveSearch } from '../contract-archive.ts'

export type SearchedLog = 'operation' | 'login'

const routes = {
  operation: {
    archive: archiveApi.operationArchive,
    search: archiveApi.archiveSearch,
    found: archiveApi.archiveFound,
    word: '操作人、对象的姓名，或操作名称',
  },
  login: {
    archive: archiveApi.loginArchive,
    search: archiveApi.loginArchiveSearch,
    found: archiveApi.loginArchiveFound,
    word: '人员姓名或IP地址',
  },
} as const

export const getSearchedWord = (log: SearchedLog) => routes[log].word
export const archiveKeyOf = (log: SearchedLog) => ['audit', 'archive', log] as const

export const archiveQuery = (log: SearchedLog) => queryOf(archiveKeyOf(log), routes[log].archive)

export const searchArchive = (log: SearchedLog, body: ArchiveSearch) => call(routes[log].search, { body })

/** What a search of the operations, or of the sign-ins, found. */
export const foundOperations = (id: string) =>
  queryOf(archiveKeyOf('operation'), archiveApi.archiveFound, { query: { id } })
export const foundSignIns = (id: string) =>
  queryOf(archiveKeyOf('login'), archiveApi.loginArchiveFound, { query: { id } })

export type FoundRows<Row> = Omit<DataOf<typeof archiveApi.archiveFound>, 'items'> & { items: Row[] }

/** The pages and the rows of a result, which is read as a whole. */
export function createFoundQueries<Row extends RowWithId>({ queryKey, queryFn }: QueryDefinition<FoundRows<Row>>) {
  return {
    queryKey,
    page: ({ pageNumber, pageSize }: ListQuery): QueryDefinition<Page<Row>> => ({
      queryKey: [...queryKey, 'page', pageNumber, pageSize],
      queryFn: async (context) => {
        const { items } = await queryFn(context)
        return {
          itemCount: items.length,
          pageCount: Math.ceil(items.length / pageSize),
          items: items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
        }
      },
    }),
    row: (rowId: string): QueryDefinition<Row> => ({
      queryKey: [...queryKey, 'row', rowId],
      queryFn: async (context) => (await queryFn(context)).items.find(({ id }) => id === rowId)!,
    }),
  }
}

const sources = labels({ archive: { label: '归档', tone: 'closed', isNormal: true } })
export const archivedLook = createStatusLook(sources)('archive')
/** The mark of archived rows, in the table of the log. */
export const sourceColumn = <Row>() =>
  col.status<Row>({ key: 'source', title: '来源', width: 88, of: () => archivedLook })
