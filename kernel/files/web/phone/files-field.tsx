import { useId, useRef, useState } from 'react'
import type { PhoneControlProps } from '#packages/web/core/field-control.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { shrinkPhoto } from '#packages/web/light/shrink-photo.ts'
import { FieldMessage, RequiredMark } from '#packages/web/light/text-field.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import type { Attachment } from '../../contract.ts'
import { fileLimitsQuery } from '../queries.ts'
import type { UploadEntry } from '../upload/upload-list.ts'
import { getStatusText } from '../upload/upload-status.ts'
import { narrowLimits, toAcceptAttribute, useUploadField } from '../upload/use-upload-field.ts'
import { FilePicture } from './file-picture.tsx'
import styles from './files.module.css'

const MB = 1024 * 1024
const noFiles: readonly Attachment[] = []

/** The files of a form on a phone: from the camera or the album. Each is sent in parts, and continues where it stopped. */
export default function FilesField(props: PhoneControlProps) {
  return <UploadField {...props} />
}

interface UploadFieldProps extends PhoneControlProps {
  /** Only pictures, each made smaller before it is sent. */
  isPhotos?: boolean
}

export function UploadField(props: UploadFieldProps) {
  const { label, name, isOptional, error, hint, value, known, max = Infinity, onChange, onPending } = props
  const { isPhotos = false } = props
  const id = useId()
  const limitsLoaded = useLoaded('limits', () => fileLimitsQuery.queryFn({ signal: new AbortController().signal }))
  const { answer } = limitsLoaded
  const limits = answer && answer !== 'failed' ? narrowLimits(answer, max, isPhotos ? 'image' : undefined) : undefined
  const [notes, setNotes] = useState<readonly string[]>([])
  const { container, list, entries, lost } = useUploadField({
    value: value as readonly string[],
    known: (known as readonly Attachment[] | undefined) ?? noFiles,
    onChange,
    onPending,
  })
  const add = async (files: readonly File[]) => {
    if (!limits) return
    const ready = isPhotos ? await Promise.all(files.map(shrinkPhoto)) : files
    setNotes(list.add(ready, limits))
  }
  const about =
    limits && isPhotos
      ? `最多 ${limits.maxFiles} 张`
      : limits && `单个不超过 ${Math.floor(limits.maxBytes / MB)}MB，最多 ${limits.maxFiles} 个`
  return (
    <div ref={container} className={styles['field']} role="group" aria-labelledby={id} aria-describedby={`${id}-below`}>
      <span id={id} className={styles['label']}>
        {label}
        <RequiredMark isOptional={isOptional} />
      </span>
      {entries.length > 0 && (
        <ul className={styles['files']}>
          {entries.map((entry) => (
            <Upload
              key={entry.key}
              entry={entry}
              onRetry={() => list.start(entry.key)}
              onRemove={() => list.remove(entry.key)}
            />
          ))}
        </ul>
      )}
      {limits && entries.length < limits.maxFiles && (
        <div className={styles['buttons']}>
          <FileButton
            label="拍照"
            name={`${name}-camera`}
            accept="image/*"
            capture
            onFiles={(files) => void add(files)}
          />
          <FileButton
            label={isPhotos ? '从相册选择' : '从手机选择'}
            name={name}
            accept={isPhotos ? 'image/*' : toAcceptAttribute(limits)}
            onFiles={(files) => void add(files)}
          />
        </div>
      )}
      {answer === 'failed' && <TextButton onClick={limitsLoaded.again}>暂时不能上传，重试</TextButton>}
      <FieldMessage id={`${id}-below`} error={error ?? [...notes, ...lost][0]} hint={hint ?? about} />
    </div>
  )
}

interface FileButtonProps {
  label: string
  name: string
  accept: string
  /** Opens the camera at once. */
  capture?: boolean
  onFiles: (files: readonly File[]) => void
}

function FileButton({ label, name, accept, capture = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind="tint" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        name={name}
        aria-label={label}
        accept={accept}
        {...(capture ? { capture: 'environment' as const } : { multiple: true })}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same photograph can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

interface UploadProps {
  entry: UploadEntry
  onRetry: () => void
  onRemove: () => void
}

function Upload({ entry: { name, size, sizeText, picture, view }, onRetry, onRemove }: UploadProps) {
  const isWrong = view.phase === 'failed' || view.phase === 'refused'
  const status = getStatusText(view, size)
  return (
    <li className={styles['file']}>
      <FilePicture picture={picture} />
      <span className={styles['words']}>
        <span className={styles['name']}>{name}</span>
        <span className={isWrong ? styles['wrong'] : styles['facts']} role={status ? 'status' : undefined}>
          {status || sizeText}
        </span>
        {view.phase === 'sending' && (
          <progress className={styles['progress']} max={size} value={view.sent} aria-label={`${name}的上传进度`} />
        )}
      </span>
      {view.phase === 'failed' && <TextButton onClick={onRetry}>重试</TextButton>}
      <TextButton aria-label={`移除${name}`} onClick={onRemove}>
        移除
      </TextButton>
    </li>
  )
}
