import { setTimeout as sleep } from 'node:timers/promises'
import { sheetApi, type ExportRecord } from '#kernel/sheet/contract.ts'
import { taskApi } from '#kernel/task/contract.ts'
import type { ApiClient } from './browser.ts'
import { codeSentTo } from './sms.ts'
import { requireGood } from './upload.ts'

interface ExportQuery {
  source: string
  filter: object
  columns: readonly string[]
}

const patienceMs = 60_000

/** Exports a masked file, which anybody may do, and returns its record once it is written. */
export async function exportMaskedFile(who: ApiClient, question: ExportQuery): Promise<ExportRecord> {
  const body = { ...question, isWhole: false, reason: '' }
  const { id } = await requireGood(who.post<{ id: string }>(sheetApi.export.path, body))
  return written(who, id)
}

/** Exports unmasked numbers: with a reason, an SMS code and the approval of a second person. */
export async function exportUnmaskedFile(who: ApiClient, phone: string, second: ApiClient, question: ExportQuery) {
  const body = { ...question, isWhole: true, reason: '核对全部人员的证件号码' }
  const refused = await who.post<{ msgId: string }>(sheetApi.export.path, body)
  const { msgId } = refused.data
  await requireGood(who.post('/api/users/sendMsgCode', { msgId }))
  const proved = { ...body, msgId, code: await codeSentTo(phone) }
  const { id } = await requireGood(who.post<{ id: string }>(sheetApi.export.path, proved))
  await requireGood(second.post(sheetApi.decideExport.path, { id, isAgreed: true, opinion: '' }))
  return written(who, id)
}

async function written(who: ApiClient, id: string): Promise<ExportRecord> {
  const until = Date.now() + patienceMs
  for (;;) {
    const record = await requireGood(who.get<ExportRecord>(`${sheetApi.exportDetail.path}?id=${id}`))
    if (record.state === 'done') return record
    if (record.state !== 'running' || Date.now() > until) throw new Error(`the export is ${record.state}`)
    await sleep(200)
  }
}

/** The download address of the file. */
export async function getDownloadUrl(who: ApiClient, { taskId }: ExportRecord) {
  const until = Date.now() + patienceMs
  for (;;) {
    const answer = await who.post<{ url: string } | null>(taskApi.result.path, { id: taskId })
    if (answer.data) return answer.data.url
    // The record says done a moment before the task has its result.
    if (Date.now() > until) throw new Error(answer.msg)
    await sleep(200)
  }
}
