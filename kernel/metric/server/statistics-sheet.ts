import { notFound, type Ctx } from '#packages/core'
import type { QueryOf, RawAnswer, StatChart, StatPageData } from '#packages/contract'
import { streamSheets, type SheetPart } from '#packages/sheet'
import type { metricApi } from '../contract.ts'
import { readStatistics } from './statistics.ts'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The figures and the table of each chart, or one chart, with the period and the source on a further sheet. */
export async function writeStatisticsSheet(ctx: Ctx, { chart: key, ...query }: QueryOf<typeof metricApi.sheet>) {
  const page = await readStatistics(ctx, query)
  const charts = page.charts.filter((chart) => key === undefined || chart.key === key)
  if (key !== undefined && charts.length === 0) throw notFound('图')
  const sheets = [...(key === undefined ? [buildFiguresSheet(page)] : []), ...charts.map(buildChartSheet)]
  const pieces: Uint8Array[] = []
  for await (const piece of streamSheets({ sheets, facts: listFacts(page, charts), title: page.title }))
    pieces.push(piece)
  const raw: RawAnswer = { type: spreadsheet, bytes: Buffer.concat(pieces) }
  return raw as never
}

const buildFiguresSheet = ({ figures, period }: StatPageData): SheetPart => ({
  sheetName: '概况',
  columns: [
    { title: '指标' },
    { title: '数值', kind: 'number' },
    { title: '单位' },
    { title: period.comparison, kind: 'number' },
    { title: '说明', width: 50 },
  ],
  rows: figures.map(({ title, value, unit, before, note }) => [
    title,
    value,
    unit,
    before === null || value === null ? null : value - before,
    note,
  ]),
})

function buildChartSheet({ measure, unit, of, series, marks }: StatChart): SheetPart {
  const hasNotes = marks.some(({ note }) => note)
  return {
    sheetName: measure,
    columns: [
      { title: of },
      ...series.map((name) => ({ title: `${name}（${unit}）`, kind: 'number' as const })),
      ...(hasNotes ? [{ title: '说明', width: 30 }] : []),
    ],
    rows: marks.map(({ label, values, note }) => [label, ...values, ...(hasNotes ? [note] : [])]),
  }
}

const listFacts = ({ title, source, period, readAt }: StatPageData, charts: readonly StatChart[]) => [
  ['统计', title] as const,
  ['时间', `${period.label}（${period.from} 至 ${period.to}）`] as const,
  ['来源', source] as const,
  ['读取时间', new Date(readAt).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })] as const,
  ...charts.map(({ measure, finding }) => [measure, finding] as const),
]
