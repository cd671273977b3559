import { dayOf, emptyId, found, holdsPersonalNumber, Refusal, Ret, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inDistrict, type Db } from '#packages/db'
import { sheetStream, type ExportCell, type ExportColumn, type ExportSource } from '#packages/sheet'
import { standingOf } from '#kernel/access/server'
import { recordReveal } from '#kernel/audit/server'
import { fillFile, reserveFile } from '#kernel/files/server'
import type { TaskResult, TaskRun } from '#kernel/task/server'
import { onceWords, peopleAlone, rowsAtMost } from '../../contract.ts'
import { exportToWrite, finishExport, noteFile, type ExportToWrite } from '../export-queries.ts'
import { columnsOf, filterOf, sourceFor } from '../export-sources.ts'
import { cutToExport } from './export-reach.ts'

const inAPiece = 1_000

/** An export with everything that is needed to write it. */
interface Plan {
  row: ExportToWrite
  fileId: string
  columns: readonly ExportColumn[]
  count: number
  words: string
  reason: string
}

/** Writes the file of an export. Begun again after a crash it goes on with the same file and the same line of the ledger. */
export async function writeExport(run: TaskRun, exportId: string): Promise<TaskResult> {
  const { cells, districtId } = run
  const now = new Date()
  const inside = <T>(work: (db: Db) => Promise<T>) => inDistrict(cells, districtId, work)
  const row = found(await inside((db) => exportToWrite(db, exportId)), '导出记录')
  const words = (count: number) => `共${count}${row.measure}${row.isWhole ? `，${onceWords}` : ''}`
  if (row.state === 'done') return { file: row.fileId!, words: words(row.rowCount!) } // it was made before the last crash
  if (row.state !== 'running') throw new Refusal('导出已结束')
  const plan = await inside((db) => prepare(run, db, row, now))
  const counter = { written: 0 }
  await fillFile({ cells, districtId, now }, plan.fileId, {
    content: sheetStream({
      sheetName: row.title,
      title: row.title,
      columns: plan.columns,
      rows: rowsOf(run, plan, counter),
      // Whoever finds the file can find out who took it, also when the sheet that says so was removed.
      creator: exportId,
      facts: () => factsOf(plan, counter.written, now),
      printed: `${row.byName}（${row.orgName}）${minute.format(now)} 导出，请勿外传`,
    }),
    owner: { kind: 'task', id: run.taskId },
    isOnce: row.isWhole,
    alongside: (db) => conclude(run, db, plan, counter.written),
  })
  return { file: plan.fileId, words: words(counter.written) }
}

async function prepare(run: TaskRun, db: Db, row: ExportToWrite, now: Date): Promise<Plan> {
  const { ctx, source, filter } = await asAsker(run, db, row)
  const count = await source.count(ctx, filter)
  refuseMore(row, count)
  const fields = await fieldsOf(db, run.districtId)
  const { personId, orgId } = row
  const name = `${row.title}_${row.orgName}_${dayOf(now).replaceAll('-', '')}.xlsx`
  const fileId = row.fileId ?? (await reserveFile(db, { name, kind: 'excel', personId, orgId }, now))
  if (!row.fileId) await noteFile(db, row.id, fileId)
  return {
    row,
    fileId,
    count,
    columns: columnsOf(source, row.columns),
    words: fields.decrypt('data_export.words', row.words, row.id),
    reason: fields.decrypt('data_export.reason', row.reason, row.id),
  }
}

interface AsAsker {
  ctx: Ctx
  source: ExportSource
  filter: unknown
}

