import { ExportOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import {
  periodKinds,
  type PeriodKind,
  type StatChart,
  type StatFigure,
  type StatPageData,
} from '#packages/contract/statistics.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { ActionLine } from '../action-line.tsx'
import { Button } from '../button.tsx'
import { Chart } from '../chart/chart.tsx'
import { ChartDownload, ViewSwitch } from '../chart/chart-tools.tsx'
import { DrillDownContext, DrillDownLink } from '../chart/drill-down-link.tsx'
import { Glyph } from '../glyph.tsx'
import { areLetterKeysOn, isTyping } from '../letter-keys.ts'
import { PageState, StaleBar } from '../page-state.tsx'
import { usePageSearch, useSetParams } from '../page-search.tsx'
import { PeriodBar } from '../period-bar.tsx'
import { SkeletonBar } from '../skeleton.tsx'
import { useToast } from '../toast.tsx'
import { usePhone } from '../use-phone.ts'
import { useWindowKeys } from '../use-window-keys.ts'
import { DrillDownDrawer } from './drill-down-drawer.tsx'
import { useDrillDown } from './use-drill-down.ts'
import chartStyles from '../chart/chart.module.css'
import styles from './stat-page.module.css'

/** The period in the address: its kind, and a day of it. */
export interface ChosenPeriod {
  kind: PeriodKind | undefined
  on: string | undefined
}

interface Props {
  reading: (period: ChosenPeriod) => QueryDefinition<StatPageData>
  /** Saves the page, or one chart, as a spreadsheet with this name. */
  onSheet: (period: ChosenPeriod, sheet: { name: string; chart?: string }) => Promise<void>
  /** Before the period: which statistics. */
  children?: ReactNode
}

/** Figures and charts of a period. ← and → turn it, T shows tables; every number opens its list beside the page. */
export function StatPage({ reading, onSheet, children }: Props) {
  const { search, isFront } = usePageSearch()
  const toast = useToast()
  const isPhone = usePhone()
  const kind = search.get('period')
  const chosen: ChosenPeriod = {
    kind: kind !== null && kind in periodKinds ? (kind as PeriodKind) : undefined,
    on: search.get('on') ?? undefined,
  }
  // While the next period loads, the last one stays.
  const { data, error, dataUpdatedAt, isPlaceholderData, refetch } = useQuery({
    ...reading(chosen),
    placeholderData: keepPreviousData,
  })
  const [isExporting, setExporting] = useState(false)
  const retry = () => void refetch()
  const setParams = useSetParams()
  const turn = (on: string | null | undefined) => on && setParams({ on })
  const [tables, setTables] = useState<readonly string[]>([])
  const drill = useDrillDown(data)
  useWindowKeys(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      // There the keys scroll a wide table.
      if (event.target instanceof Element && event.target.closest('[role=region]')) return
      if (event.key === 'ArrowLeft') turn(data?.period.previous)
      if (event.key === 'ArrowRight') turn(data?.period.next)
      if (event.key.toLowerCase() === 't' && areLetterKeysOn())
        setTables((before) => toggleTables(data?.charts ?? [], before, event.target))
    },
    { isOn: isFront },
  )
  const save = async () => {
    setExporting(true)
    try {
      await onSheet(chosen, { name: getSheetName(data!) })
    } catch (failure) {
      toast.error(getErrorMessage(failure))
    } finally {
      setExporting(false)
    }
  }
  const bar = data && (
    <PeriodBar
      name="统计时间"
      kinds={data.kinds.map((one) => ({ value: one, label: periodKinds[one] }))}
      kind={data.period.kind}
      label={data.period.label}
      onKind={(period) => setParams({ period })}
      onPrevious={data.period.previous === null ? undefined : () => turn(data.period.previous)}
      onNext={data.period.next === null ? undefined : () => turn(data.period.next)}
      isTurned={!data.period.kind.startsWith('last')}
    />
  )
  const page = (
    <div className={styles['page']}>
      <ActionLine note={!isPhone && data && `数据 ${formatDayTime(data.readAt)}，来自${data.source}`}>
        {children}
        {!isPhone && bar}
        {data && data.charts.length > 0 && (
          <Button
            icon={<Glyph of={ExportOutlined} />}
            loading={isExporting}
            disabled={isPlaceholderData}
            onClick={() => void save()}
          >
            导出
          </Button>
        )}
      </ActionLine>
      {isPhone && bar}
      {data && error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <div className={styles['content']} aria-busy={isPlaceholderData}>
          <Content
            data={data}
            readAt={dataUpdatedAt}
            tables={tables}
            onTables={setTables}
            onSheet={(chart) => onSheet(chosen, chart)}
          />
        </div>
      ) : error ? (
        <div className={styles['state']}>
          <PageState status="failed" error={error} onRetry={retry} />
        </div>
      ) : (
        <Skeleton />
      )}
    </div>
  )
  return (
    <div className={styles['frame']}>
      <DrillDownContext value={drill.context}>{page}</DrillDownContext>
      {drill.opened && data && (
        <DrillDownDrawer
          {...drill.opened}
          path={[data.period.label, ...drill.opened.path]}
          onClose={() => setParams({ drill: null }, { replace: true })}
        />
      )}
    </div>
  )
}

