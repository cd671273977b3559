import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { isGone } from '#packages/web/core/call-error.ts'
import { AttachmentField } from '#packages/web/desk/attachments/attachment-field.tsx'
import type { ControlProps } from '#packages/web/desk/form/controls/control.ts'
import { fileKinds, type Attachment, type FileKind, type FileLimits } from '../../contract.ts'
import { fileLimits, readFile } from '../queries.ts'
import { showFiles } from '../show-files.ts'
import { browserTransport } from '../upload/transport.ts'
import { newUploadList, type Entry, type UploadList } from '../upload/upload-list.ts'
import { holdWords, rowOf } from './upload-words.ts'

interface Props extends ControlProps {
  /** Fewer than the organisation allows. */
  maxFiles?: number
  /** Nothing but files of this kind. */
  only?: FileKind
  /** What is there already, so that it need not be asked for. */
  known?: readonly Attachment[]
}

const noFiles: readonly Attachment[] = []
const MB = 1024 * 1024

/** The files of a form. Its value is the list of their ids; what is on its way holds the form back. */
export default function Attachments(props: Props) {
  const { control, name, isPhone, isRequired, value, maxFiles = Infinity, known = noFiles, only } = props
  const { onChange, onHold } = props
  const place = useRef<HTMLDivElement>(null)
  const [list] = useState(() => newUploadList(browserTransport))
  const entries = useSyncExternalStore(list.subscribe, list.entries)
  const { data } = useQuery(fileLimits)
  const limits = data && limitsFor(data, maxFiles, only)
  const lost = useValue({ list, entries, value: value as readonly string[], known, onChange })
  const held = holdWords(entries)
  const hold = useEffectEvent(() => onHold(held))
  useEffect(() => hold(), [held])
  useStop(place, list)
  const shown = storedOf(entries)
  return (
    <div ref={place}>
      <AttachmentField
        control={control}
        name={name}
        isPhone={isPhone}
        isRequired={isRequired}
        rows={entries.map(rowOf)}
        accept={acceptOf(limits)}
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

interface Both {
  list: UploadList
  entries: readonly Entry[]
  value: readonly string[]
  known: readonly Attachment[]
  onChange: (ids: string[]) => void
}

/** Keeps the list and the value of the form alike, whichever changed. Answers what could not be found again. */
function useValue({ list, entries, value, known, onChange }: Both): readonly string[] {
  const [lost, setLost] = useState<readonly string[]>([])
  /** What this field said last; anything else was put there by the form: a draft, or an empty one for the next. */
  const said = useRef('')
  const isAdopting = useRef(false)
  /** They may well be there, but nobody could be asked: they stay in the form. */
  const unread = useRef<readonly string[]>([])
  const wanted = value.join()
  const adopt = useEffectEvent((signal: AbortSignal) => {
    if (wanted === said.current) return
    said.current = wanted
    isAdopting.current = true
    void filesOf(value, [...known, ...storedOf(entries)], signal).then(({ found, missing }) => {
      if (signal.aborted) return
      isAdopting.current = false
      unread.current = missing
      list.take(found)
      setLost(lostWords(value.length - found.length - missing.length, missing.length))
    })
  })
  useEffect(() => {
    const stop = new AbortController()
    adopt(stop.signal)
    return () => stop.abort()
  }, [wanted])
  const tell = useEffectEvent(() => {
    const ids = [...unread.current, ...storedOf(entries).map(({ id }) => id)]
    if (isAdopting.current || ids.join() === said.current) return
    said.current = ids.join()
    onChange(ids)
  })
  useEffect(() => tell(), [entries])
  return lost
}

const lostWords = (gone: number, unread: number) => [
  ...(gone > 0 ? [`有 ${gone} 个附件已失效，请重新上传`] : []),
  ...(unread > 0 ? [`有 ${unread} 个附件暂时无法显示，仍会保留`] : []),
]

const storedOf = (entries: readonly Entry[]) => entries.flatMap(({ view }) => view.file ?? [])

/** Those that are known, and the others from the server; what is gone is left out. */
async function filesOf(ids: readonly string[], known: readonly Attachment[], signal: AbortSignal) {
  const missing: string[] = []
  const read = async (id: string) => {
    try {
      return known.find((file) => file.id === id) ?? (await readFile(id, signal))
    } catch (error) {
      if (!isGone(error)) missing.push(id)
      return undefined
    }
  }
  const found = await Promise.all(ids.map(read))
  return { found: found.filter((file) => file !== undefined), missing }
}

/** When the form is gone, so is the wish. A page that is only behind another goes on. */
function useStop(place: RefObject<HTMLElement | null>, list: UploadList) {
  useEffect(() => {
    const element = place.current
    return () => {
      if (!element?.isConnected) list.stop()
    }
  }, [place, list])
}

/** Endings for the desk; and the types of pictures, so that phones offer their camera. */
function limitsFor(limits: FileLimits, maxFiles: number, only: FileKind | undefined): FileLimits {
  const suffixes = only
    ? limits.suffixes.filter((suffix) => Object.hasOwn(fileKinds[only].types, suffix))
    : limits.suffixes
  return { maxBytes: limits.maxBytes, maxFiles: Math.min(limits.maxFiles, maxFiles), suffixes }
}

function acceptOf(limits: FileLimits | undefined) {
  const suffixes = limits?.suffixes ?? []
  const types: Record<string, string> = { ...fileKinds.image.types, ...fileKinds.video.types }
  return [...new Set(suffixes.flatMap((suffix) => [types[suffix] ?? [], `.${suffix}`].flat()))].join()
}
