import { dayOf, emptyId, orNotFound, containsPersonalNumber, Refusal, Ret, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict, type Db } from '#packages/db'
import { streamSheets, type ExportCell, type ExportColumn, type ExportSource, type SheetPart } from '#packages/sheet'
import { resolvePermissions } from '#kernel/access/server/api.ts'
import { getDecisionsOf } from '#kernel/approval/server/api.ts'
import { recordReveal } from '#kernel/audit/server/api.ts'
import { writeReservedFile, reserveFile } from '#kernel/files/server/api.ts'
import type { TaskResult, TaskRun } from '#kernel/task/server/api.ts'
import { oneTimeNotice, peopleWithoutApproval, rowsAtMost } from '../../contract.ts'
import { findExport, finishExport, setExportFile, type StoredExport } from '../export-queries.ts'
import { selectColumns, parseSourceFilter, getPermittedSource } from '../export-sources.ts'
import { limitToExportScope } from './export-scope.ts'
import { exportSubject } from './exports.ts'

const rowsPerPiece = 1_000

/** An export with all data for writing it. */
interface ExportPlan {
  row: StoredExport
  fileId: string
  columns: readonly ExportColumn[]
  sheets: readonly SheetPart[]
  count: number
  description: string
  reason: string
  approvedBy: string
}

/** Writes the file of an export. After a crash it continues with the same file and the same record. */
export async function writeExport(run: TaskRun, exportId: string): Promise<TaskResult> {
  const { app, cells, districtId } = run
  const now = new Date()
  const inside = <T>(work: (db: Db) => Promise<T>) => inDistrict(cells, districtId, work)
  const row = orNotFound(await inside((db) => findExport(db, exportId)), '导出记录')
  const getResultMessage = (count: number) => `共${count}${row.measure}${row.isWhole ? `，${oneTimeNotice}` : ''}`
  if (row.state === 'done') return { file: row.fileId!, message: getResultMessage(row.rowCount!) } // it was written before the last crash
  if (row.state !== 'running') throw new Refusal('导出已结束')
  const plan = await inside((db) => prepareExport(run, db, row, now))
  const counter = { written: 0 }
  await writeReservedFile({ app, cells, districtId, now }, plan.fileId, {
    content: streamSheets({
      title: row.title,
      sheets: [
        { sheetName: row.title, columns: plan.columns, rows: readExportRows(run, plan, counter) },
        ...plan.sheets,
      ],
      // The id in the file identifies the requester, even if the info sheet was removed.
      creator: exportId,
      facts: () => listFileFacts(plan, counter.written, now),
      printed: `${row.byName}（${row.orgName}）${minute.format(now)} 导出，请勿外传`,
    }),
    owner: { kind: 'task', id: run.taskId },
    isOneTime: row.isWhole,
    alongside: (db) => concludeExport(run, db, plan, counter.written),
  })
  return { file: plan.fileId, message: getResultMessage(counter.written) }
}

async function prepareExport(run: TaskRun, db: Db, row: StoredExport, now: Date): Promise<ExportPlan> {
  const { ctx, source, filter } = await actAsRequester(run, db, row)
  const count = await source.count(ctx, filter)
  refuseMoreRows(row, count)
  const fields = await loadFieldCipher(db, run.districtId)
  const { personId, orgId } = row
  const name = `${row.title}_${row.orgName}_${dayOf(now).replaceAll('-', '')}.xlsx`
  const fileId = row.fileId ?? (await reserveFile(db, { name, kind: 'excel', personId, orgId }, now))
  if (!row.fileId) await setExportFile(db, row.id, fileId)
  return {
    row,
    fileId,
    count,
    columns: selectColumns(source, row.columns),
    sheets: (await source.listSheets?.(ctx, filter)) ?? [],
    description: fields.decrypt('data_export.description', row.description, row.id),
    reason: fields.decrypt('data_export.reason', row.reason, row.id),
    approvedBy: (await getDecisionsOf(ctx, exportSubject, [row.id])).get(row.id)?.name ?? '',
  }
}

interface RequesterContext {
  ctx: Ctx
  source: ExportSource
  filter: unknown
}

