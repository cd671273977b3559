import { SafetyCertificateOutlined } from '@ant-design/icons'
import { labelOf, labels, type Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { formatDate, formatDayTime } from '#packages/web/core/format/time.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { DetailSectionSpec, ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { sealApi, sealedLogTitles, sealFindings, type CheckedLog, type SealFinding } from '../../contract-retention.ts'

interface CheckedRow extends CheckedLog {
  /** The day and the log: the details are those of one day. */
  id: string
  date: string
  head: string
}

const sealKey = ['audit', 'seals'] as const

async function checkDay(date: string, signal: AbortSignal): Promise<CheckedRow[]> {
  const { logs } = await call(sealApi.verify, { query: { date }, signal })
  const seals = await call(sealApi.seals, { query: { date }, signal })
  const heads = new Map(seals.map(({ log, head }) => [log, head]))
  return logs.map((log) => ({ ...log, id: `${date}~${log.log}`, date, head: heads.get(log.log) ?? '' }))
}

const pageQuery = ({ filter }: ListQuery): QueryDefinition<Page<CheckedRow>> => {
  const date = filter['date'] || formatDate(new Date())
  return {
    queryKey: [...sealKey, date],
    queryFn: async ({ signal }) => {
      const items = await checkDay(date, signal)
      return { itemCount: items.length, pageCount: 1, items }
    },
  }
}

const rowQuery = (id: string): QueryDefinition<CheckedRow> => ({
  queryKey: [...sealKey, 'row', id],
  queryFn: async ({ signal }) => {
    const rows = await checkDay(id.split('~')[0]!, signal)
    return rows.find((row) => row.id === id)!
  },
})

const results = labels({
  intact: { label: '校验通过', tone: 'success', isNormal: true },
  broken: { label: '校验失败', tone: 'error' },
  none: { label: '没有封存', tone: 'closed' },
})
const getLook = createStatusLook(results)
const getResult = ({ isIntact, seals }: CheckedRow) => getLook(!isIntact ? 'broken' : seals === 0 ? 'none' : 'intact')
const getTitle = ({ log }: CheckedRow) => labelOf(sealedLogTitles, log)

const describeRows = ({ sealedRows, presentRows }: SealFinding) =>
  sealedRows === null ? '' : `封存 ${sealedRows} 条，现有 ${presentRows} 条`

/** The first seal begins before everything. */
const formatBegin = (from: string) => (Date.parse(from) === 0 ? '启用系统' : formatDayTime(from))

const describeFinding = (finding: SealFinding) =>
  [
    `${formatBegin(finding.from)} 至 ${formatDayTime(finding.until)}`,
    `第 ${finding.seal} 次封存`,
    describeRows(finding),
  ]
    .filter(Boolean)
    .join('，')

const listSections = (row: CheckedRow): DetailSectionSpec[] => [
  ...(row.findings.length > 0
    ? [
        {
          title: '异常位置',
          facts: row.findings.map((finding) => ({
            label: labelOf(sealFindings, finding.kind),
            value: describeFinding(finding),
          })),
        },
      ]
    : []),
  {
    title: '封存',
    facts: [
      { label: '日期', value: row.date },
      { label: '封存次数', value: row.seals },
      { label: '记录数', value: row.rows },
      { label: '末次签名', value: row.head && `${row.head.slice(0, 32)}…` },
    ],
  },
]

/** /logMmanagement/logSeals: whether the logs of a day are what was sealed, and where they are not. */
export default defineListPage<CheckedRow>({
  key: 'audit:logSeals',
  queryKey: sealKey,
  noun: { name: '日志', measure: '种' },
  page: pageQuery,
  name: {
    title: '日志',
    of: getTitle,
    width: 200,
    icon: () => <Glyph of={SafetyCertificateOutlined} />,
  },
  columns: [
    col.number({ key: 'seals', title: '封存次数', unit: '次封存', width: 112, card: 'fact', of: ({ seals }) => seals }),
    col.number({ key: 'rows', title: '记录数', unit: '条记录', width: 112, card: 'fact', of: ({ rows }) => rows }),
    col.text({
      key: 'findings',
      title: '异常',
      width: 320,
      card: 'fact',
      of: ({ findings }) => [...new Set(findings.map(({ kind }) => labelOf(sealFindings, kind)))].join('、'),
    }),
    col.status({ key: 'result', title: '结果', width: 120, of: getResult }),
  ],
  filters: [{ name: 'date', label: '日期', options: [], isDay: true, none: '今天' }],
  detail: {
    of: rowQuery,
    name: getTitle,
    icon: () => <Glyph of={SafetyCertificateOutlined} />,
    tag: (row) => <RowStatusTag status={getResult(row)} />,
    about: ({ date }) => [date],
    sections: listSections,
  },
  empty: { title: '没有日志', text: '请选择日期。' },
})
