import { takeFile } from '#packages/web/core/take-file.ts'
import type { Attachment } from '../contract.ts'
import { readFile } from './queries.ts'

/** Takes a file along. Its link is asked for only now: those that came with the page may be too old. */
export async function download(file: Attachment, onFailed?: () => void): Promise<void> {
  const { downloadUrl } = await readFile(file.id)
  takeFile(downloadUrl, onFailed)
}
