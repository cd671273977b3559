import type { BodyOf, Page } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { parseCell, type ImportTarget } from '#packages/sheet'
import { findTaskProgress } from '#kernel/task/server/api.ts'
import type { Batch, BatchRow, BatchStatus, FileColumn, sheetApi } from '../../contract.ts'
import { decryptRow } from '../examine-rows.ts'
import type { BatchRecord } from '../import-queries.ts'
import { listRowPage } from '../import-row-queries.ts'
import { BatchCipher, type FileHead } from '../batch-cipher.ts'
import { presentRow } from './present-row.ts'
import { openBatch } from './lock-batch.ts'
import { getBatchSummary } from './import-summary.ts'

const busyStatuses: readonly BatchStatus[] = ['reading', 'checking', 'applying', 'undoing']
const checkedStates: readonly BatchStatus[] = ['ready', 'applying', 'applied', 'undoing', 'undone']

/** The state of a batch; polled while a task is running. */
export async function getBatch(ctx: Ctx, id: string): Promise<Batch> {
  const { batch, target } = await openBatch(ctx, id)
  const cipher = await BatchCipher.create(ctx)
  const head = batch.head && cipher.decryptHead(batch.head)
  const { status, message, rowCount, orgId, orgName, fileName, taskId } = batch
  return {
    id,
    target: target.key,
    title: target.title,
    orgId,
    orgName,
    fileName,
    status,
    message,
    rowCount,
    taskId,
    sheetName: head?.sheetName ?? '',
    progress: busyStatuses.includes(status) ? await getProgress(ctx, batch) : null,
    columns: head ? listFileColumns(batch, head) : [],
    values: head ? listValuePairs(target, batch, head, await loadChoices(ctx, target, batch)) : [],
    summary: checkedStates.includes(status) ? await getBatchSummary(ctx, { target, batchId: id, cipher }) : null,
    report: getReport(ctx, batch, cipher),
    createdAt: batch.createdAt.toISOString(),
  }
}

export async function listRows(ctx: Ctx, { id, ...filter }: BodyOf<typeof sheetApi.rows>): Promise<Page<BatchRow>> {
  await openBatch(ctx, id)
  const cipher = await BatchCipher.create(ctx)
  const page = await listRowPage(ctx.db, id, filter)
  return { ...page, items: page.items.map((record) => presentRow(cipher, decryptRow(cipher, record))) }
}

async function getProgress({ db }: Ctx, { taskId, rowCount }: BatchRecord) {
  const taskProgress = taskId === null ? undefined : await findTaskProgress(db, taskId)
  return taskProgress
    ? { done: taskProgress.done, total: taskProgress.total ?? rowCount }
    : { done: 0, total: rowCount }
}

/** Column letters as in Excel: A, B, …, Z, AA. */
function getColumnLetter(at: number): string {
  return (at >= 26 ? getColumnLetter(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
}

const listFileColumns = ({ mapping }: BatchRecord, { headings, columns }: FileHead): FileColumn[] =>
  headings.map((heading, at) => {
    const { key, how } = mapping[at] ?? { key: null, how: 'none' }
    const { samples, note } = columns[at]!
    return { at, letter: getColumnLetter(at), heading, samples, key, how, note }
  })

/** How choice values are matched: from the first rows before the check, from all rows afterwards. */
function listValuePairs(
  target: ImportTarget,
  { mapping, status }: BatchRecord,
  head: FileHead,
  choices: Awaited<ReturnType<ImportTarget['loadContext']>>['choices'],
): Batch['values'] {
  if (status !== 'mapping') return toValuePairs(head.pairs)
  const pairs = mapping.flatMap(({ at, key }): [string, FileHead['pairs'][string]][] => {
    const column = target.columns.find((other) => other.key === key)
    if (column?.kind !== 'choice') return []
    const offered = choices[column.key] ?? column.choices ?? []
    const found = head.columns[at]!.values.flatMap(([raw, count]) => {
      const { from, shown } = parseCell(column, offered, raw)
      return from === undefined ? [] : [{ from, to: shown, count }]
    })
    return [[column.key, found]]
  })
  return toValuePairs(Object.fromEntries(pairs))
}

const toValuePairs = (pairs: FileHead['pairs']): Batch['values'] =>
  Object.entries(pairs).flatMap(([column, found]) => (found.length === 0 ? [] : [{ column, pairs: found }]))

const loadChoices = async (ctx: Ctx, target: ImportTarget, { status, orgId }: BatchRecord) =>
  status === 'mapping' ? (await target.loadContext(ctx, orgId)).choices : {}

function getReport({ now }: Ctx, { report, status, undoUntil }: BatchRecord, cipher: BatchCipher): Batch['report'] {
  if (!report) return null
  const canUndo = status === 'applied' && undoUntil !== null && undoUntil > now
  return { ...cipher.decryptReport(report), undoUntil: canUndo ? undoUntil.toISOString() : null }
}