/** The requester with the current permissions. */
async function actAsRequester(
  { app, districtId, taskId }: TaskRun,
  db: Db,
  row: StoredExport,
): Promise<RequesterContext> {
  const now = new Date()
  const permissions = await resolvePermissions({ app, db, now }, row)
  if (!permissions) throw createRightsLostRefusal()
  const { personId, userId, accountId, orgId } = row
  const ids = { districtId, personId, userId, accountId, orgId, sessionId: emptyId }
  const ctx: Ctx = { app, actor: { kind: 'staff', ...ids, ...permissions }, db, now, requestId: taskId }
  try {
    const source = await getPermittedSource(ctx, row.source)
    const fields = await loadFieldCipher(db, districtId)
    const filter = parseSourceFilter(source, JSON.parse(fields.decrypt('data_export.filter', row.filter, row.id)))
    return { ctx: await limitToExportScope(ctx, source, row.isWhole), source, filter }
  } catch (error) {
    throw error instanceof Refusal && error.ret === Ret.forbidden ? createRightsLostRefusal() : error
  }
}

const createRightsLostRefusal = () => new Refusal('申请人的任职或权限已变更，未生成文件')

/** The file must not have more rows than approved; a small increase is allowed. */
function refuseMoreRows({ isOfPeople, needsApproval, count: agreed }: StoredExport, count: number) {
  const most = needsApproval ? Math.ceil(agreed * 1.1) : isOfPeople ? peopleWithoutApproval : rowsAtMost
  if (count > Math.min(most, rowsAtMost)) throw new Refusal('数据已多于申请时的数量，请重新导出')
}

/** Reads the rows in pieces, each in a short transaction with the current permissions. */
async function* readExportRows(
  run: TaskRun,
  { row, columns, count }: ExportPlan,
  counter: { written: number },
): AsyncGenerator<readonly ExportCell[]> {
  const { cells, districtId } = run
  const masked = row.isWhole ? [] : columns.flatMap(({ isSensitive }, at) => (isSensitive ? [at] : []))
  const pageRequest = { columns: row.columns, isWhole: row.isWhole, limit: rowsPerPiece }
  const readFrom = (after: string | null) =>
    inDistrict(
      cells,
      districtId,
      async (db) => {
        const { ctx, source, filter } = await actAsRequester(run, db, row)
        return source.read(ctx, filter, { ...pageRequest, after })
      },
      { readOnly: true },
    )
  let after: string | null = null
  counter.written = 0
  do {
    const piece: Awaited<ReturnType<typeof readFrom>> = await readFrom(after)
    for (const cellsOfRow of piece.rows) {
      // Fails if a list did not mask a sensitive column.
      if (masked.some((at) => containsPersonalNumber(String(cellsOfRow[at] ?? ''))))
        throw new Error(`a sensitive column of ${row.source} is not masked`)
      yield cellsOfRow
    }
    counter.written += piece.rows.length
    refuseMoreRows(row, counter.written)
    await run.progress(counter.written, Math.max(count, counter.written))
    after = piece.after
  } while (after !== null)
}

/** Records the export in the transaction that makes the file readable. */
async function concludeExport(run: TaskRun, db: Db, { row, columns, reason }: ExportPlan, written: number) {
  const { ctx } = await actAsRequester(run, db, row)
  if (!(await finishExport(db, row.id, written, ctx.now))) throw new Error('it was ended while it was written')
  if (!row.isWhole) return
  const shown = columns.filter(({ isSensitive }) => isSensitive).map(({ key }) => key)
  await recordReveal(ctx, { subjectKind: 'data-export', subjectId: row.id, field: shown.join(','), reason })
}

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** The info sheet of the file. */
function listFileFacts(
  { row, description, reason, columns, approvedBy }: ExportPlan,
  written: number,
  now: Date,
): [string, string][] {
  const isMaskable = columns.some(({ isSensitive }) => isSensitive)
  return [
    ['导出人', row.byName],
    ['单位', row.orgName],
    ['时间', minute.format(now)],
    ['范围', description],
    ['行数', String(written)],
    ...(isMaskable ? [['证件号和电话', row.isWhole ? '完整' : '已隐藏中间位数'] as [string, string]] : []),
    ...(reason ? [['原因', reason] as [string, string]] : []),
    ...(approvedBy ? [['审批人', approvedBy] as [string, string]] : []),
    ['编号', row.id],
  ]
}
