import type { UploadState } from '../../contract.ts'
import { withRetry } from './retry.ts'
import type { UploadTransport } from './upload-transport.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'

/** Links are requested in small batches, so that the last is used before it expires. */
const linksAtOnce = 6

interface SendPartsOptions {
  transport: UploadTransport
  turns: ConcurrencyLimit
  signal: AbortSignal
  /** Bytes of the whole file that have arrived or are being sent. */
  onSent: (bytes: number) => void
  onTrouble: (error: unknown) => Promise<void>
}

/** Sends the missing parts concurrently. The first failing part stops the others. */
export async function sendParts(file: File, state: UploadState, options: SendPartsOptions): Promise<void> {
  const { transport, turns, onSent, onTrouble } = options
  const sizeOf = (part: number) => Math.min(state.partBytes, file.size - (part - 1) * state.partBytes)
  const there = new Set(state.done)
  const missing = Array.from({ length: state.partCount }, (_, at) => at + 1).filter((part) => !there.has(part))
  const sent = new Map(state.done.map((part) => [part, sizeOf(part)]))
  const reportSent = (part: number, bytes: number) => {
    sent.set(part, bytes)
    onSent([...sent.values()].reduce((sum, one) => sum + one, 0))
  }
  const group = createGroup(options.signal)
  const { signal } = group
  const links = createLinkSource(state.id, missing, transport, signal)
  const send = (part: number) =>
    withRetry(
      async () => {
        const from = (part - 1) * state.partBytes
        const url = await links.take(part)
        await transport.put(url, file.slice(from, from + sizeOf(part)), (bytes) => reportSent(part, bytes), signal)
        reportSent(part, sizeOf(part))
      },
      {
        signal,
        onTrouble: async (error) => {
          // The link may have expired; browsers cannot always read the error of the store.
          links.forget(part)
          reportSent(part, 0)
          await onTrouble(error)
        },
      },
    )
  onSent([...sent.values()].reduce((sum, one) => sum + one, 0))
  try {
    await Promise.all(missing.map((part) => turns(() => (signal.aborted ? Promise.resolve() : send(part)))))
    signal.throwIfAborted()
  } finally {
    group.end()
  }
}

/** An abort controller that also follows the outer signal. */
function createGroup(whole: AbortSignal) {
  const own = new AbortController()
  const stop = () => own.abort(whole.reason)
  whole.addEventListener('abort', stop)
  if (whole.aborted) stop()
  return {
    signal: own.signal,
    end: () => {
      whole.removeEventListener('abort', stop)
      own.abort()
    },
  }
}

/** The links of the next parts, fetched in small batches when needed. */
function createLinkSource(id: string, missing: readonly number[], transport: UploadTransport, signal: AbortSignal) {
  const known = new Map<number, Promise<string>>()
  const fetchFrom = (part: number) => {
    const wanted = missing.slice(missing.indexOf(part)).filter((one) => !known.has(one))
    const batch = wanted.slice(0, linksAtOnce)
    const answer = transport.links(id, batch, signal)
    for (const one of batch) {
      const link = answer.then((links) => getLinkUrl(links, one))
      // The caller of take gets the error; an unused rejected promise is no error.
      link.catch(() => known.delete(one))
      known.set(one, link)
    }
  }
  return {
    take: (part: number): Promise<string> => {
      if (!known.has(part)) fetchFrom(part)
      return known.get(part)!
    },
    forget: (part: number) => void known.delete(part),
  }
}

function getLinkUrl(links: readonly { part: number; url: string }[], part: number): string {
  const link = links.find((one) => one.part === part)
  if (!link) throw new Error(`no link for part ${part}`)
  return link.url
}
