import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { fileKinds, type Attachment, type FileKind, type FileLimits } from '../../contract.ts'
import { getFile } from '../queries.ts'
import { createUploadList, type UploadEntry, type UploadList } from './upload-list.ts'
import { getPendingMessage } from './upload-status.ts'
import { browserTransport } from './upload-transport.ts'

interface UploadField {
  /** The ids of the files. */
  value: readonly string[]
  /** Files that are loaded already, so that they are not fetched. */
  known: readonly Attachment[]
  onChange: (ids: string[]) => void
  onPending: (message: string | undefined) => void
}

/** The files of a form field: running uploads block the form, and stop when the field is removed. */
export function useUploadField({ value, known, onChange, onPending }: UploadField) {
  const container = useRef<HTMLDivElement>(null)
  const [list] = useState(() => createUploadList(browserTransport))
  const entries = useSyncExternalStore(list.subscribe, list.entries)
  const lost = useFieldValue({ list, entries, value, known, onChange })
  const pendingMessage = getPendingMessage(entries)
  const reportPending = useEffectEvent(() => onPending(pendingMessage))
  useEffect(() => reportPending(), [pendingMessage])
  useStopWhenRemoved(container, list)
  return { container, list, entries, lost, stored: listStoredFiles(entries) }
}

interface FieldState {
  list: UploadList
  entries: readonly UploadEntry[]
  value: readonly string[]
  known: readonly Attachment[]
  onChange: (ids: string[]) => void
}

/** Synchronises the list with the form value in both directions. Returns the ids that were not found. */
function useFieldValue({ list, entries, value, known, onChange }: FieldState): readonly string[] {
  const [lost, setLost] = useState<readonly string[]>([])
  /** The last value from this field; any other value was set by the form: a draft or a reset. */
  const lastValue = useRef('')
  const isAdopting = useRef(false)
  /** Files that could not be fetched, but may exist: they stay in the form. */
  const unread = useRef<readonly string[]>([])
  const currentValue = value.join()
  const adoptValue = useEffectEvent((signal: AbortSignal) => {
    if (currentValue === lastValue.current) return
    lastValue.current = currentValue
    isAdopting.current = true
    void loadFiles(value, [...known, ...listStoredFiles(entries)], signal).then(({ found, missing }) => {
      if (signal.aborted) return
      isAdopting.current = false
      unread.current = missing
      list.take(found)
      setLost(getLostMessages(value.length - found.length - missing.length, missing.length))
    })
  })
  useEffect(() => {
    const stop = new AbortController()
    adoptValue(stop.signal)
    return () => stop.abort()
  }, [currentValue])
  const publishValue = useEffectEvent(() => {
    const ids = [...unread.current, ...listStoredFiles(entries).map(({ id }) => id)]
    if (isAdopting.current || ids.join() === lastValue.current) return
    lastValue.current = ids.join()
    onChange(ids)
  })
  useEffect(() => publishValue(), [entries])
  return lost
}

const getLostMessages = (gone: number, unread: number) => [
  ...(gone > 0 ? [`有 ${gone} 个附件已失效，请重新上传`] : []),
  ...(unread > 0 ? [`有 ${unread} 个附件暂时无法显示，仍会保留`] : []),
]

const listStoredFiles = (entries: readonly UploadEntry[]) => entries.flatMap(({ view }) => view.file ?? [])

/** The known files, and the others from the server; deleted ones are left out. */
async function loadFiles(ids: readonly string[], known: readonly Attachment[], signal: AbortSignal) {
  const missing: string[] = []
  const read = async (id: string) => {
    try {
      return known.find((file) => file.id === id) ?? (await getFile(id, signal))
    } catch (error) {
      if (!isMissingOrForbidden(error)) missing.push(id)
      return undefined
    }
  }
  const found = await Promise.all(ids.map(read))
  return { found: found.filter((file) => file !== undefined), missing }
}

/** Stops the uploads when the form is removed. A page that is only in the background continues. */
function useStopWhenRemoved(container: RefObject<HTMLElement | null>, list: UploadList) {
  useEffect(() => {
    const element = container.current
    return () => {
      if (!element?.isConnected) list.stop()
    }
  }, [container, list])
}

/** The limits of the organisation, or lower ones of the field. */
export function narrowLimits(limits: FileLimits, maxFiles: number, only: FileKind | undefined): FileLimits {
  const suffixes = only
    ? limits.suffixes.filter((suffix) => Object.hasOwn(fileKinds[only].types, suffix))
    : limits.suffixes
  return { maxBytes: limits.maxBytes, maxFiles: Math.min(limits.maxFiles, maxFiles), suffixes }
}

/** Suffixes for desktops, and image types so that phones offer their camera. */
export function toAcceptAttribute(limits: FileLimits | undefined) {
  const suffixes = limits?.suffixes ?? []
  const types: Record<string, string> = { ...fileKinds.image.types, ...fileKinds.video.types }
  return [...new Set(suffixes.flatMap((suffix) => [types[suffix] ?? [], `.${suffix}`].flat()))].join()
}
