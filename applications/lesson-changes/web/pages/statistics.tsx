import { LockOutlined, PrinterOutlined, UnlockOutlined, UserOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf, type DataOf } from '#packages/contract'
import { addDays } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { creditKinds, type CreditKind } from '#engines/cover/contract.ts'
import { coverCreditApi, type CoverSum } from '../../contract-credits.ts'
import { CreditLines } from '../components/credit-lines.tsx'
import { OrgSwitch, useShownOrg } from '../components/org-switch.tsx'
import { PayList } from '../components/pay-list.tsx'
import { recordKey } from '../record-queries.ts'
import { formatHours, formatMonth } from '../record-text.ts'
import styles from './statistics.module.css'

type Row = CoverSum & { id: string }
type Statistics = DataOf<typeof coverCreditApi.statistics>
interface Shown {
  orgId: string | null
  month: string
}

/** What the address shows; without parameters the current month. */
function useShown(): Shown {
  const { search } = usePageSearch()
  const today = useToday()
  const orgId = useShownOrg()
  return { orgId, month: search.get('month') ?? today.slice(0, 7) }
}

const sumQuery = (shown: Shown) => queryOf(recordKey, coverCreditApi.statistics, { query: shown })
const toRow = (sum: CoverSum): Row => ({ ...sum, id: sum.userId })
const kinds = Object.keys(creditKinds) as CreditKind[]

/** 代课统计: what each teacher gave in a month, and what is paid for it. */
export default function CoverStatistics() {
  return <StatisticsList {...useShown()} />
}

const StatisticsList = defineListPageOf((shown: Shown) => {
  const read = async (signal: AbortSignal) => (await call(coverCreditApi.statistics, { query: shown, signal })).rows
  return {
    key: 'lesson-changes:statistics',
    queryKey: recordKey,
    noun: { name: '教师', measure: '名', bare: '人' },
    note: <OrgSwitch />,
    figures: <MonthBar />,
    search: '姓名、部门',
    page: ({ filter, pageNumber, pageSize }) => ({
      queryKey: [...recordKey, 'statistics-page', shown, filter, pageNumber, pageSize],
      queryFn: async ({ signal }) => {
        const keyword = filter['keyword'] ?? ''
        const rows = (await read(signal)).filter(
          ({ name, department }) => name.includes(keyword) || department.includes(keyword),
        )
        const items = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(toRow)
        return { itemCount: rows.length, pageCount: Math.ceil(rows.length / pageSize), items }
      },
    }),
    name: { title: '姓名', of: ({ name }: Row) => name, icon: () => <Glyph of={UserOutlined} />, width: 112 },
    columns: [
      col.text<Row>({ key: 'department', title: '部门', width: 144, card: 'fact', dropAt: 2 }),
      col.number<Row>({
        key: 'given',
        title: '代出',
        width: 72,
        of: ({ given }) => given,
        unit: '节代出',
        card: 'fact',
      }),
      col.number<Row>({
        key: 'taken',
        title: '代入',
        width: 72,
        of: ({ taken }) => taken,
        unit: '节代入',
        card: 'fact',
      }),
      col.number<Row>({ key: 'swapped', title: '互换', width: 72, of: ({ swapped }) => swapped, dropAt: 3 }),
      col.number<Row>({ key: 'supervised', title: '看管', width: 72, of: ({ supervised }) => supervised, dropAt: 4 }),
      col.number<Row>({ key: 'backfilled', title: '补登', width: 72, of: ({ backfilled }) => backfilled, dropAt: 5 }),
      ...kinds.map((kind, at) =>
        col.number<Row>({
          key: kind,
          title: `${labelOf(creditKinds, kind)}课时`,
          width: 96,
          of: ({ byKind }) => byKind[kind] / 100,
          dropAt: 6 + at,
        }),
      ),
      col.number<Row>({
        key: 'hours',
        title: '课时合计',
        width: 96,
        card: 'fact',
        of: ({ hours }) => hours / 100,
        unit: '课时',
      }),
    ],
    empty: { title: '这个月没有代课', text: '代课的课上完以后计入课时。' },
    sheet: {
      export: {
        source: 'cover-pay-list',
        extra: ['number', 'signature'],
        filterOf: () => ({ orgId: shown.orgId ?? '', month: shown.month }),
      },
    },
    detail: {
      of: (userId: string) => ({
        queryKey: [...recordKey, 'statistics-of', shown, userId],
        queryFn: async ({ signal }) => toRow((await read(signal)).find((row) => row.userId === userId)!),
      }),
      icon: () => <TileIcon of={UserOutlined} size="head" />,
      name: ({ name }: Row) => name,
      tag: () => null,
      about: ({ department }: Row) => [department].filter(Boolean),
      sections: (row: Row) => [
        {
          facts: [
            { label: '月份', value: formatMonth(shown.month) },
            { label: '代出', value: `${row.given} 节` },
            { label: '代入', value: `${row.taken} 节` },
            { label: '课时合计', value: formatHours(row.hours) },
          ],
        },
        { title: '课时明细', facts: [], whole: <CreditLines userId={row.userId} month={shown.month} /> },
      ],
    },
  }
})

/** Above the list: the month, the total, and whether it is settled. */
function MonthBar() {
  const shown = useShown()
  const setParams = useSetParams()
  const { data } = useQuery({ ...sumQuery(shown), placeholderData: keepPreviousData })
  const [isPrinting, setIsPrinting] = useState(false)
  const turn = (day: string) => setParams({ month: day.slice(0, 7), page: null, open: null })
  return (
    <div className={styles['bar']}>
      <PeriodBar
        name="统计月份"
        label={formatMonth(shown.month)}
        onPrevious={() => turn(addDays(`${shown.month}-01`, -1))}
        onNext={() => turn(addDays(`${shown.month}-01`, 32))}
      />
      {data && (
        <>
          <p className={styles['total']}>
            课时合计 <strong>{formatHours(data.total)}</strong>，{data.rows.length} 人
          </p>
          <Settlement of={data} orgId={shown.orgId} />
          <Button className="no-print" icon={<Glyph of={PrinterOutlined} />} onClick={() => setIsPrinting(true)}>
            打印汇总表
          </Button>
          {isPrinting && <PayList {...data} onDone={() => setIsPrinting(false)} />}
        </>
      )}
    </div>
  )
}

function Settlement({ of: { month, settled, maySettle, total }, orgId }: { of: Statistics; orgId: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles['month']}>
      <StatusTag tone={settled ? 'closed' : 'info'} icon={settled ? LockOutlined : UnlockOutlined}>
        {settled ? '已结算' : '未结算'}
      </StatusTag>
      {settled && (
        <span>
          {settled.by} {formatDate(settled.at)}
        </span>
      )}
      {maySettle && (
        <Button className="no-print" onClick={() => setIsOpen(true)}>
          结算
        </Button>
      )}
      {isOpen && (
        <ConfirmAction
          title={`结算${formatMonth(month)}`}
          submitLabel="结算"
          submit={() => call(coverCreditApi.settle, { body: { orgId, month } })}
          done="已结算"
          queryKey={recordKey}
          onClose={() => setIsOpen(false)}
        >
          <p>课时合计 {formatHours(total)} 节。结算后这个月的课时不能修改，更正会在下一个未结算的月份冲正。</p>
        </ConfirmAction>
      )}
    </div>
  )
}