/** Whoever asked, with what she may do at this moment. */
async function asAsker({ districtId, taskId }: TaskRun, db: Db, row: ExportToWrite): Promise<AsAsker> {
  const now = new Date()
  const standing = await standingOf({ db, now }, row)
  if (!standing) throw rightsLost()
  const { personId, userId, accountId, orgId } = row
  const ids = { districtId, personId, userId, accountId, orgId, sessionId: emptyId }
  const ctx: Ctx = { actor: { kind: 'staff', ...ids, ...standing }, db, now, requestId: taskId }
  try {
    const source = sourceFor(ctx, row.source)
    const fields = await fieldsOf(db, districtId)
    const filter = filterOf(source, JSON.parse(fields.decrypt('data_export.filter', row.filter, row.id)))
    return { ctx: await cutToExport(ctx, source, row.isWhole), source, filter }
  } catch (error) {
    throw error instanceof Refusal && error.ret === Ret.forbidden ? rightsLost() : error
  }
}

const rightsLost = () => new Refusal('申请人的任职或权限已变更，未生成文件')

/** Nobody agreed to more than was asked for; a few who came meanwhile do not matter. */
function refuseMore({ isOfPeople, needsApproval, count: agreed }: ExportToWrite, count: number) {
  const most = needsApproval ? Math.ceil(agreed * 1.1) : isOfPeople ? peopleAlone : rowsAtMost
  if (count > Math.min(most, rowsAtMost)) throw new Refusal('数据已多于申请时的数量，请重新导出')
}

/** The rows, a piece at a time, each in a short transaction and with the rights of that moment. */
async function* rowsOf(
  run: TaskRun,
  { row, columns, count }: Plan,
  counter: { written: number },
): AsyncGenerator<readonly ExportCell[]> {
  const { cells, districtId } = run
  const masked = row.isWhole ? [] : columns.flatMap(({ isSensitive }, at) => (isSensitive ? [at] : []))
  const asked = { columns: row.columns, isWhole: row.isWhole, limit: inAPiece }
  const readFrom = (after: string | null) =>
    inDistrict(
      cells,
      districtId,
      async (db) => {
        const { ctx, source, filter } = await asAsker(run, db, row)
        return source.read(ctx, filter, { ...asked, after })
      },
      { readOnly: true },
    )
  let after: string | null = null
  counter.written = 0
  do {
    const piece: Awaited<ReturnType<typeof readFrom>> = await readFrom(after)
    for (const cellsOfRow of piece.rows) {
      // A list that forgot to mask a column is a mistake of ours, and must not leave the house.
      if (masked.some((at) => holdsPersonalNumber(String(cellsOfRow[at] ?? ''))))
        throw new Error(`a sensitive column of ${row.source} is not masked`)
      yield cellsOfRow
    }
    counter.written += piece.rows.length
    refuseMore(row, counter.written)
    await run.progress(counter.written, Math.max(count, counter.written))
    after = piece.after
  } while (after !== null)
}

/** The ledger says that it left, in the transaction that lets it leave. */
async function conclude(run: TaskRun, db: Db, { row, columns, reason }: Plan, written: number) {
  const { ctx } = await asAsker(run, db, row)
  if (!(await finishExport(db, row.id, written, ctx.now))) throw new Error('it was ended while it was written')
  if (!row.isWhole) return
  const shown = columns.filter(({ isSensitive }) => isSensitive).map(({ key }) => key)
  await recordReveal(ctx, { subjectKind: 'data-export', subjectId: row.id, field: shown.join(','), reason })
}

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** What the file says of itself. */
function factsOf({ row, words, reason, columns }: Plan, written: number, now: Date): [string, string][] {
  const isMaskable = columns.some(({ isSensitive }) => isSensitive)
  return [
    ['导出人', row.byName],
    ['单位', row.orgName],
    ['时间', minute.format(now)],
    ['范围', words],
    ['行数', String(written)],
    ...(isMaskable ? [['证件号和电话', row.isWhole ? '完整' : '已隐藏中间位数'] as [string, string]] : []),
    ...(reason ? [['原因', reason] as [string, string]] : []),
    ...(row.deciderName ? [['审批人', row.deciderName] as [string, string]] : []),
    ['编号', row.id],
  ]
}
