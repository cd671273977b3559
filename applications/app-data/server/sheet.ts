import type { QueryOf, RawAnswer } from '#packages/contract'
import { Refusal, type Ctx } from '#packages/core'
import { streamSheets, type ExportCell, type SheetPart } from '#packages/sheet'
import { getReadableNode, readMetric } from '#kernel/metric/server/api.ts'
import type { appDataApi, AppDataPage, DataCell, DataColumn, DataRow } from '../contract.ts'
import { findReaderNames } from './reader-queries.ts'
import { getCodes, getDefinition } from './pages.ts'
import { listRows, readOrgRows } from './values.ts'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const rowsAtMost = 5_000

type SheetQuery = QueryOf<typeof appDataApi.export>

/** The table as it is shown, its definitions on the second sheet, and who exported it at the foot of each page. */
export async function writeDataSheet(ctx: Ctx, query: SheetQuery) {
  const { page, codes } = await getCodes(ctx, query)
  const { orgId, from, to, by } = query
  const { name } = await getReadableNode(ctx, codes, orgId)
  const range = { codes, orgId, from, to }
  const rows =
    by === 'org' ? (await readOrgRows(ctx, range)).rows : listRows(ctx, await readMetric(ctx, { ...range, by }))
  if (rows.length > rowsAtMost) throw new Refusal(`一次最多导出${rowsAtMost}行，请缩小范围`)
  const columns = page.columns.filter(({ code }) => rows.some(({ values }) => code in values))
  const reader = await findReaderNames(ctx.db, ctx.actor.userId)
  const at = minute.format(ctx.now)
  const pieces: Uint8Array[] = []
  for await (const piece of streamSheets({
    title: `${page.title}数据`,
    sheets: [buildValuesSheet(by === 'org' ? '组织' : '日期', columns, rows), await buildDefinitionSheet(ctx, columns)],
    facts: listFacts(page, query, { name, reader, at }),
    printed: `${reader.name}（${reader.orgName}）${at} 导出，请勿外传`,
  }))
    pieces.push(piece)
  const raw: RawAnswer = { type: spreadsheet, bytes: Buffer.concat(pieces) }
  return raw as never
}

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

const buildValuesSheet = (of: string, columns: readonly DataColumn[], rows: readonly DataRow[]): SheetPart => ({
  sheetName: '数据',
  columns: [
    { title: of, width: 24 },
    ...columns.flatMap(({ title, unit }) => [
      { title: `${title}（${unit}）`, kind: 'number' as const },
      { title: `${title}上报` },
    ]),
  ],
  rows: rows.map(({ label, values }) => [label, ...columns.flatMap(({ code }) => listCells(values[code]))]),
})

/** The value, and who has reported. */
export const listCells = (cell: DataCell | undefined): ExportCell[] => {
  if (!cell) return [null, '']
  const { value, isMasked, reported, expected } = cell
  return [value, isMasked ? '人数过少，不显示' : expected > 0 ? `${reported}/${expected}` : '']
}

/** How the metrics of the file are counted. */
export async function buildDefinitionSheet(ctx: Ctx, columns: readonly DataColumn[]): Promise<SheetPart> {
  const rows: string[][] = []
  for (const { code } of columns) {
    const { title, unit, kind, note, source, freshness } = await getDefinition(ctx, code)
    rows.push([title, unit, note, kind, source, freshness])
  }
  return {
    sheetName: '口径',
    columns: [
      { title: '指标' },
      { title: '单位' },
      { title: '口径说明', width: 50 },
      { title: '合计方式', width: 28 },
      { title: '来源' },
      { title: '更新', width: 24 },
    ],
    rows,
  }
}

const listFacts = (
  { title }: AppDataPage,
  { from, to }: SheetQuery,
  { name, reader, at }: { name: string; reader: { name: string; orgName: string }; at: string },
) => [
  ['应用', title] as const,
  ['组织', name] as const,
  ['时间', `${from} 至 ${to}`] as const,
  ['导出人', `${reader.name}（${reader.orgName}）`] as const,
  ['导出时间', at] as const,
]
