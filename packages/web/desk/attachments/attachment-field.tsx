import { CloseOutlined, ExclamationCircleFilled, PaperClipOutlined } from '@ant-design/icons'
import { useRef, useState, type RefObject } from 'react'
import { Button } from '../button.tsx'
import type { Control } from '../form/form-row.tsx'
import { Glyph } from '../glyph.tsx'
import icon from '../icon-button.module.css'
import visuallyHidden from '../visually-hidden.module.css'
import type { UploadRow } from './file-row.ts'
import { UploadRowLine, type UploadRowActions } from './upload-row.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useRowDrag } from './use-row-drag.ts'
import styles from './attachment-field.module.css'
import rowStyles from './attachment-rows.module.css'

interface Props extends UploadRowActions {
  control: Control
  name: string
  /** What the files are: 照片. */
  label?: string
  rows: readonly UploadRow[]
  /** The file types of the system's file chooser. */
  accept: string
  /** 单个不超过 100MB，最多 9 个 */
  hint: string
  isPhone: boolean
  isRequired: boolean
  /** Further notes about the list. */
  notes?: readonly string[]
  /** More files can be added. */
  hasRoom: boolean
  /** Returns why some of them were refused. */
  onFiles: (files: File[]) => readonly string[]
}

/** Files of a form: chosen, dropped or pasted; each shows its progress. */
export function AttachmentField(props: Props) {
  const { rows, onFiles, notes: others = [] } = props
  const field = useRef<HTMLDivElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [announcement, setAnnouncement] = useState('')
  const add = (files: File[]) => {
    setNotes(onFiles(files))
    // With large text there is little room, so the added file is scrolled into view.
    requestAnimationFrame(() => field.current?.querySelector('li:last-child')?.scrollIntoView({ block: 'nearest' }))
  }
  const isOver = useFileDrop(field, add)
  const nameOf = (key: string) => rows.find((row) => row.key === key)?.name
  const move = (key: string, to: number) => {
    props.onMove(key, to)
    setAnnouncement(`${nameOf(key)}，第 ${to + 1} 个，共 ${rows.length} 个`)
  }
  const remove = (key: string) => {
    props.onRemove(key)
    setAnnouncement(`已移除 ${nameOf(key)}`)
    // The pressed button was removed with its row.
    adder.current?.focus()
  }
  return (
    <div ref={field} className={styles['field']} data-over={isOver ? '' : undefined}>
      <Adder {...props} button={adder} onAdd={add} />
      <Notes notes={[...notes, ...others]} onClose={() => setNotes([])} />
      {rows.length > 0 && <Rows {...props} onMove={move} onRemove={remove} />}
      {isOver && <p className={styles['over']}>松开即可添加</p>}
      <p className={visuallyHidden['only']} role="status">
        {announcement}
      </p>
    </div>
  )
}

type AdderProps = Omit<Props, 'onFiles' | 'rows'> & {
  button: RefObject<HTMLButtonElement | null>
  onAdd: (files: File[]) => void
}

function Adder({
  control,
  name,
  label = '附件',
  accept,
  hint,
  isPhone,
  isRequired,
  hasRoom,
  button,
  onAdd,
}: AdderProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className={styles['add']}>
      <Button
        ref={button}
        icon={<Glyph of={PaperClipOutlined} />}
        disabled={!hasRoom}
        aria-describedby={control['aria-describedby']}
        onClick={() => chooser.current?.click()}
      >
        添加{label}
      </Button>
      <span className={styles['hint']}>{isPhone ? hint : `可拖到这里，或粘贴截图；${hint}`}</span>
      <input
        ref={chooser}
        id={control.id}
        name={name}
        type="file"
        className={visuallyHidden['only']}
        multiple
        tabIndex={-1}
        accept={accept}
        aria-required={isRequired}
        aria-invalid={control['aria-invalid']}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])])
          // Allows the same file to be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

function Rows({ rows, onOpen, onRemove, onPause, onStart, onMove }: Pick<Props, 'rows' | keyof UploadRowActions>) {
  const drag = useRowDrag(onMove)
  return (
    <ul className={rowStyles['rows']} aria-label="已添加的附件">
      {rows.map((row, at) => (
        <UploadRowLine
          key={row.key}
          row={row}
          at={at}
          onOpen={onOpen}
          onRemove={onRemove}
          onPause={onPause}
          onStart={onStart}
          onMove={onMove}
          count={rows.length}
          isMoving={drag.moving === row.key}
          grip={drag.grip(row.key)}
        />
      ))}
    </ul>
  )
}

/** The refused files, with reasons. */
function Notes({ notes, onClose }: { notes: readonly string[]; onClose: () => void }) {
  const [isRead, setRead] = useState('')
  const all = notes.join()
  if (all === '' || all === isRead) return null
  const close = () => {
    setRead(all)
    onClose()
  }
  return (
    <div className={styles['notes']} role="alert">
      <Glyph of={ExclamationCircleFilled} />
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <button type="button" className={icon['button']} aria-label="知道了" title="知道了" onClick={close}>
        <Glyph of={CloseOutlined} />
      </button>
    </div>
  )
}
