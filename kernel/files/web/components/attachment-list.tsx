import { useState, type ReactNode } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatFileSize } from '#packages/web/core/format/file-size.ts'
import { AttachmentRows } from '#packages/web/desk/attachments/attachment-rows.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { Attachment } from '../../contract.ts'
import { downloadAttachment } from '../download.ts'
import { startZip } from '../queries.ts'
import { showFiles } from '../show-files.ts'

interface Props {
  files: readonly Attachment[]
  /** The name of the zip of all files. */
  zipName?: string
  /** Shown instead of an empty list. */
  empty?: ReactNode
}

export default function AttachmentList({ files, zipName = '附件', empty = null }: Props) {
  const toast = useToast()
  const [isPacking, setPacking] = useState(false)
  const downloadAll = async () => {
    setPacking(true)
    try {
      const ids = files.map(({ id }) => id)
      await startZip(zipName, ids)
      toast.success('已加入任务，完成后通知您')
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
    setPacking(false)
  }
  const downloadFile = (file: Attachment) =>
    downloadAttachment(file, () => toast.error('下载失败，请重试')).catch((error: unknown) =>
      toast.error(getErrorMessage(error)),
    )
  if (files.length === 0) return empty
  const fileOf = (key: string) => files.find(({ id }) => id === key)!
  return (
    <AttachmentRows
      rows={files.map(({ id, name, size, thumbUrl, userName }) => ({
        key: id,
        name,
        size: formatFileSize(size),
        picture: thumbUrl,
        userName,
      }))}
      onOpen={(key) => void showFiles(files, files.indexOf(fileOf(key)))}
      onDownload={(key) => void downloadFile(fileOf(key))}
      onDownloadAll={() => void downloadAll()}
      isPacking={isPacking}
    />
  )
}
