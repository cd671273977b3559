import type { UploadRow } from '#packages/web/desk/attachments/file-row.ts'
import { formatTimeLeft } from '../upload/upload-speed.ts'
import type { UploadPhase, UploadView } from '../upload/upload.ts'
import { isUploading, type UploadEntry } from '../upload/upload-list.ts'

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

function getStatusText({ phase, sent, secondsLeft, message }: UploadView, size: number): string {
  const percent = `${Math.floor((100 * sent) / Math.max(1, size))}%`
  const texts: Record<UploadPhase, string> = {
    waiting: '等待上传',
    sending: secondsLeft === undefined ? `上传中 ${percent}` : `${percent}，${formatTimeLeft(secondsLeft)}`,
    offline: '网络已断开，恢复后继续',
    troubled: '网络不稳定，正在重试',
    paused: `已暂停 ${percent}`,
    checking: '正在检查',
    done: '',
    refused: message,
    failed: message,
  }
  return texts[phase]
}

/** Why the form cannot be submitted yet; undefined when it can. */
export function getPendingMessage(entries: readonly UploadEntry[]): string | undefined {
  if (entries.some(({ view }) => isUploading(view.phase))) return '附件正在上传'
  if (entries.some(({ view }) => view.phase === 'failed')) return '有附件上传失败，请重试或取消'
  if (entries.some(({ view }) => view.phase === 'refused')) return '有附件未通过检查，请先取消'
  return undefined
}
