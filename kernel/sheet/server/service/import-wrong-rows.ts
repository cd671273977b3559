import { found, Refusal, type Ctx } from '#packages/core'
import { sheetStream, written, type ExportCell, type ImportTarget, type RawCell } from '#packages/sheet'
import { storeFile } from '#kernel/files/server'
import { defineTask, type TaskRun } from '#kernel/task/server'
import { onceWords } from '../../contract.ts'
import { ctxOfTask, inside } from '../acting.ts'
import { issuesOf, openRow, pieceRows, type OpenRow } from '../examining.ts'
import { findBatch, type BatchRecord } from '../import-queries.ts'
import { countRows, rowsAfter } from '../import-row-queries.ts'
import { targetOf } from '../import-targets.ts'
import { Sealing } from '../sealing.ts'
import { openBatch } from './import-opening.ts'
import { reasonHeading } from './import-reading.ts'

/** Has the rows that are wrong put into a file, to be repaired elsewhere and brought again. */
export async function startWrongRows(ctx: Ctx, id: string): Promise<{ taskId: string }> {
  const { batch } = await openBatch(ctx, id)
  if (!['ready', 'applied', 'undone'].includes(batch.status)) throw new Refusal('请等待检查完成')
  const { wrong } = await countRows(ctx.db, id)
  if (wrong === 0) throw new Refusal('没有错误的行')
  const facts = { title: '下载错误行', data: { batchId: id }, total: wrong, isWatched: true }
  return { taskId: await writeWrongRows.start(ctx, facts) }
}

export const writeWrongRows = defineTask<{ batchId: string }>({
  kind: 'sheet.wrong-rows',
  title: '导出错误行',
  async run(run, { batchId }) {
    const batch = found(await inside(run, (db) => findBatch(db, batchId), { readOnly: true }), '导入')
    const sealing = await inside(run, (db) => Sealing.of(ctxOfTask(run, db)), { readOnly: true })
    const target = targetOf(batch.target)
    const columns = await columnsFor(run, { batch, target, sealing })
    const { sheetName } = sealing.openHead(batch.head!)
    const content = sheetStream({
      sheetName: sheetName || target.title,
      columns: [...columns.map(({ title }) => ({ title })), { title: reasonHeading, width: 60, isAlarm: true }],
      rows: linesOf(run, { batch, target, sealing }, columns),
    })
    const { cells, districtId, owner } = run
    const file = await storeFile(
      { cells, districtId, now: new Date() },
      {
        name: `${batch.fileName.replace(/\.[^.]*$/, '')}-错误行.xlsx`,
        kind: 'excel',
        content,
        personId: owner.personId,
        orgId: owner.orgId,
        owner: { kind: 'task', id: run.taskId },
        isOnce: true,
      },
    )
    return { file, words: onceWords }
  },
})

interface Source {
  batch: BatchRecord
  target: ImportTarget
  sealing: Sealing
}
interface Column {
  title: string
  /** Where it stands in the file that came; nothing when it does not. */
  at: number | undefined
  key: string | null
}

/** Those of the file that came, and those in which somebody has filled something in that the file does not have. */
async function columnsFor(run: TaskRun, source: Source): Promise<Column[]> {
  const { batch, target, sealing } = source
  const { headings } = sealing.openHead(batch.head!)
  const own = headings.flatMap((title, at): Column[] =>
    title.trim() === reasonHeading ? [] : [{ title, at, key: batch.mapping[at]?.key ?? null }],
  )
  const edited = new Set<string>()
  for await (const row of wrongRows(run, source)) for (const key of Object.keys(row.checked.edits)) edited.add(key)
  const more = target.columns.filter(({ key }) => edited.has(key) && !own.some((column) => column.key === key))
  return [...own, ...more.map(({ key, title }): Column => ({ title, at: undefined, key }))]
}

async function* wrongRows(run: TaskRun, { batch, sealing }: Source): AsyncGenerator<OpenRow> {
  for (let after = 0; ;) {
    const read = () => inside(run, (db) => rowsAfter(db, batch.id, after, pieceRows, ['wrong']), { readOnly: true })
    const records = await read()
    for (const record of records) yield openRow(sealing, record)
    if (records.length < pieceRows) return
    after = records.at(-1)!.row
  }
}

async function* linesOf(run: TaskRun, source: Source, columns: readonly Column[]): AsyncGenerator<ExportCell[]> {
  const titles = new Map(source.target.columns.map(({ key, title }) => [key, title]))
  let done = 0
  for await (const { raw, checked } of wrongRows(run, source)) {
    const reason = issuesOf(checked).map(({ column, words }) => `${titles.get(column) ?? ''}：${words}`)
    const cells = columns.map(({ at, key }) => {
      const edit = key === null ? undefined : checked.edits[key]
      return edit ?? asItCame(at === undefined ? null : (raw[at] ?? null))
    })
    yield [...cells, reason.join('；')]
    await run.progress(++done)
  }
}

const asItCame = (raw: RawCell): ExportCell => (typeof raw === 'boolean' ? written(raw) : raw)
