import type { UploadRow } from '#packages/web/desk/attachments/row.ts'
import { leftWords } from '../upload/pace.ts'
import type { UploadPhase, UploadView } from '../upload/upload.ts'
import { isUnderWay, type Entry } from '../upload/upload-list.ts'

const states: Record<UploadPhase, UploadRow['state']> = {
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

export function rowOf({ key, name, size, sizeWords, picture, view }: Entry): UploadRow {
  return {
    key,
    name,
    size: sizeWords,
    picture,
    state: states[view.phase],
    progress: size > 0 ? Math.min(1, view.sent / size) : 0,
    words: wordsFor(view, size),
    isPaused: view.phase === 'paused',
  }
}

function wordsFor({ phase, sent, secondsLeft, words }: UploadView, size: number): string {
  const percent = `${Math.floor((100 * sent) / Math.max(1, size))}%`
  const plain: Record<UploadPhase, string> = {
    waiting: '等待上传',
    sending: secondsLeft === undefined ? `上传中 ${percent}` : `${percent}，${leftWords(secondsLeft)}`,
    offline: '网络已断开，恢复后继续',
    troubled: '网络不稳定，正在重试',
    paused: `已暂停 ${percent}`,
    checking: '正在检查',
    done: '',
    refused: words,
    failed: words,
  }
  return plain[phase]
}

/** Why the form cannot be sent yet; nothing when it can. */
export function holdWords(entries: readonly Entry[]): string | undefined {
  if (entries.some(({ view }) => isUnderWay(view.phase))) return '附件正在上传'
  if (entries.some(({ view }) => view.phase === 'failed')) return '有附件上传失败，请重试或取消'
  if (entries.some(({ view }) => view.phase === 'refused')) return '有附件未通过检查，请先取消'
  return undefined
}
