import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { filesApi, type Attachment, type FileLimits } from '../contract.ts'

/** What may be uploaded here; it hardly ever changes. A server that is just being replaced is asked again. */
export const fileLimits: Reading<FileLimits> & Record<'staleTime' | 'retry' | 'retryDelay', number> = {
  queryKey: ['files', 'limits'],
  queryFn: ({ signal }) => call(filesApi.limits, { signal }),
  staleTime: 10 * 60_000,
  retry: 20,
  retryDelay: 3_000,
}

export const readFile = (id: string, signal?: AbortSignal): Promise<Attachment> =>
  call(filesApi.detail, { query: { id }, ...(signal && { signal }) })

export const readPreview = (id: string, signal: AbortSignal) => call(filesApi.preview, { body: { id }, signal })

/** One zip of several; a task makes it. */
export const packFiles = (name: string, ids: string[]) => call(filesApi.zip, { body: { name, ids } })
