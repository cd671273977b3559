import type { RawAnswer } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { streamSheets, type SheetPart } from '#packages/sheet'
import type { AppStat } from '../contract-app-stat.ts'
import { readAppStat } from './app-stat.ts'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The figures, the applications, the schools and the trend, each on a sheet. */
export async function writeAppStatSheet(ctx: Ctx, query: Omit<Parameters<typeof readAppStat>[1], 'by'>) {
  const stat = await readAppStat(ctx, { ...query, by: 'category' })
  const { schools } = await readAppStat(ctx, { ...query, by: 'org' })
  const sheets = [
    buildFigures(stat),
    buildApps(stat),
    ...(schools.length > 0 ? [buildSchools(schools)] : []),
    buildTrend(stat),
  ]
  const pieces: Uint8Array[] = []
  for await (const piece of streamSheets({ sheets, facts: listFacts(stat), title: '应用数据统计' })) pieces.push(piece)
  const raw: RawAnswer = { type: spreadsheet, bytes: Buffer.concat(pieces) }
  return raw as never
}

const number = (title: string) => ({ title, kind: 'number' as const })

const buildFigures = ({ figures, before }: AppStat): SheetPart => ({
  sheetName: '概况',
  columns: [{ title: '指标' }, number('数值'), { title: '单位' }, number('前一段时间')],
  rows: [
    ['打开次数', figures.opens, '次', before.opens],
    ['活跃用户', figures.users, '人', before.users],
    ['使用率', figures.share, '%', before.share],
    ['使用中的应用', figures.apps, '个', before.apps],
  ],
})

const buildApps = ({ categories }: AppStat): SheetPart => ({
  sheetName: '应用',
  columns: [
    { title: '分类' },
    { title: '应用', width: 24 },
    number('打开次数'),
    number('前一段时间'),
    number('活跃用户'),
    number('可用人数'),
    number('使用率（%）'),
  ],
  rows: categories.flatMap(({ name, apps }) =>
    apps.map((app) => [name, app.name, app.opens, app.before, app.users, app.people, app.share]),
  ),
})

const buildSchools = (schools: AppStat['schools']): SheetPart => ({
  sheetName: '学校',
  columns: [
    { title: '学校', width: 28 },
    number('打开次数'),
    number('前一段时间'),
    number('活跃用户'),
    number('教职工'),
    number('使用率（%）'),
    number('人均打开次数'),
  ],
  rows: schools.map((one) => [one.name, one.opens, one.before, one.users, one.staff, one.share, one.perPerson]),
})

const buildTrend = ({ trend, step }: AppStat): SheetPart => ({
  sheetName: '趋势',
  columns: [{ title: { day: '日期', week: '周（星期一）', month: '月' }[step] }, number('打开次数')],
  rows: trend.map(({ from, opens }) => [step === 'month' ? from.slice(0, 7) : from, opens]),
})

const listFacts = ({ org, from, to, before, readAt }: AppStat) => [
  ['统计', '应用数据统计'] as const,
  ['单位', org.name] as const,
  ['时间', `${from} 至 ${to}`] as const,
  ['前一段时间', `${before.from} 至 ${before.to}`] as const,
  ['读取时间', new Date(readAt).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })] as const,
]
