import { formatFileSize } from '#packages/web/core/format/file-size.ts'
import type { Attachment, FileLimits } from '../../contract.ts'
import { getFileError, getTooManyMessage } from './check-file.ts'
import type { UploadTransport } from './upload-transport.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createUpload, type RunningUpload, type UploadPhase, type UploadView } from './upload.ts'

/** A file of the list: stored or being uploaded. */
export interface UploadEntry {
  key: string
  name: string
  size: number
  /** Formatted: 412 KB. */
  sizeText: string
  /** A thumbnail. */
  picture: string | null
  view: UploadView
}

const partsAtOnce = 3
const filesAtOnce = 4
/** Progress updates are limited to a readable rate. */
const notifyEveryMs = 150

interface Item {
  key: string
  file: File | undefined
  upload: RunningUpload | undefined
  entry: Omit<UploadEntry, 'view'>
  view: () => UploadView
}

export type UploadList = ReturnType<typeof createUploadList>

/** The files of one field in their order, with the state of each. */
export function createUploadList(transport: UploadTransport) {
  let items: readonly Item[] = []
  let count = 0
  const turns = { files: createConcurrencyLimit(filesAtOnce), parts: createConcurrencyLimit(partsAtOnce) }
  const { notify, notifySoon, ...notifier } = createNotifier(() =>
    items.map(({ entry, view }) => ({ ...entry, view: view() })),
  )
  const put = (next: readonly Item[]) => {
    items = next
    notify()
  }
  const find = (key: string) => items.find((item) => item.key === key)
  const sending = (file: File): Item => {
    const key = `${++count}`
    let before: UploadPhase = 'waiting'
    const upload = createUpload(file, {
      transport,
      turns,
      onChange: () => {
        const { phase } = upload.view()
        if (phase === before) notifySoon()
        else notify()
        before = phase
      },
    })
    const { name, size } = file
    const entry = { key, name, size, sizeText: formatFileSize(size), picture: createPicture(file) }
    return { key, file, upload, entry, view: upload.view }
  }
  return {
    ...notifier,
    /** Starts the accepted files and returns the error messages of the others. */
    add: (files: readonly File[], limits: FileLimits): string[] => {
      const { accepted, notes } = filterFiles(files, items, limits)
      const added = accepted.map(sending)
      put([...items, ...added])
      for (const { upload } of added) upload!.start()
      return notes
    },
    /** Adopts stored files in this order; running uploads stay behind them. */
    take: (files: readonly Attachment[]) => {
      const known = new Map(items.map((item) => [item.view().file?.id, item]))
      const under = items.filter((item) => item.view().file === null)
      put([...files.map((file) => known.get(file.id) ?? storedItem(file)), ...under])
    },
    remove: (key: string) => {
      const item = find(key)
      if (item) releasePicture(item)
      // A claimed file is released when the form is submitted.
      void item?.upload?.cancel()
      put(items.filter((one) => one !== item))
    },
    move: (key: string, to: number) => {
      const item = find(key)
      if (!item) return
      const others = items.filter((one) => one !== item)
      put([...others.slice(0, Math.max(0, to)), item, ...others.slice(Math.max(0, to))])
    },
    start: (key: string) => find(key)?.upload?.start(),
    pause: (key: string) => find(key)?.upload?.pause(),
    /** Stops running uploads. Arrived parts stay, in case the same file is chosen again. */
    stop: () => {
      for (const { upload, view } of items) if (isUploading(view().phase)) upload?.pause()
      for (const item of items) releasePicture(item)
    },
  }
}

/** Notifies listeners at once, or delayed for progress, which changes many times a second. */
function createNotifier(read: () => readonly UploadEntry[]) {
  let entries: readonly UploadEntry[] = []
  let clock: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const notify = () => {
    clearTimeout(clock)
    clock = undefined
    entries = read()
    for (const listener of listeners) listener()
  }
  return {
    notify,
    notifySoon: () => {
      clock ??= setTimeout(notify, notifyEveryMs)
    },
    entries: () => entries,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const isUploading = (phase: UploadPhase) => phase !== 'done' && phase !== 'refused' && phase !== 'failed'

function storedItem(file: Attachment): Item {
  const { id, name, size, thumbUrl } = file
  const view: UploadView = {
    phase: 'done',
    sent: size,
    message: '',
    file,
    bytesPerSecond: undefined,
    secondsLeft: undefined,
  }
  const entry = { key: id, name, size, sizeText: formatFileSize(size), picture: thumbUrl }
  return { key: id, file: undefined, upload: undefined, entry, view: () => view }
}

/** An object URL stays in memory until it is revoked. */
function releasePicture({ file, entry }: Item) {
  if (file && entry.picture) URL.revokeObjectURL(entry.picture)
}

/** A local picture, shown before the server has a thumbnail. */
const createPicture = (file: File) =>
  /^image\/(jpeg|png|gif|bmp|webp)$/.test(file.type) ? URL.createObjectURL(file) : null

function filterFiles(files: readonly File[], items: readonly Item[], limits: FileLimits) {
  const accepted: File[] = []
  const notes: string[] = []
  for (const file of files) {
    const refusal = getFileError(file, limits)
    const isHere = (other: File | undefined) =>
      other?.name === file.name && other.size === file.size && other.lastModified === file.lastModified
    if (refusal) notes.push(`${file.name}：${refusal}`)
    else if (accepted.some(isHere) || items.some((item) => isHere(item.file))) notes.push(`${file.name}：已经添加过`)
    else accepted.push(file)
  }
  const slotsLeft = Math.max(0, limits.maxFiles - items.length)
  if (accepted.length > slotsLeft) notes.push(getTooManyMessage(limits.maxFiles))
  return { accepted: accepted.slice(0, slotsLeft), notes }
}
