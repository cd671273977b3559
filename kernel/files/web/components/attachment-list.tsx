import { useState, type ReactNode } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { fileSize } from '#packages/web/core/format/file-size.ts'
import { AttachmentRows } from '#packages/web/desk/attachments/attachment-rows.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { Attachment } from '../../contract.ts'
import { download } from '../download.ts'
import { packFiles } from '../queries.ts'
import { showFiles } from '../show-files.ts'

interface Props {
  files: readonly Attachment[]
  /** What the zip of all of them is called. */
  zipName?: string
  /** Instead of the list when there are none. */
  empty?: ReactNode
}

export default function AttachmentList({ files, zipName = '附件', empty = null }: Props) {
  const toast = useToast()
  const [isPacking, setPacking] = useState(false)
  const pack = async () => {
    setPacking(true)
    try {
      const ids = files.map(({ id }) => id)
      await packFiles(zipName, ids)
      toast.success('已加入任务，完成后通知您')
    } catch (error) {
      toast.error(wordsOf(error))
    }
    setPacking(false)
  }
  const take = (file: Attachment) =>
    download(file, () => toast.error('下载失败，请重试')).catch((error: unknown) => toast.error(wordsOf(error)))
  if (files.length === 0) return empty
  const fileOf = (key: string) => files.find(({ id }) => id === key)!
  return (
    <AttachmentRows
      rows={files.map(({ id, name, size, thumbUrl, userName }) => ({
        key: id,
        name,
        size: fileSize(size),
        picture: thumbUrl,
        userName,
      }))}
      onOpen={(key) => void showFiles(files, files.indexOf(fileOf(key)))}
      onDownload={(key) => void take(fileOf(key))}
      onDownloadAll={() => void pack()}
      isPacking={isPacking}
    />
  )
}
