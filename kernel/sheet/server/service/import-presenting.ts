import type { BodyOf, Page } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { understandCell, type ImportTarget } from '#packages/sheet'
import { taskStanding } from '#kernel/task/server'
import type { Batch, BatchRow, BatchStatus, FileColumn, sheetApi } from '../../contract.ts'
import { openRow } from '../examining.ts'
import type { BatchRecord } from '../import-queries.ts'
import { pageOfRows } from '../import-row-queries.ts'
import { Sealing, type Head } from '../sealing.ts'
import { presentRow } from './import-cells.ts'
import { openBatch } from './import-opening.ts'
import { summaryOf } from './import-summary.ts'

const underWay: readonly BatchStatus[] = ['reading', 'checking', 'applying', 'undoing']
const checkedStates: readonly BatchStatus[] = ['ready', 'applying', 'applied', 'undoing', 'undone']

/** How a batch stands. It is asked for again and again while something is under way. */
export async function readBatch(ctx: Ctx, id: string): Promise<Batch> {
  const { batch, target } = await openBatch(ctx, id)
  const sealing = await Sealing.of(ctx)
  const head = batch.head && sealing.openHead(batch.head)
  const { status, words, rowCount, orgId, orgName, fileName, taskId } = batch
  return {
    id,
    target: target.key,
    title: target.title,
    orgId,
    orgName,
    fileName,
    status,
    words,
    rowCount,
    taskId,
    sheetName: head?.sheetName ?? '',
    progress: underWay.includes(status) ? await progressOf(ctx, batch) : null,
    columns: head ? columnsOf(batch, head) : [],
    values: head ? valuesOf(target, batch, head, await choicesFor(ctx, target, batch)) : [],
    summary: checkedStates.includes(status) ? await summaryOf(ctx, { target, batchId: id, sealing }) : null,
    report: reportOf(ctx, batch, sealing),
    createdAt: batch.createdAt.toISOString(),
  }
}

/** A page of its rows. */
export async function readRows(ctx: Ctx, { id, ...asked }: BodyOf<typeof sheetApi.rows>): Promise<Page<BatchRow>> {
  await openBatch(ctx, id)
  const sealing = await Sealing.of(ctx)
  const page = await pageOfRows(ctx.db, id, asked)
  return { ...page, items: page.items.map((record) => presentRow(sealing, openRow(sealing, record))) }
}

async function progressOf({ db }: Ctx, { taskId, rowCount }: BatchRecord) {
  const standing = taskId === null ? undefined : await taskStanding(db, taskId)
  return standing ? { done: standing.done, total: standing.total ?? rowCount } : { done: 0, total: rowCount }
}

/** As Excel calls its columns: A, B, …, Z, AA. */
function letterOf(at: number): string {
  return (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
}

const columnsOf = ({ mapping }: BatchRecord, { headings, columns }: Head): FileColumn[] =>
  headings.map((heading, at) => {
    const { key, how } = mapping[at] ?? { key: null, how: 'none' }
    const { samples, note } = columns[at]!
    return { at, letter: letterOf(at), heading, samples, key, how, note }
  })

/** Before the check it is told from the first rows how words of choices will be understood, afterwards from all. */
function valuesOf(
  target: ImportTarget,
  { mapping, status }: BatchRecord,
  head: Head,
  choices: Awaited<ReturnType<ImportTarget['ground']>>['choices'],
): Batch['values'] {
  if (status !== 'mapping') return listed(head.pairs)
  const pairs = mapping.flatMap(({ at, key }): [string, Head['pairs'][string]][] => {
    const column = target.columns.find((other) => other.key === key)
    if (column?.kind !== 'choice') return []
    const offered = choices[column.key] ?? column.choices ?? []
    const found = head.columns[at]!.values.flatMap(([raw, count]) => {
      const { from, shown } = understandCell(column, offered, raw)
      return from === undefined ? [] : [{ from, to: shown, count }]
    })
    return [[column.key, found]]
  })
  return listed(Object.fromEntries(pairs))
}

const listed = (pairs: Head['pairs']): Batch['values'] =>
  Object.entries(pairs).flatMap(([column, found]) => (found.length === 0 ? [] : [{ column, pairs: found }]))

const choicesFor = async (ctx: Ctx, target: ImportTarget, { status, orgId }: BatchRecord) =>
  status === 'mapping' ? (await target.ground(ctx, orgId)).choices : {}

function reportOf({ now }: Ctx, { report, status, undoUntil }: BatchRecord, sealing: Sealing): Batch['report'] {
  if (!report) return null
  const canUndo = status === 'applied' && undoUntil !== null && undoUntil > now
  return { ...sealing.openReport(report), undoUntil: canUndo ? undoUntil.toISOString() : null }
}
