import type { Page } from '#packages/contract'
import { taskApi } from '#kernel/task/contract.ts'
import { call, callRaw, unattended } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { sheetApi, type Batch, type BatchRow, type RowState, type TargetFacts } from '../contract.ts'

export const sheetKey = ['sheet'] as const
export const batchKey = (id: string) => [...sheetKey, 'batch', id] as const
export const rowsKey = (id: string) => [...sheetKey, 'rows', id] as const

export interface Target {
  target: string
  orgId: string
}

/** What can be imported there, and one's own imports of the last days. */
export const importTarget = (query: Target): Reading<TargetFacts> => ({
  queryKey: [...sheetKey, 'target', query],
  queryFn: ({ signal }) => call(sheetApi.importTarget, { query, signal }),
})

/** Read every second while something goes on: whoever only leaves it open does not use their session. */
export const batchOf = (id: string): Reading<Batch> => ({
  queryKey: batchKey(id),
  queryFn: ({ signal }) => unattended(() => call(sheetApi.batch, { query: { id }, signal })),
})

export interface RowsAsked {
  kind: string | null
  state: RowState | null
  page: number
}
export const rowsAtOnce = 200

/** `kept`: rows that were right since, and that should not vanish from under somebody's hands. */
export const rowsOf = (
  id: string,
  { kind, state, page }: RowsAsked,
  kept: () => number[],
): Reading<Page<BatchRow>> => ({
  queryKey: [...rowsKey(id), kind, state, page],
  queryFn: ({ signal }) =>
    call(sheetApi.rows, {
      body: { id, kind, state, with: kept(), pageNumber: page, pageSize: rowsAtOnce },
      signal,
    }),
})

export const readTemplate = (query: Target) => callRaw(sheetApi.template, { query })
export const beginImport = (target: Target, file: File) =>
  call(sheetApi.begin, { body: { ...target, file }, noTimeout: true })
export const mapColumns = (id: string, columns: { at: number; key: string | null }[], remember: boolean) =>
  call(sheetApi.map, { body: { id, columns, remember } })

export interface Repair {
  cells?: { row: number; column: string; value: string }[]
  skip?: number[]
  unskip?: number[]
}
export const repairRows = (id: string, repair: Repair) =>
  call(sheetApi.repair, { body: { id, cells: [], skip: [], unskip: [], ...repair } })
/** Without rows it is for all of the kind. */
export const cureGroups = (id: string, cures: { kind: string; cure: string }[]) =>
  call(sheetApi.cureAll, { body: { id, cures } })

export const cureRows = (id: string, kind: string, cure: string, rows: number[] | null = null) =>
  call(sheetApi.cure, { body: { id, kind, cure, rows } })
export const replaceValue = (id: string, column: string, from: string, to: string) =>
  call(sheetApi.replace, { body: { id, column, from, to } })

export const applyBatch = (id: string, mode: 'all' | 'good') => call(sheetApi.apply, { body: { id, mode } })
export const readUndo = (id: string) => call(sheetApi.undoPreview, { query: { id } })
export const undoBatch = (id: string) => call(sheetApi.undo, { body: { id } })
export const discardBatch = (id: string) => call(sheetApi.discard, { body: { id } })
export const beginWrongRows = (id: string) => call(sheetApi.wrongRows, { body: { id } })

/** Whoever looks on is sent no message when it has ended well. What fails is told all the same. */
export const watchTask = (id: string) => unattended(() => call(taskApi.watch, { body: { id } })).catch(() => {})
export const readTasks = () => unattended(() => call(taskApi.list))
export const taskResult = (id: string) => call(taskApi.result, { body: { id } })
