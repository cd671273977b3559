import { downloadFile } from '#packages/web/core/download-file.ts'
import type { Attachment } from '../contract.ts'
import { getFile } from './queries.ts'

/** Takes a file along. Its link is asked for only now: those that came with the page may be too old. */
export async function downloadAttachment(file: Attachment, onFailed?: () => void): Promise<void> {
  const { downloadUrl } = await getFile(file.id)
  downloadFile(downloadUrl, onFailed)
}
