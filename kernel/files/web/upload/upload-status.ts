import { isUploading, type UploadEntry } from './upload-list.ts'
import { formatTimeLeft } from './upload-speed.ts'
import type { UploadPhase, UploadView } from './upload.ts'

/** The progress of an upload in words. */
export function getStatusText({ phase, sent, secondsLeft, message }: UploadView, size: number): string {
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
