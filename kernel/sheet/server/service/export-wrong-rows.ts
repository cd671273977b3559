import { orNotFound, Refusal, type Ctx } from '#packages/core'
import { streamSheet, getCellText, type ExportCell, type ImportTarget, type RawCell } from '#packages/sheet'
import { storeFile } from '#kernel/files/server/api.ts'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { oneTimeNotice } from '../../contract.ts'
import { createTaskContext, inTaskDistrict } from '../task-context.ts'
import { listRowIssues, decryptRow, rowsPerPiece, type OpenRow } from '../examine-rows.ts'
import { findBatch, type BatchRecord } from '../import-queries.ts'
import { countRows, listRowsAfter } from '../import-row-queries.ts'
import { getImportTarget } from '../import-targets.ts'
import { BatchCipher } from '../batch-cipher.ts'
import { openBatch } from './lock-batch.ts'
import { reasonHeading } from './read-import-file.ts'

/** Starts writing the wrong rows into a file, to be repaired and imported again. */
export async function startWrongRowsTask(ctx: Ctx, id: string): Promise<{ taskId: string }> {
  const { batch } = await openBatch(ctx, id)
  if (!['ready', 'applied', 'undone'].includes(batch.status)) throw new Refusal('请等待检查完成')
  const { wrong } = await countRows(ctx.db, id)
  if (wrong === 0) throw new Refusal('没有错误的行')
  const facts = { title: '下载错误行', data: { batchId: id }, total: wrong, isWatched: true }
  return { taskId: await writeWrongRowsTask.start(ctx, facts) }
}

export const writeWrongRowsTask = defineTask<{ batchId: string }>({
  kind: 'sheet.wrong-rows',
  title: '导出错误行',
  async run(run, { batchId }) {
    const batch = orNotFound(await inTaskDistrict(run, (db) => findBatch(db, batchId), { readOnly: true }), '导入')
    const cipher = await inTaskDistrict(run, (db) => BatchCipher.create(createTaskContext(run, db)), { readOnly: true })
    const target = getImportTarget(run, batch.target)
    const columns = await listColumns(run, { batch, target, cipher })
    const { sheetName } = cipher.decryptHead(batch.head!)
    const content = streamSheet({
      sheetName: sheetName || target.title,
      columns: [...columns.map(({ title }) => ({ title })), { title: reasonHeading, width: 60, isAlarm: true }],
      rows: readLines(run, { batch, target, cipher }, columns),
    })
    const { app, cells, districtId, owner } = run
    const file = await storeFile(
      { app, cells, districtId, now: new Date() },
      {
        name: `${batch.fileName.replace(/\.[^.]*$/, '')}-错误行.xlsx`,
        kind: 'excel',
        content,
        personId: owner.personId,
        orgId: owner.orgId,
        owner: { kind: 'task', id: run.taskId },
        isOneTime: true,
      },
    )
    return { file, message: oneTimeNotice }
  },
})

interface WrongRowsSource {
  batch: BatchRecord
  target: ImportTarget
  cipher: BatchCipher
}
interface WrongRowsColumn {
  title: string
  /** The position in the original file; undefined when the file does not have the column. */
  at: number | undefined
  key: string | null
}

/** The columns of the original file, and further columns that somebody has filled in. */
async function listColumns(run: TaskRun, source: WrongRowsSource): Promise<WrongRowsColumn[]> {
  const { batch, target, cipher } = source
  const { headings } = cipher.decryptHead(batch.head!)
  const own = headings.flatMap((title, at): WrongRowsColumn[] =>
    title.trim() === reasonHeading ? [] : [{ title, at, key: batch.mapping[at]?.key ?? null }],
  )
  const edited = new Set<string>()
  for await (const row of readWrongRows(run, source)) for (const key of Object.keys(row.checked.edits)) edited.add(key)
  const more = target.columns.filter(({ key }) => edited.has(key) && !own.some((column) => column.key === key))
  return [...own, ...more.map(({ key, title }): WrongRowsColumn => ({ title, at: undefined, key }))]
}

async function* readWrongRows(run: TaskRun, { batch, cipher }: WrongRowsSource): AsyncGenerator<OpenRow> {
  for (let after = 0; ;) {
    const read = () =>
      inTaskDistrict(run, (db) => listRowsAfter(db, batch.id, after, rowsPerPiece, ['wrong']), { readOnly: true })
    const records = await read()
    for (const record of records) yield decryptRow(cipher, record)
    if (records.length < rowsPerPiece) return
    after = records.at(-1)!.row
  }
}

async function* readLines(
  run: TaskRun,
  source: WrongRowsSource,
  columns: readonly WrongRowsColumn[],
): AsyncGenerator<ExportCell[]> {
  const titles = new Map(source.target.columns.map(({ key, title }) => [key, title]))
  let done = 0
  for await (const { raw, checked } of readWrongRows(run, source)) {
    const reason = listRowIssues(checked).map(({ column, message }) => `${titles.get(column) ?? ''}：${message}`)
    const cells = columns.map(({ at, key }) => {
      const edit = key === null ? undefined : checked.edits[key]
      return edit ?? toExportCell(at === undefined ? null : (raw[at] ?? null))
    })
    yield [...cells, reason.join('；')]
    await run.progress(++done)
  }
}

const toExportCell = (raw: RawCell): ExportCell => (typeof raw === 'boolean' ? getCellText(raw) : raw)
