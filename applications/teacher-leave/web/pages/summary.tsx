import { LockOutlined, UserOutlined, UnlockOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { isTyping } from '#packages/web/desk/letter-keys.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import { halves } from '#kernel/schooling/contract.ts'
import { leaveBookApi, type MonthSummary, type SummaryRow } from '../../contract.ts'
import { DayLines } from '../components/day-lines.tsx'
import { OrgSwitch, useShownOrg, type ShownOrg } from '../components/org-switch.tsx'
import { leaveKey } from '../leave-queries.ts'
import { formatAmount } from '../leave-text.ts'
import { getOnlyPerson, toPeoplePage } from '../people-page.ts'
import styles from './summary.module.css'

type Row = SummaryRow & { id: string }
const kinds = [
  { value: 'month', label: '按月' },
  { value: 'term', label: '按学期' },
  { value: 'year', label: '按年' },
] as const
type Period = (typeof kinds)[number]['value']

interface Shown extends ShownOrg {
  period: Period
  /** A day of the period. */
  day: string
}

/** What the address shows; without parameters the current month. */
function useShown(): Shown {
  const { search } = usePageSearch()
  const org = useShownOrg()
  const today = useToday()
  const period = kinds.find(({ value }) => value === search.get('period'))?.value ?? 'month'
  return { ...org, period, day: search.get('day') ?? today }
}

const onePage = { keyword: '', userId: null, pageNumber: 1, pageSize: 1 }
const headQuery = (shown: Shown) => queryOf(leaveKey, leaveBookApi.monthSummary, { query: { ...onePage, ...shown } })

/** 考勤汇总: people and their days of each type. */
export default function Summary() {
  const shown = useShown()
  const query = useQuery({ ...headQuery(shown), placeholderData: keepPreviousData })
  return (
    <QueryState query={query}>
      {({ types, from, to }) => <SummaryList {...shown} types={types} from={from} to={to} />}
    </QueryState>
  )
}

type ListParams = Shown & Pick<MonthSummary, 'types' | 'from' | 'to'>

const SummaryList = defineListPageOf(({ types, from, to, ...shown }: ListParams) => {
  const read = async (part: Partial<typeof onePage> | { userId: string }, signal: AbortSignal) => {
    const { rows } = await call(leaveBookApi.monthSummary, { query: { ...onePage, ...shown, ...part }, signal })
    return toPeoplePage(rows)
  }
  return {
    key: 'teacher-leave:summary',
    queryKey: leaveKey,
    noun: { name: '教职工', measure: '名', bare: '人' },
    note: <OrgSwitch hasBelow />,
    figures: <SummaryBar />,
    search: '姓名、工号',
    page: ({ filter, pageNumber, pageSize }) => ({
      queryKey: [...leaveKey, 'summary', shown, filter, pageNumber, pageSize],
      queryFn: ({ signal }) => read({ keyword: filter['keyword'] ?? '', pageNumber, pageSize }, signal),
    }),
    name: { title: '姓名', of: ({ name }: Row) => name, icon: () => <Glyph of={UserOutlined} />, width: 112 },
    columns: [
      ...(shown.within === 'below' ? [col.text<Row>({ key: 'orgName', title: '单位', width: 160, card: 'fact' })] : []),
      col.text<Row>({ key: 'number', title: '工号', width: 112, dropAt: 3 }),
      col.text<Row>({ key: 'department', title: '部门', width: 144, card: 'fact', dropAt: 2 }),
      col.number<Row>({ key: 'workDays', title: '应出勤', width: 80, of: ({ workDays }) => workDays, dropAt: 1 }),
      ...types.map(({ id, name, kind, unit }) =>
        col.number<Row>({
          // The file has one column for each kind.
          key: types.filter((one) => one.kind === kind).length === 1 ? kind : id,
          title: unit === 'hour' ? `${name}（小时）` : name,
          width: unit === 'hour' ? 112 : 80,
          of: ({ amounts }) => amounts.find(({ typeId }) => typeId === id)?.amount ?? null,
        }),
      ),
      col.number<Row>({ key: 'absentDays', title: '缺勤天数', width: 88, of: ({ absentDays }) => absentDays }),
    ],
    card: (row: Row) => ({
      kind: shown.within === 'below' ? row.orgName : row.department,
      facts: row.amounts.length > 0 ? listAmounts(row, types) : ['没有请假'],
    }),
    empty: { title: '没有教职工', text: '这段时间这里没有教职工。' },
    sheet: {
      export: {
        source: 'leave-attendance',
        extra: ['signature'],
        filterOf: ({ filter }) => ({ ...shown, orgId: shown.orgId ?? '', keyword: filter['keyword'] ?? '' }),
      },
    },
    detail: {
      of: (userId: string) => ({
        queryKey: [...leaveKey, 'summary-of', shown, userId],
        queryFn: async ({ signal }) => getOnlyPerson(await read({ userId }, signal)),
      }),
      icon: () => <TileIcon of={UserOutlined} size="head" />,
      name: ({ name }: Row) => name,
      tag: () => null,
      about: ({ number, department }: Row) => [number, department].filter(Boolean),
      sections: (row: Row) => [
        {
          facts: [
            { label: '时间', value: `${from} 至 ${to}` },
            { label: '应出勤', value: `${row.workDays} 天` },
            { label: '缺勤', value: `${row.absentDays} 天` },
            { label: '请假', value: listAmounts(row, types).join('，') },
          ],
        },
        { title: '请假明细', facts: [], whole: <DaysOfPerson userId={row.userId} from={from} to={to} /> },
      ],
    },
  }
})

/** 病假 3 天. */
const listAmounts = ({ amounts }: SummaryRow, types: MonthSummary['types']) =>
  types.flatMap(({ id, name, unit }) =>
    amounts.filter(({ typeId }) => typeId === id).map(({ amount }) => `${name} ${formatAmount(amount, unit)}`),
  )

interface DaysProps {
  userId: string
  from: string
  to: string
}

/** The half-days behind the numbers of a person. */
function DaysOfPerson(props: DaysProps) {
  const query = useQuery(queryOf(leaveKey, leaveBookApi.summaryDays, { query: { ...props, typeId: null } }))
  return (
    <QueryState query={query}>
      {(days) =>
        days.length === 0 ? (
          <p>这段时间没有请假</p>
        ) : (
          <DayLines
            lines={days.map(({ requestId, day, half, typeName, counted, unit }) => ({
              key: `${requestId} ${day} ${half}`,
              day,
              text: `${halves[half]} ${typeName}`,
              amount: counted === 0 ? '不计' : formatAmount(counted, unit),
              isQuiet: counted === 0,
            }))}
          />
        )
      }
    </QueryState>
  )
}

const formatPeriod = (period: Period, { from, to }: Pick<MonthSummary, 'from' | 'to'>) => {
  if (period === 'term') return `${from} 至 ${to}`
  const [year, month] = from.split('-')
  return period === 'year' ? `${year}年` : `${year}年${Number(month)}月`
}

/** Above the list: the period, the totals, and whether the month is closed. */
function SummaryBar() {
  const shown = useShown()
  const { isFront } = usePageSearch()
  const setParams = useSetParams()
  const today = useToday()
  const { data } = useQuery({ ...headQuery(shown), placeholderData: keepPreviousData })
  const turn = (day: string | undefined) => day && setParams({ day, page: null })
  const previous = data && addDays(data.from, -1)
  const next = data && addDays(data.to, 1)
  useWindowKeys(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'ArrowLeft') turn(previous)
      if (event.key === 'ArrowRight') turn(next)
    },
    { isOn: isFront },
  )
  if (!data) return null
  return (
    <div className={styles['bar']}>
      <span className="print-only">{data.orgName}</span>
      <PeriodBar
        name="汇总时间"
        kinds={kinds}
        kind={shown.period}
        label={formatPeriod(shown.period, data)}
        onKind={(period) => setParams({ period: period === 'month' ? null : period, page: null })}
        onPrevious={() => turn(previous)}
        onNext={() => turn(next)}
      />
      <ul className={styles['totals']} aria-label="合计">
        {data.totals.map(({ typeId, amount, people }) => {
          const type = data.types.find(({ id }) => id === typeId)
          return (
            type && (
              <li key={typeId}>
                {type.name} <strong>{formatAmount(amount, type.unit)}</strong> {people} 人
              </li>
            )
          )
        })}
        {data.totals.length === 0 && <li>没有请假</li>}
      </ul>
      {data.month && <MonthState month={data.month} mayClose={data.mayClose && data.to < today} orgId={shown.orgId} />}
    </div>
  )
}

