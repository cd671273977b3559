import type { Page } from '#packages/contract'
import { taskApi } from '#kernel/task/contract.ts'
import { call, callRaw, runUnattended } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { sheetApi, type Batch, type BatchRow, type RowState } from '../contract.ts'

export const sheetKey = ['sheet'] as const
export const batchKey = (id: string) => [...sheetKey, 'batch', id] as const
export const rowsKey = (id: string) => [...sheetKey, 'rows', id] as const

export interface ImportTargetRef {
  target: string
  orgId: string
}

/** The columns of the target, and the caller's imports of the last days. */
export const importTarget = (query: ImportTargetRef) => queryOf(sheetKey, sheetApi.importTarget, { query })

/** Polled every second, marked as unattended so that an open page does not extend the session. */
export const batchQuery = (id: string): QueryDefinition<Batch> => ({
  queryKey: batchKey(id),
  queryFn: ({ signal }) => runUnattended(() => call(sheetApi.batch, { query: { id }, signal })),
})

export interface RowsQuery {
  kind: string | null
  state: RowState | null
  page: number
}
export const rowsAtOnce = 200

/** `getKeptRows`: rows repaired since, which should stay visible. */
export const rowsQuery = (
  id: string,
  { kind, state, page }: RowsQuery,
  getKeptRows: () => number[],
): QueryDefinition<Page<BatchRow>> => ({
  queryKey: [...rowsKey(id), kind, state, page],
  queryFn: ({ signal }) =>
    call(sheetApi.rows, {
      body: { id, kind, state, with: getKeptRows(), pageNumber: page, pageSize: rowsAtOnce },
      signal,
    }),
})

export const getTemplate = (query: ImportTargetRef, form: 'rows' | 'grid') =>
  callRaw(sheetApi.template, { query: { ...query, form } })
/** `preset`: values of columns that the file leaves empty, as in an address. */
export const beginImport = (target: ImportTargetRef, preset: string, file: File) =>
  call(sheetApi.begin, { body: { ...target, preset, file }, noTimeout: true })
export const mapColumns = (id: string, columns: { at: number; key: string | null }[], remember: boolean) =>
  call(sheetApi.map, { body: { id, columns, remember } })

export interface RowRepair {
  cells?: { row: number; column: string; value: string }[]
  skip?: number[]
  unskip?: number[]
}
export const repairRows = (id: string, repair: RowRepair) =>
  call(sheetApi.repair, { body: { id, cells: [], skip: [], unskip: [], ...repair } })
/** Without rows the fix applies to all of the kind. */
export const fixGroups = (id: string, fixes: { kind: string; fix: string }[]) =>
  call(sheetApi.fixAll, { body: { id, fixes } })

export const fixRows = (id: string, kind: string, fix: string, rows: number[] | null = null) =>
  call(sheetApi.fix, { body: { id, kind, fix, rows } })
export const replaceValue = (id: string, column: string, from: string, to: string) =>
  call(sheetApi.replace, { body: { id, column, from, to } })

export const applyBatch = (id: string, mode: 'all' | 'good') => call(sheetApi.apply, { body: { id, mode } })
export const getUndoPreview = (id: string) => call(sheetApi.undoPreview, { query: { id } })
export const undoBatch = (id: string) => call(sheetApi.undo, { body: { id } })
export const discardBatch = (id: string) => call(sheetApi.discard, { body: { id } })
export const beginWrongRows = (id: string) => call(sheetApi.wrongRows, { body: { id } })

export const getTaskResult = (id: string) => call(taskApi.result, { body: { id } })
