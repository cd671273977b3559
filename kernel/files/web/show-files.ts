import { takeFile } from '#packages/web/core/take-file.ts'
import type { Answer, ViewerItem } from '#packages/web/desk/viewer/item.ts'
import { showViewer } from '#packages/web/desk/viewer/show.ts'
import { fileKinds, type Attachment, type FileItem, type FileKind } from '../contract.ts'
import { download } from './download.ts'
import { readFile, readPreview } from './queries.ts'

/** What the viewer makes room for, before the server has said how it is shown. */
const kinds: Partial<Record<FileKind, ViewerItem['kind']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  txt: 'text',
}

export const showFiles = (files: readonly Attachment[], index: number) => showViewer(files.map(itemOf), index)

/** A file item of the specification for the viewer; what it is, the end of its path tells. */
export function viewed({ name, path, url, downloadUrl }: FileItem): ViewerItem {
  const suffix = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const kind = (Object.keys(fileKinds) as FileKind[]).find((one) => Object.hasOwn(fileKinds[one].types, suffix))
  return { name, url, downloadUrl, kind: (kind && kinds[kind]) ?? 'pdf' }
}

const itemOf = (file: Attachment): ViewerItem => ({
  ...viewed(file),
  size: file.size,
  load: (signal) => ask(file.id, signal),
  // Should there be no answer, the link that is there may still be good.
  download: () => void download(file).catch(() => takeFile(file.downloadUrl)),
})

async function ask(id: string, signal: AbortSignal): Promise<Answer> {
  const preview = await readPreview(id, signal)
  const { state, kind, url, words } = preview
  if (state === 'making') return { state, words }
  if (state !== 'ready' || kind === 'none' || url === null) return { state: 'failed', words }
  const { downloadUrl } = await readFile(id, signal)
  return {
    state: 'ready',
    kind,
    url,
    downloadUrl,
    pages: preview.pages ?? undefined,
    watermark: preview.watermark ?? undefined,
  }
}
