import { call } from '#packages/web/core/call.ts'
import { filesApi, type UploadState } from '../../contract.ts'

/** The network side of an upload: control requests to the server, and parts directly to the store. */
export interface UploadTransport {
  begin(file: { name: string; size: number; mark: string }, signal: AbortSignal): Promise<UploadState>
  state(id: string, signal: AbortSignal): Promise<UploadState>
  links(id: string, parts: readonly number[], signal: AbortSignal): Promise<{ part: number; url: string }[]>
  complete(id: string, signal: AbortSignal): Promise<UploadState>
  remove(id: string): Promise<unknown>
  /** `onSent` gets the number of sent bytes of this part. */
  put(url: string, bytes: Blob, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void>
}

/** The store refused a part or was unreachable; a retry with another link may work. */
export class PartRejected extends Error {}

/** Without progress for this time the connection is dead. */
const stalledAfterMs = 20_000

export const browserTransport: UploadTransport = {
  begin: (file, signal) => call(filesApi.initUpload, { body: file, signal }),
  state: (id, signal) => call(filesApi.uploadState, { query: { id }, signal }),
  links: (id, parts, signal) => call(filesApi.partLinks, { body: { id, parts: [...parts] }, signal }),
  complete: (id, signal) => call(filesApi.completeUpload, { body: { id }, signal }),
  remove: (id) => call(filesApi.removeUpload, { body: { id } }),
  put,
}

/** XMLHttpRequest, because fetch has no upload progress in the oldest supported browser. */
function put(url: string, bytes: Blob, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    let clock = setTimeout(stop, stalledAfterMs)
    const end = (settle: () => void) => {
      clearTimeout(clock)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const refuse = (why: string) => end(() => failed(signal.aborted ? signal.reason : new PartRejected(why)))
    request.upload.addEventListener('progress', ({ loaded }) => {
      clearTimeout(clock)
      clock = setTimeout(stop, stalledAfterMs)
      onSent(Math.min(loaded, bytes.size))
    })
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? end(done) : refuse(`answered ${request.status}`),
    )
    request.addEventListener('error', () => refuse('not reached'))
    request.addEventListener('abort', () => refuse('stopped'))
    signal.addEventListener('abort', stop)
    request.open('PUT', url)
    // Without a content type, because the link is signed without one.
    request.send(bytes)
    if (signal.aborted) stop()
  })
}
