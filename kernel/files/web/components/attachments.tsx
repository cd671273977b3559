import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { AttachmentField } from '#packages/web/desk/attachments/attachment-field.tsx'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { fileKinds, type Attachment, type FileKind, type FileLimits } from '../../contract.ts'
import { fileLimitsQuery, getFile } from '../queries.ts'
import { showFiles } from '../show-files.ts'
import { browserTransport } from '../upload/upload-transport.ts'
import { createUploadList, type UploadEntry, type UploadList } from '../upload/upload-list.ts'
import { getPendingMessage, toUploadRow } from './upload-rows.ts'

interface Props extends ControlProps {
  /** A lower limit than that of the organisation. */
  maxFiles?: number
  /** Only files of this kind. */
  only?: FileKind
  /** Files that are loaded already, so that they are not fetched. */
  known?: readonly Attachment[]
}

const noFiles: readonly Attachment[] = []
const MB = 1024 * 1024

/** The files of a form. The value is the list of ids; running uploads block the form. */
export default function Attachments(props: Props) {
  const { control, name, isPhone, isRequired, value, maxFiles = Infinity, known = noFiles, only } = props
  const { onChange, onPending } = props
  const container = useRef<HTMLDivElement>(null)
  const [list] = useState(() => createUploadList(browserTransport))
  const entries = useSyncExternalStore(list.subscribe, list.entries)
  const { data } = useQuery(fileLimitsQuery)
  const limits = data && narrowLimits(data, maxFiles, only)
  const lost = useFieldValue({ list, entries, value: value as readonly string[], known, onChange })
  const pendingMessage = getPendingMessage(entries)
  const reportPending = useEffectEvent(() => onPending(pendingMessage))
  useEffect(() => reportPending(), [pendingMessage])
  useStopWhenRemoved(container, list)
  const shown = listStoredFiles(entries)
  return (
    <div ref={container}>
      <AttachmentField
        control={control}
        name={name}
        isPhone={isPhone}
        isRequired={isRequired}
        rows={entries.map(toUploadRow)}
        accept={toAcceptAttribute(limits)}
        hint={limits ? `单个不超过 ${Math.floor(limits.maxBytes / MB)}MB，最多 ${limits.maxFiles} 个` : '正在准备上传'}
        notes={lost}
        hasRoom={limits !== undefined && entries.length < limits.maxFiles}
        onFiles={(files) => (limits ? list.add(files, limits) : ['正在准备上传，请稍后再试'])}
        onOpen={(key) => {
          const file = entries.find((entry) => entry.key === key)?.view.file
          if (file) void showFiles(shown, shown.indexOf(file))
        }}
        onRemove={list.remove}
        onMove={list.move}
        onPause={list.pause}
        onStart={list.start}
      />
    </div>
  )
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

/** Suffixes for desktops, and image types so that phones offer their camera. */
function narrowLimits(limits: FileLimits, maxFiles: number, only: FileKind | undefined): FileLimits {
  const suffixes = only
    ? limits.suffixes.filter((suffix) => Object.hasOwn(fileKinds[only].types, suffix))
    : limits.suffixes
  return { maxBytes: limits.maxBytes, maxFiles: Math.min(limits.maxFiles, maxFiles), suffixes }
}

function toAcceptAttribute(limits: FileLimits | undefined) {
  const suffixes = limits?.suffixes ?? []
  const types: Record<string, string> = { ...fileKinds.image.types, ...fileKinds.video.types }
  return [...new Set(suffixes.flatMap((suffix) => [types[suffix] ?? [], `.${suffix}`].flat()))].join()
}
