import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { daysIn } from '#packages/web/core/format/date-range.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/spec.ts'
import {
  sheetApi,
  type ExportPreview,
  type ExportRecord,
  type ExportSourceFacts,
  type ExportState,
} from '../../contract.ts'
import { takeResult } from '../take-task-file.ts'

export const exportKey = ['sheet', 'export'] as const

/** Whose exports: one's own, those that wait for one's word, and all within reach. */
export type ExportsOf = 'mine' | 'decide' | 'all'

/** What is to be exported, as the server is asked. */
export interface ExportAsked {
  source: string
  filter: Record<string, unknown>
  columns: string[]
  isWhole: boolean
}

export const exportSource = (source: string): Reading<ExportSourceFacts> => ({
  queryKey: [...exportKey, 'source', source],
  queryFn: ({ signal }) => call(sheetApi.exportSource, { query: { source }, signal }),
})

/** Which of the columns are chosen makes no difference to how many rows there are. */
export const exportPreview = (asked: ExportAsked): Reading<ExportPreview> => ({
  queryKey: [...exportKey, 'preview', asked.source, asked.filter, asked.isWhole],
  queryFn: ({ signal }) => call(sheetApi.exportPreview, { body: asked, signal }),
})

export const askForExport = (asked: ExportAsked, reason: string, proof: { msgId?: string; code?: string }) =>
  call(sheetApi.export, { body: { ...asked, reason, ...proof } })

export const exportPage =
  (of: ExportsOf) =>
  ({ filter, pageNumber, pageSize }: ListQuery): Reading<Page<ExportRecord>> => ({
    queryKey: [...exportKey, 'page', of, filter, pageNumber, pageSize],
    queryFn: ({ signal }) => {
      const state = filter['state'] as ExportState | undefined
      return call(sheetApi.exports, {
        query: { as: of, state, ...daysIn(filter['days']), pageNumber, pageSize },
        signal,
      })
    },
  })

export const exportDetail = (id: string): Reading<ExportRecord> => ({
  queryKey: [...exportKey, 'detail', id],
  queryFn: ({ signal }) => call(sheetApi.exportDetail, { query: { id }, signal }),
})

const onlyOne = (targets: Targets) => {
  if (!('ids' in targets) || targets.ids.length !== 1) throw new Error('exports are dealt with one by one')
  return targets.ids[0]!
}

export async function decideExport(targets: Targets, isAgreed: boolean, opinion: string) {
  await call(sheetApi.decideExport, { body: { id: onlyOne(targets), isAgreed, opinion } })
}

export async function cancelExport(targets: Targets) {
  await call(sheetApi.cancelExport, { body: { id: onlyOne(targets) } })
}

export async function takeExport(targets: Targets) {
  const { taskId } = await call(sheetApi.exportDetail, { query: { id: onlyOne(targets) } })
  if (taskId) await takeResult(taskId)
}
