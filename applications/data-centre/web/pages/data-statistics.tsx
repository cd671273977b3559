import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Statistics, subjectsQuery } from '#kernel/metric/web/api.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { AppStatView } from '../components/app-stat.tsx'
import styles from './data-statistics.module.css'

const views = [
  { value: 'apps', label: '应用' },
  { value: 'subjects', label: '主题' },
] as const
/** Addresses of before have only the parameters of a subject. */
const ofSubjects = ['subject', 'period', 'on', 'drill']

/** /dataCentre/dataStatistics: the use of the applications, and the statistics that modules declare. */
export default function DataStatisticsPage() {
  const { search, setSearch } = usePageSearch()
  const may = useMay()
  const mayApps = may('statistics.read')
  const isOfSubjects = search.get('view') === 'subjects' || ofSubjects.some((name) => search.has(name))
  const view = mayApps && !isOfSubjects ? 'apps' : 'subjects'
  const choice = mayApps && (
    <PlainSelect
      label="统计内容"
      value={view}
      options={views}
      // The other view has other filters.
      onChange={(chosen) => setSearch(() => new URLSearchParams(chosen === 'apps' ? {} : { view: chosen }))}
    />
  )
  return view === 'apps' ? <AppStatView>{choice}</AppStatView> : <Subjects>{choice}</Subjects>
}

/** One subject at a time. */
function Subjects({ children }: { children: ReactNode }) {
  const { search, setSearch } = usePageSearch()
  const { data: subjects, error, refetch } = useQuery(subjectsQuery)
  if (!subjects?.length)
    return (
      <div className={styles['page']}>
        <ActionLine>{children}</ActionLine>
        <div className={styles['state']}>
          {subjects ? (
            <PageState status="forbidden" />
          ) : error ? (
            <PageState status="failed" error={error} onRetry={() => void refetch()} />
          ) : (
            <PageState status="loading" />
          )}
        </div>
      </div>
    )
  const subject = subjects.find(({ key }) => key === search.get('subject')) ?? subjects[0]!
  return (
    <Statistics subject={subject.key}>
      {children}
      {subjects.length > 1 && (
        <PlainSelect
          label="统计主题"
          value={subject.key}
          options={subjects.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(key) => setSearch((before) => withSubject(before, key))}
        />
      )}
    </Statistics>
  )
}

function withSubject(before: URLSearchParams, key: string) {
  const after = new URLSearchParams(before)
  after.set('subject', key)
  return after
}
