import { Ret } from '#packages/core'
import { CallError, wordsOf } from '#packages/web/core/call-error.ts'
import type { Attachment, UploadState } from '../../contract.ts'
import { newPace, type Pace } from './pace.ts'
import { sendParts } from './parts.ts'
import { patiently, pause } from './patience.ts'
import { PartNotTaken, type Transport } from './transport.ts'
import type { Turns } from './turns.ts'

/**
 * waiting: for its turn; sending; offline: waiting for the network; troubled: trying again; paused: by whoever uploads
 * it; checking: the server looks at it; done; refused: the server did not want it; failed: another try may help.
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

export interface UploadView extends Pace {
  phase: UploadPhase
  sent: number
  /** Why it was refused or failed. */
  words: string
  file: Attachment | null
}

export interface Upload {
  view(): UploadView
  /** Begins, or goes on where it stopped: what has arrived is not sent again. */
  start(): void
  pause(): void
  /** Stops it for good, and takes back what has arrived. */
  cancel(): Promise<void>
}

interface Surroundings {
  transport: Transport
  /** Shared by all uploads of a list, so that many files take no more of the line than one. */
  turns: { files: Turns; parts: Turns }
  onChange: () => void
}

/** Most files are small and looked at in no time. */
const lookAgainMs = [300, 700, 1_000]
/** A store that loses what it took would be fed for ever. */
const atMostRounds = 3

class FileGone extends Error {}
const nothingKnown = { bytesPerSecond: undefined, secondsLeft: undefined }

/** One file on its way: in parts, each tried again when it fails, resumed where it stopped. */
export function newUpload(file: File, { transport, turns, onChange }: Surroundings): Upload {
  let view: UploadView = { phase: 'waiting', sent: 0, words: '', file: null, ...nothingKnown }
  let id: string | undefined
  let running: AbortController | undefined
  const pace = newPace()
  const show = (part: Partial<UploadView>) => {
    view = { ...view, ...part }
    if (view.phase !== 'sending') pace.reset()
    onChange()
  }
  const way: Omit<Way, 'signal'> = {
    file,
    transport,
    turns,
    show,
    onBegun: (begun) => {
      id = begun
    },
    onSent: (sent) => {
      show({ phase: navigator.onLine ? 'sending' : 'offline', sent })
      pace.add(sent)
      show(pace.of(file.size))
    },
    onTrouble: async () => {
      show({ phase: navigator.onLine ? 'troubled' : 'offline', ...nothingKnown })
      await assertReadable(file)
    },
  }
  const run = async (signal: AbortSignal) => {
    const lose = () => view.phase === 'sending' && show({ phase: 'offline', ...nothingKnown })
    const goOn = () => follow({ ...way, signal })
    window.addEventListener('offline', lose)
    try {
      // What was begun may have been cleared away meanwhile: then it begins anew.
      await goOn().catch((error: unknown) => (isForgotten(error) ? goOn() : Promise.reject(error)))
    } catch (error) {
      if (!signal.aborted) show(outcomeOf(error))
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
      show({ phase: 'waiting', words: '', ...nothingKnown })
      void run(signal)
    },
    pause: () => {
      stop()
      show({ phase: 'paused', ...nothingKnown })
    },
    cancel: async () => {
      stop()
      // It is cleared away anyhow; this only makes room sooner.
      if (id) await transport.remove(id).catch(() => {})
    },
  }
}

interface Way {
  file: File
  transport: Transport
  turns: Surroundings['turns']
  signal: AbortSignal
  show: (part: Partial<UploadView>) => void
  onBegun: (id: string) => void
  onSent: (bytes: number) => void
  onTrouble: () => Promise<void>
}

/** All the way to the end: sent, looked at, and taken or not. */
async function follow(way: Way): Promise<void> {
  const { file, transport, turns, signal, show } = way
  let state = await turns.files(() => send(way))
  for (let looks = 0; state.status === 'checking'; looks++) {
    show({ phase: 'checking', sent: file.size, ...nothingKnown })
    await pause(lookAgainMs[looks] ?? lookAgainMs.at(-1)!, signal)
    const { id } = state
    state = await patiently(() => transport.state(id, signal), way)
  }
  if (state.status === 'ready') show({ phase: 'done', sent: file.size, file: state.file })
  else show({ phase: 'refused', words: state.words })
}

/** Until the server has all of it. */
async function send(way: Way): Promise<UploadState> {
  const { file, transport, turns, signal, show } = way
  signal.throwIfAborted()
  show({ phase: 'sending' })
  const asked = { name: file.name, size: file.size, mark: String(file.lastModified) }
  let state = await patiently(() => transport.begin(asked, signal), way)
  const { id } = state
  way.onBegun(id)
  for (let rounds = 0; state.status === 'uploading'; rounds++) {
    if (rounds === atMostRounds) throw new PartNotTaken('parts were lost')
    await sendParts(file, state, { ...way, turns: turns.parts })
    show({ phase: 'checking', sent: file.size, ...nothingKnown })
    state = await patiently(() => transport.complete(id, signal), way)
  }
  return state
}

const isForgotten = (error: unknown) => error instanceof CallError && error.ret === Ret.notFound

/** A file that was changed or moved away can no longer be read, and no try will help. */
async function assertReadable(file: File) {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new FileGone()
  }
}

function outcomeOf(error: unknown): Partial<UploadView> {
  if (error instanceof FileGone) return { phase: 'failed', words: '文件已被修改或移走，请重新选择' }
  // Said by our server about this file: another try gets the same answer.
  if (error instanceof CallError && (error.ret === Ret.refused || error.ret === Ret.invalid)) {
    return { phase: 'refused', words: wordsOf(error) }
  }
  return { phase: 'failed', words: '上传失败，请重试' }
}