interface MonthProps {
  month: NonNullable<MonthSummary['month']>
  mayClose: boolean
  orgId: string | null
}

/** Open or closed, with 结账 and 反结账 and what happened before. */
function MonthState({ month: { month, isClosed, open, log }, mayClose, orgId }: MonthProps) {
  const client = useQueryClient()
  const [opened, setOpened] = useState<'close' | 'reopen' | 'log'>()
  const close = () => setOpened(undefined)
  return (
    <div className={styles['month']}>
      <StatusTag tone={isClosed ? 'closed' : 'info'} icon={isClosed ? LockOutlined : UnlockOutlined}>
        {isClosed ? '已结账' : '未结账'}
      </StatusTag>
      {log.length > 0 && (
        <Button type="link" size="small" onClick={() => setOpened('log')}>
          结账记录
        </Button>
      )}
      {mayClose && (
        <Button onClick={() => setOpened(isClosed ? 'reopen' : 'close')}>{isClosed ? '反结账' : '结账'}</Button>
      )}
      {opened === 'close' && (
        <ConfirmAction
          title={`${month} 考勤结账`}
          submitLabel="结账"
          submit={() => call(leaveBookApi.closeMonth, { body: { orgId, month } })}
          done="已结账"
          queryKey={leaveKey}
          {...(open > 0 && { obstacle: `还有 ${open} 条请假没有办结，办结后才能结账` })}
          onClose={close}
        >
          <p>结账后，这个月的请假不能再提交、变更、销假或作废。</p>
        </ConfirmAction>
      )}
      {opened === 'log' && (
        <NoticeDialog title={`${month} 结账记录`} size="form" closeLabel="关闭" onClose={close}>
          <DayLines
            lines={log.map(({ isClosed: wasClosed, by, at, reason }) => ({
              key: at,
              day: formatDate(at),
              text: wasClosed ? '结账' : '反结账',
              amount: by,
              note: reason,
            }))}
          />
        </NoticeDialog>
      )}
      {opened === 'reopen' && (
        <FormDialog
          title={`${month} 考勤反结账`}
          submitLabel="反结账"
          isDanger
          form={reopenForm}
          submit={async ({ reason }) => {
            await call(leaveBookApi.openMonth, { body: { orgId, month, reason } })
            await client.invalidateQueries({ queryKey: leaveKey })
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

const reopenForm = {
  schema: leaveBookApi.openMonth.body!.pick({ reason: true }),
  initial: () => ({ reason: '' }),
  sections: [
    {
      fields: [{ name: 'reason', label: '原因', kind: 'textarea', required: true, hint: '会写入操作日志' } as const],
    },
  ],
}
