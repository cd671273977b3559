import { downloadFile } from '#packages/web/core/download-file.ts'
import type { Attachment } from '../contract.ts'
import { getFile } from './queries.ts'

/** Downloads a file with a fresh link, because that of the page may have expired. */
export async function downloadAttachment(file: Attachment, onFailed?: () => void): Promise<void> {
  const { downloadUrl } = await getFile(file.id)
  downloadFile(downloadUrl, onFailed)
}
