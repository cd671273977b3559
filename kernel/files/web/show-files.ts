import { downloadFile } from '#packages/web/core/download-file.ts'
import type { FilePreviewAnswer, ViewerItem } from '#packages/web/desk/viewer/viewer-item.ts'
import { showViewer } from '#packages/web/desk/viewer/show-viewer.ts'
import { fileKinds, type Attachment, type FileItem, type FileKind } from '../contract.ts'
import { downloadAttachment } from './download.ts'
import { getFile, getFilePreview } from './queries.ts'

/** The layout of the viewer before the server has returned the preview. */
const viewerKinds: Partial<Record<FileKind, ViewerItem['kind']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  txt: 'text',
}

export const showFiles = (files: readonly Attachment[], index: number) =>
  showViewer(files.map(attachmentToViewerItem), index)

/** A file item of the specification for the viewer; the suffix of its path gives the kind. */
export function toViewerItem({ name, path, url, downloadUrl }: FileItem): ViewerItem {
  const suffix = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const kind = (Object.keys(fileKinds) as FileKind[]).find((one) => Object.hasOwn(fileKinds[one].types, suffix))
  return { name, url, downloadUrl, kind: (kind && viewerKinds[kind]) ?? 'pdf' }
}

const attachmentToViewerItem = (file: Attachment): ViewerItem => ({
  ...toViewerItem(file),
  size: file.size,
  load: (signal) => loadPreview(file.id, signal),
  // If no fresh link can be fetched, the old one may still be valid.
  download: () => void downloadAttachment(file).catch(() => downloadFile(file.downloadUrl)),
})

async function loadPreview(id: string, signal: AbortSignal): Promise<FilePreviewAnswer> {
  const preview = await getFilePreview(id, signal)
  const { state, kind, url, message } = preview
  if (state === 'making') return { state, message }
  if (state !== 'ready' || kind === 'none' || url === null) return { state: 'failed', message }
  const { downloadUrl } = await getFile(id, signal)
  return {
    state: 'ready',
    kind,
    url,
    downloadUrl,
    pages: preview.pages ?? undefined,
    watermark: preview.watermark ?? undefined,
  }
}
