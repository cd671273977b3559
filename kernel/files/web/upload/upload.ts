import { Ret } from '#packages/core'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'
import type { Attachment, UploadState } from '../../contract.ts'
import { createSpeedMeter, type UploadSpeed } from './upload-speed.ts'
import { sendParts } from './send-parts.ts'
import { withRetry, delay } from './retry.ts'
import { PartRejected, type UploadTransport } from './upload-transport.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'

/**
 * waiting: for its turn; sending; offline: waiting for the network; troubled: retrying; paused: by the user; checking:
 * the server checks the file; done; refused: by the server; failed: a retry may help.
 */
export type UploadPhase =
  | 'waiting'
  | 'sending'
  | 'offline'
  | 'troubled'
  | 'paused'
  | 'checking'
  | 'done'
  | 'refused'
  | 'failed'

export interface UploadView extends UploadSpeed {
  phase: UploadPhase
  sent: number
  /** Why it was refused or failed. */
  message: string
  file: Attachment | null
}

export interface RunningUpload {
  view(): UploadView
  /** Begins or resumes: arrived parts are not sent again. */
  start(): void
  pause(): void
  /** Stops the upload for good and deletes arrived parts. */
  cancel(): Promise<void>
}

interface UploadOptions {
  transport: UploadTransport
  /** Shared by all uploads of a list, so that many files use no more connections than one. */
  turns: { files: ConcurrencyLimit; parts: ConcurrencyLimit }
  onChange: () => void
}

/** Most files are small and checked quickly. */
const recheckMs = [300, 700, 1_000]
/** Limits the rounds in case the store keeps losing parts. */
const maxRounds = 3

class FileGone extends Error {}
const unknownSpeed = { bytesPerSecond: undefined, secondsLeft: undefined }

/** One upload: in parts, each retried on failure, and resumable. */
export function createUpload(file: File, { transport, turns, onChange }: UploadOptions): RunningUpload {
  let view: UploadView = { phase: 'waiting', sent: 0, message: '', file: null, ...unknownSpeed }
  let id: string | undefined
  let running: AbortController | undefined
  const speed = createSpeedMeter()
  const show = (part: Partial<UploadView>) => {
    view = { ...view, ...part }
    if (view.phase !== 'sending') speed.reset()
    onChange()
  }
  const context: Omit<UploadContext, 'signal'> = {
    file,
    transport,
    turns,
    show,
    onBegun: (begun) => {
      id = begun
    },
    onSent: (sent) => {
      show({ phase: navigator.onLine ? 'sending' : 'offline', sent })
      speed.add(sent)
      show(speed.estimate(file.size))
    },
    onTrouble: async () => {
      show({ phase: navigator.onLine ? 'troubled' : 'offline', ...unknownSpeed })
      await assertReadable(file)
    },
  }
  const run = async (signal: AbortSignal) => {
    const lose = () => view.phase === 'sending' && show({ phase: 'offline', ...unknownSpeed })
    const goOn = () => runUpload({ ...context, signal })
    window.addEventListener('offline', lose)
    try {
      // The unfinished upload may have been deleted meanwhile: then it begins again.
      await goOn().catch((error: unknown) => (isUploadGone(error) ? goOn() : Promise.reject(error)))
    } catch (error) {
      if (!signal.aborted) show(toFailure(error))
    }
    window.removeEventListener('offline', lose)
  }
  const stop = () => {
    running?.abort()
    running = undefined
  }
  return {
    view: () => view,
    start: () => {
      stop()
      const { signal } = (running = new AbortController())
      show({ phase: 'waiting', message: '', ...unknownSpeed })
      void run(signal)
    },
    pause: () => {
      stop()
      show({ phase: 'paused', ...unknownSpeed })
    },
    cancel: async () => {
      stop()
      // The sweep deletes it anyway; this only frees the space sooner.
      if (id) await transport.remove(id).catch(() => {})
    },
  }
}

interface UploadContext {
  file: File
  transport: UploadTransport
  turns: UploadOptions['turns']
  signal: AbortSignal
  show: (part: Partial<UploadView>) => void
  onBegun: (id: string) => void
  onSent: (bytes: number) => void
  onTrouble: () => Promise<void>
}

/** Sends the file and waits for the check. */
async function runUpload(context: UploadContext): Promise<void> {
  const { file, transport, turns, signal, show } = context
  let state = await turns.files(() => sendFile(context))
  for (let checks = 0; state.status === 'checking'; checks++) {
    show({ phase: 'checking', sent: file.size, ...unknownSpeed })
    await delay(recheckMs[checks] ?? recheckMs.at(-1)!, signal)
    const { id } = state
    state = await withRetry(() => transport.state(id, signal), context)
  }
  if (state.status === 'ready') show({ phase: 'done', sent: file.size, file: state.file })
  else show({ phase: 'refused', message: state.message })
}

/** Sends parts until the server has all of them. */
async function sendFile(context: UploadContext): Promise<UploadState> {
  const { file, transport, turns, signal, show } = context
  signal.throwIfAborted()
  show({ phase: 'sending' })
  const request = { name: file.name, size: file.size, mark: String(file.lastModified) }
  let state = await withRetry(() => transport.begin(request, signal), context)
  const { id } = state
  context.onBegun(id)
  for (let rounds = 0; state.status === 'uploading'; rounds++) {
    if (rounds === maxRounds) throw new PartRejected('parts were lost')
    await sendParts(file, state, { ...context, turns: turns.parts })
    show({ phase: 'checking', sent: file.size, ...unknownSpeed })
    state = await withRetry(() => transport.complete(id, signal), context)
  }
  return state
}

const isUploadGone = (error: unknown) => error instanceof CallError && error.ret === Ret.notFound

/** A changed or moved file can no longer be read, and a retry does not help. */
async function assertReadable(file: File) {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new FileGone()
  }
}

function toFailure(error: unknown): Partial<UploadView> {
  if (error instanceof FileGone) return { phase: 'failed', message: '文件已被修改或移走，请重新选择' }
  // A refusal of this file by the server: a retry gets the same answer.
  if (error instanceof CallError && (error.ret === Ret.refused || error.ret === Ret.invalid)) {
    return { phase: 'refused', message: getErrorMessage(error) }
  }
  return { phase: 'failed', message: '上传失败，请重试' }
}
