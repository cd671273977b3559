import type { UploadRow } from '#packages/web/desk/attachments/file-row.ts'
import type { UploadEntry } from '../upload/upload-list.ts'
import { getStatusText } from '../upload/upload-status.ts'
import type { UploadPhase } from '../upload/upload.ts'

const rowStates: Record<UploadPhase, UploadRow['state']> = {
  waiting: 'resting',
  sending: 'moving',
  offline: 'resting',
  troubled: 'resting',
  paused: 'resting',
  checking: 'checking',
  done: 'done',
  refused: 'refused',
  failed: 'failed',
}

export function toUploadRow({ key, name, size, sizeText, picture, view }: UploadEntry): UploadRow {
  return {
    key,
    name,
    size: sizeText,
    picture,
    state: rowStates[view.phase],
    progress: size > 0 ? Math.min(1, view.sent / size) : 0,
    statusText: getStatusText(view, size),
    isPaused: view.phase === 'paused',
  }
}
