import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { filesApi, type Attachment, type FileLimits } from '../contract.ts'

/** The upload limits, which rarely change. Retried, because the server may be restarting. */
export const fileLimitsQuery: QueryDefinition<FileLimits> & Record<'staleTime' | 'retry' | 'retryDelay', number> = {
  queryKey: ['files', 'limits'],
  queryFn: ({ signal }) => call(filesApi.limits, { signal }),
  staleTime: 10 * 60_000,
  retry: 20,
  retryDelay: 3_000,
}

export const getFile = (id: string, signal?: AbortSignal): Promise<Attachment> =>
  call(filesApi.detail, { query: { id }, ...(signal && { signal }) })

export const getFiles = (ids: readonly string[], signal?: AbortSignal) =>
  Promise.all(ids.map((id) => getFile(id, signal)))

export const getFilePreview = (id: string, signal: AbortSignal) => call(filesApi.preview, { body: { id }, signal })

/** Starts a task that zips several files. */
export const startZip = (name: string, ids: string[]) => call(filesApi.zip, { body: { name, ids } })
