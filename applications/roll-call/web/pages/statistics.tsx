import { PrinterOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { isTyping } from '#packages/web/desk/letter-keys.ts'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import { SchoolLine, termsQuery, useSchool } from '#kernel/schooling/web/desk-api.ts'
import { statisticsBy } from '../../contract.ts'
import { missedQuery, statisticsQuery, type StatisticsQuery } from '../attendance-queries.ts'
import type { StatisticsBy } from '../components/findings.ts'
import { findPeriod, periodKinds, type Period, type PeriodKind } from '../components/period.ts'
import { isDay } from '../components/shown-day.ts'
import { StatisticsContent } from '../components/statistics-content.tsx'
import board from './board.module.css'

interface Shown {
  by: StatisticsBy
  kind: PeriodKind
  period: Period
  query: StatisticsQuery
  isWaiting: boolean
}

/** What the address shows: by default the classes in this month. */
function useShown(orgId: string): Shown {
  const { search } = usePageSearch()
  const today = useToday()
  const kind = search.get('period')
  const by = search.get('by')
  const on = search.get('on') ?? ''
  const shownKind = kind !== null && kind in periodKinds ? (kind as PeriodKind) : 'month'
  const shownBy = by !== null && by in statisticsBy ? (by as StatisticsBy) : 'class'
  const terms = useQuery({ ...termsQuery(orgId), enabled: shownKind === 'term' })
  const period = findPeriod(shownKind, isDay(on) ? on : today, today, terms.data)
  return {
    by: shownBy,
    kind: shownKind,
    period,
    query: { orgId, by: shownBy, from: period.from, to: period.to },
    isWaiting: shownKind === 'term' && terms.isPending,
  }
}

/** 考勤统计: figures, findings and the rows behind them; lessons without a roll are in no rate. */
export default function StatisticsPage() {
  const { orgId, picker } = useSchool()
  if (orgId) return <Statistics key={orgId} orgId={orgId} picker={picker} />
  return (
    <div className={board['page']}>
      <SchoolLine picker={picker} />
      <div className={board['card']}>
        <PageState
          status="empty"
          of="class"
          title="请选择学校"
          text="考勤按学校统计，各校的出勤率在「应用数据统计」。"
        />
      </div>
    </div>
  )
}

function Statistics({ orgId, picker }: { orgId: string; picker: ReactNode }) {
  const { isFront } = usePageSearch()
  const setParams = useSetParams()
  const { by, kind, period, query, isWaiting } = useShown(orgId)
  const figures = useQuery({ ...statisticsQuery(query), enabled: !isWaiting, placeholderData: keepPreviousData })
  const missed = useQuery({ ...missedQuery(query), enabled: !isWaiting, placeholderData: keepPreviousData })
  const { data, error, dataUpdatedAt, isPlaceholderData } = figures
  const retry = () => void figures.refetch()
  const turn = (on: string | undefined) => on && setParams({ on })
  useWindowKeys(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'ArrowLeft') turn(period.previous)
      if (event.key === 'ArrowRight') turn(period.next)
    },
    { isOn: isFront },
  )
  return (
    <div className={board['page']}>
      <ActionLine>
        {picker}
        <PlainSelect
          label="统计对象"
          value={by}
          options={Object.entries(statisticsBy).map(([value, label]) => ({ value, label: `按${label}` }))}
          onChange={(chosen) => setParams({ by: chosen === 'class' ? null : chosen })}
        />
        <PeriodBar
          name="统计时间"
          kinds={Object.entries(periodKinds).map(([value, label]) => ({ value, label }))}
          kind={kind}
          label={period.label}
          onKind={(chosen) => setParams({ period: chosen === 'month' ? null : chosen })}
          onPrevious={period.previous === undefined ? undefined : () => turn(period.previous)}
          onNext={period.next === undefined ? undefined : () => turn(period.next)}
        />
        <Button className="no-print" icon={<Glyph of={PrinterOutlined} />} disabled={!data} onClick={() => print()}>
          打印
        </Button>
      </ActionLine>
      {data && error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <div className={board['content']} aria-busy={isPlaceholderData}>
          <StatisticsContent of={data} missed={missed} by={by} readAt={dataUpdatedAt} />
        </div>
      ) : (
        <div className={board['card']}>
          {error ? <PageState status="failed" error={error} onRetry={retry} /> : <PageState status="loading" />}
        </div>
      )}
    </div>
  )
}
