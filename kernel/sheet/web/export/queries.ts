import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { Targets } from '#packages/web/desk/list/list-spec.ts'
import { sheetApi, type ExportPreview } from '../../contract.ts'
import { downloadTaskResult } from '../download-task-file.ts'

const exportKey = ['sheet', 'export'] as const

/** An export request as it is sent to the server. */
export interface ExportRequest {
  source: string
  filter: Record<string, unknown>
  columns: string[]
  isWhole: boolean
}

export const exportSource = (source: string) => queryOf(exportKey, sheetApi.exportSource, { query: { source } })

/** The chosen columns do not change the number of rows, so they are not part of the key. */
export const exportPreview = (request: ExportRequest): QueryDefinition<ExportPreview> => ({
  queryKey: [...exportKey, 'preview', request.source, request.filter, request.isWhole],
  queryFn: ({ signal }) => call(sheetApi.exportPreview, { body: request, signal }),
})

export const requestExport = (request: ExportRequest, reason: string, proof: { msgId?: string; code?: string }) =>
  call(sheetApi.export, { body: { ...request, reason, ...proof } })

const getOnlyId = (targets: Targets) => {
  if (!('ids' in targets) || targets.ids.length !== 1) throw new Error('exports are dealt with one by one')
  return targets.ids[0]!
}

export async function decideExport(targets: Targets, isAgreed: boolean, opinion: string) {
  await call(sheetApi.decideExport, { body: { id: getOnlyId(targets), isAgreed, opinion } })
}

export async function cancelExport(targets: Targets) {
  await call(sheetApi.cancelExport, { body: { id: getOnlyId(targets) } })
}

export async function downloadExport(targets: Targets) {
  const { taskId } = await call(sheetApi.exportDetail, { query: { id: getOnlyId(targets) } })
  if (taskId) await downloadTaskResult(taskId)
}