/** The chart with the focus, otherwise all: to tables, or back to charts if all of them are tables. */
function toggleTables(charts: readonly StatChart[], tables: readonly string[], target: EventTarget | null) {
  const focused = target instanceof Element ? target.closest<HTMLElement>('[data-chart]')?.dataset['chart'] : undefined
  if (focused) return withTable(tables, focused, !tables.includes(focused))
  return charts.every(({ key }) => tables.includes(key)) ? [] : charts.map(({ key }) => key)
}

const withTable = (tables: readonly string[], key: string, isTable: boolean) =>
  isTable ? [...tables, key] : tables.filter((one) => one !== key)

interface ContentProps {
  data: StatPageData
  readAt: number
  /** The keys of the charts that are shown as tables. */
  tables: readonly string[]
  onTables: (change: (before: readonly string[]) => readonly string[]) => void
  onSheet: (sheet: { name: string; chart: string }) => Promise<void>
}

/** 学生统计 2026年11月 */
const getSheetName = ({ title, period }: StatPageData) => `${title}统计 ${period.label}`

function Content({ data, readAt, tables, onTables, onSheet }: ContentProps) {
  const { figures, charts, period, empty, source } = data
  if (charts.length === 0)
    return (
      <div className={styles['state']}>
        <PageState status="empty" title={empty.title} text={empty.text} />
      </div>
    )
  return (
    <>
      <StatFigures figures={figures} comparison={period.comparison} />
      <div className={styles['charts']}>
        {charts.map((chart) => (
          <ChartPanel
            key={chart.key}
            chart={chart}
            period={period.label}
            source={source}
            readAt={readAt}
            isTable={tables.includes(chart.key)}
            onTable={(isTable) => onTables((before) => withTable(before, chart.key, isTable))}
            onSheet={() => onSheet({ chart: chart.key, name: `${getSheetName(data)} ${chart.measure}` })}
          />
        ))}
      </div>
    </>
  )
}

/** Figures side by side, each with what it was before. */
export const StatFigures = ({ figures, comparison }: { figures: readonly StatFigure[]; comparison: string }) => (
  <ul className={styles['figures']}>
    {figures.map((figure) => (
      <li key={figure.metric}>
        <Figure {...figure} comparison={comparison} />
      </li>
    ))}
  </ul>
)

function Figure({ title, unit, note, value, before, link, comparison }: StatFigure & { comparison: string }) {
  const inside = (
    <>
      <span className={styles['name']}>
        {title}
        {link && <Glyph of={RightOutlined} />}
      </span>
      <span className={styles['numbers']}>
        <span className={styles['value']}>
          {value === null ? (
            <span className={styles['unit']}>暂无数据</span>
          ) : (
            <>
              {formatNumber(value)} <span className={styles['unit']}>{unit}</span>
            </>
          )}
        </span>
        {before !== null && value !== null && (
          <span className={styles['comparison']}>
            {comparison} {formatChange(value - before)}
          </span>
        )}
      </span>
    </>
  )
  return link ? (
    <DrillDownLink className={styles['figure']!} to={link} title={note}>
      {inside}
    </DrillDownLink>
  ) : (
    <div className={styles['figure']} title={note}>
      {inside}
    </div>
  )
}

/** +3, −2, or 持平. */
const formatChange = (change: number) =>
  change === 0 ? '持平' : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`

interface PanelProps {
  chart: StatChart
  period: string
  source: string
  readAt: number
  isTable: boolean
  onTable: (isTable: boolean) => void
  onSheet: () => Promise<void>
}

/** A chart under its finding, with its table and its downloads. */
export function ChartPanel({ chart, period, source, readAt, isTable, onTable, onSheet }: PanelProps) {
  const frame = useRef<HTMLElement>(null)
  const { key, ...shown } = chart
  const { finding, measure, unit, kind, series, marks } = chart
  const text = {
    finding,
    about: `${measure}（${unit}），${period}`,
    origin: `来自${source}，${formatDayTime(readAt)}`,
    // Lines have their names at their ends.
    series: kind === 'lines' || series.length === 1 ? [] : series,
  }
  return (
    <section ref={frame} className={styles['panel']} aria-label={measure} data-chart={key}>
      <header className={styles['head']}>
        <h2 className={styles['finding']}>{finding}</h2>
        {marks.length > 0 && (
          <div className={styles['tools']}>
            <ViewSwitch isTable={isTable} onChange={onTable} />
            <ChartDownload frame={frame} text={text} onSheet={onSheet} />
          </div>
        )}
      </header>
      {marks.length > 0 ? (
        <Chart {...shown} source={source} readAt={readAt} isTable={isTable} />
      ) : (
        <p className={styles['none']}>这段时间没有记录</p>
      )}
    </section>
  )
}

/** The same layout before the numbers have loaded. */
const Skeleton = () => (
  <div className={styles['loading']} role="status" aria-label="正在加载">
    <div className={styles['figures']}>
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className={styles['figure']}>
          <SkeletonBar width="40%" />
          <SkeletonBar width="60%" />
        </div>
      ))}
    </div>
    <div className={styles['charts']}>
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className={styles['panel']}>
          <SkeletonBar width="60%" />
          <div className={chartStyles['blank']} />
        </div>
      ))}
    </div>
  </div>
)
