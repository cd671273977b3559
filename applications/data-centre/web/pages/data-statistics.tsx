import { useQuery } from '@tanstack/react-query'
import { Statistics, subjectsQuery } from '#kernel/metric/web/api.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import styles from './data-statistics.module.css'

/** /dataCentre/dataStatistics: the statistics that modules declare, one subject at a time. */
export default function DataStatisticsPage() {
  const { search, setSearch } = usePageSearch()
  const { data: subjects, error, refetch } = useQuery(subjectsQuery)
  if (!subjects?.length)
    return (
      <div className={styles['page']}>
        <ActionLine />
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
