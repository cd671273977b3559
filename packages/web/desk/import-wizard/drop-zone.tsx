import { CloudUploadOutlined, ExclamationCircleFilled, LoadingOutlined } from '@ant-design/icons'
import { useRef, type ReactNode } from 'react'
import { useFileDrop } from '../attachments/use-file-drop.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import visuallyHidden from '../visually-hidden.module.css'
import { usePhone } from '../use-phone.ts'
import styles from './drop-zone.module.css'

interface Props {
  /** The file types of the system's file chooser. */
  accept: string
  hint: string
  /** Why the last file was refused. */
  refusal?: string | undefined
  /** The current operation on the file, if any. */
  busy?: string | undefined
  onFile: (file: File) => void
  /** Other ways to begin. */
  children?: ReactNode
}

/** An area to drop one file, or to press for choosing it. */
export function DropZone({ accept, hint, refusal, busy, onFile, children }: Props) {
  const zone = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const take = (files: File[]) => files[0] && !busy && onFile(files[0])
  const isOver = useFileDrop(zone, take)
  // Nothing can be dragged on a phone.
  const invitation = usePhone() ? '选择要导入的 Excel 文件' : '把 Excel 文件拖到这里'
  return (
    <div ref={zone} className={styles['zone']} data-over={isOver && !busy ? '' : undefined}>
      <Glyph of={busy ? LoadingOutlined : CloudUploadOutlined} className={styles['icon']!} />
      <p className={styles['words']} role="status">
        {busy ?? (isOver ? '松开即可上传' : invitation)}
      </p>
      <div className={styles['acts']}>
        <Button type="primary" loading={busy !== undefined} onClick={() => chooser.current?.click()}>
          选择文件
        </Button>
        {children}
      </div>
      <input
        ref={chooser}
        type="file"
        className={visuallyHidden['only']}
        tabIndex={-1}
        accept={accept}
        aria-label="选择要导入的文件"
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])])
          // Allows the same file to be chosen again, after it has been repaired.
          currentTarget.value = ''
        }}
      />
      <p className={styles['hint']}>{hint}</p>
      {refusal && (
        <p className={styles['refusal']} role="alert">
          <Glyph of={ExclamationCircleFilled} />
          {refusal}
        </p>
      )}
    </div>
  )
}
