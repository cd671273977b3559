import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import type { Attachment } from '../../contract.ts'
import { downloadAttachment } from '../download.ts'
import { getFile } from '../queries.ts'
import { FilePicture } from './file-picture.tsx'
import styles from './files.module.css'

/** Files to read: a picture opens, everything else is downloaded. */
export function FileList({ files }: { files: readonly Attachment[] }) {
  const [opened, setOpened] = useState<Attachment>()
  const [fault, setFault] = useState('')
  const download = async (file: Attachment) => {
    setFault('')
    await downloadAttachment(file, () => setFault('下载失败，请重试')).catch((error: unknown) =>
      setFault(getErrorMessage(error)),
    )
  }
  if (files.length === 0) return null
  return (
    <section>
      <h3 className={styles['label']}>附件</h3>
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
    </section>
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
