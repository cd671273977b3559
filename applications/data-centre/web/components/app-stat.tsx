import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { StatChart } from '#packages/contract'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { ChartPanel, StatFigures } from '#packages/web/desk/stat-page/stat-page.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { AppStat } from '../../contract-app-stat.ts'
import { appStatFactsQuery, appStatQuery, saveAppStatSheet } from '../app-stat-queries.ts'
import { AppStatActions, AppStatFilters } from './app-stat-bar.tsx'
import { buildAppRanking, buildSchoolRanking, buildTrend, listFigures } from './app-stat-findings.ts'
import { AppTable, SchoolTable } from './app-stat-tables.tsx'
import { useAppStatFilter, type ShownAppStat } from './use-app-stat.ts'
import styles from './app-stat.module.css'

/** How much the applications are used: figures, the course, and the applications or schools beside each other. */
export function AppStatView({ children }: { children: ReactNode }) {
  const shown = useAppStatFilter()
  const isPhone = usePhone()
  const facts = useQuery(appStatFactsQuery)
  const query = useQuery({ ...appStatQuery(shown.filter, shown.by), placeholderData: keepPreviousData })
  const { data, error, dataUpdatedAt, isPlaceholderData } = query
  const retry = () => void query.refetch()
  const bar = { shown, facts: facts.data, stat: data }
  return (
    <div className={styles['page']}>
      <ActionLine note={!isPhone && data && `${data.from} 至 ${data.to}，数据 ${formatDayTime(data.readAt)}`}>
        {children}
        <AppStatActions {...bar} />
      </ActionLine>
      <AppStatFilters {...bar} />
      {data && error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <div className={styles['content']} aria-busy={isPlaceholderData}>
          <Content stat={data} shown={shown} readAt={dataUpdatedAt} />
        </div>
      ) : (
        <div className={styles['card']}>
          {error ? <PageState status="failed" error={error} onRetry={retry} /> : <PageState status="loading" />}
        </div>
      )}
    </div>
  )
}

interface ContentProps {
  stat: AppStat
  shown: ShownAppStat
  readAt: number
}

function Content({ stat, shown, readAt }: ContentProps) {
  const facts = useQuery(appStatFactsQuery).data
  const isOfSchools = stat.schools.length > 0
  const hasBelow = (facts?.orgs.length ?? 0) > 1
  const ranking = isOfSchools
    ? buildSchoolRanking(stat.schools, stat.isByRate)
    : buildAppRanking(stat.categories.flatMap(({ apps }) => apps))
  return (
    <>
      <StatFigures figures={listFigures(stat)} comparison="比前一段" />
      {stat.figures.opens === 0 && stat.categories.length === 0 && !isOfSchools ? (
        <div className={styles['card']}>
          <PageState status="empty" title="没有使用记录" text="从应用中心打开应用以后，这里有每个应用的使用次数。" />
        </div>
      ) : (
        <>
          {hasBelow && (
            <div className={styles['switch']} role="group" aria-label="比较">
              {[
                ['category', '按应用'],
                ['org', '按学校'],
              ].map(([key, title]) => (
                <button key={key} type="button" aria-pressed={shown.by === key} onClick={() => shown.chooseBy(key!)}>
                  {title}
                </button>
              ))}
            </div>
          )}
          <div className={styles['charts']}>
            {[buildTrend(stat), ranking].map((chart) => (
              <Panel key={chart.key} chart={chart} stat={stat} shown={shown} readAt={readAt} />
            ))}
          </div>
          {shown.by === 'org' && !isOfSchools && (
            <div className={styles['card']}>
              <PageState status="empty" title="没有下属学校" text="选择上级单位，比较各校的使用情况。" />
            </div>
          )}
          {isOfSchools && <SchoolTable schools={stat.schools} isByRate={stat.isByRate} onChoose={shown.chooseOrg} />}
          {stat.categories.length > 0 && <AppTable stat={stat} />}
        </>
      )}
    </>
  )
}

function Panel({ chart, stat, shown, readAt }: ContentProps & { chart: StatChart }) {
  const [isTable, setTable] = useState(false)
  return (
    <ChartPanel
      chart={chart}
      period={`${stat.from} 至 ${stat.to}`}
      source="应用中心"
      readAt={readAt}
      isTable={isTable}
      onTable={setTable}
      onSheet={() => saveAppStatSheet(shown.filter, stat)}
    />
  )
}
