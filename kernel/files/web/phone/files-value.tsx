import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { FieldValueProps } from '#packages/web/core/field-control.ts'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import type { Attachment } from '../../contract.ts'
import { downloadAttachment } from '../download.ts'
import { getFile, getFiles } from '../queries.ts'
import { FilePicture } from './file-picture.tsx'
import styles from './files.module.css'

/** The files of a record. A module below this one knows only their ids. */
export default function FilesValue({ value }: FieldValueProps) {
  const files = value as readonly (Attachment | { id: string })[]
  if (files.every((file) => 'url' in file)) return <FileRows files={files} />
  return <FilesById ids={files.map(({ id }) => id)} />
}

function FilesById({ ids }: { ids: readonly string[] }) {
  const { answer, again } = useLoaded(ids.join(), () => getFiles(ids))
  if (answer === 'failed') return <InlineLoadError onRetry={again} />
  return answer ? <FileRows files={answer} /> : <Skeleton />
}

/** A picture opens, everything else is downloaded. */
function FileRows({ files }: { files: readonly Attachment[] }) {
  const [opened, setOpened] = useState<Attachment>()
  const [fault, setFault] = useState('')
  const download = async (file: Attachment) => {
    setFault('')
    await downloadAttachment(file, () => setFault('下载失败，请重试')).catch((error: unknown) =>
      setFault(getErrorMessage(error)),
    )
  }
  return (
    <>
      <ul className={styles['files']}>
        {files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              className={styles['open']}
              onClick={() => (file.kind === 'image' ? setOpened(file) : void download(file))}
            >
              <FilePicture picture={file.thumbUrl} />
              <span className={styles['words']}>
                <span className={styles['name']}>{file.name}</span>
                <span className={styles['facts']}>{file.sizeText}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {fault && <Note kind="error">{fault}</Note>}
      {opened && (
        <Picture file={opened} onDownload={() => void download(opened)} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

interface PictureProps {
  file: Attachment
  onDownload: () => void
  onClose: () => void
}

function Picture({ file, onDownload, onClose }: PictureProps) {
  // The link of the page may have expired.
  const { answer, again } = useLoaded(file.id, () => getFile(file.id))
  return (
    <BottomSheet title={file.name} onClose={onClose}>
      {answer === 'failed' ? (
        <InlineLoadError onRetry={again} />
      ) : answer ? (
        <img className={styles['whole']} src={answer.url} alt={file.name} />
      ) : (
        <Skeleton />
      )}
      <Button kind="plain" size="task" onClick={onDownload}>
        下载
      </Button>
    </BottomSheet>
  )
}
