import { useQuery } from '@tanstack/react-query'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { SettingComparison, SettingState } from '../../contract.ts'
import { comparisonQuery } from '../queries.ts'
import { formatValue } from './setting-labels.ts'
import styles from './compare-dialog.module.css'

/** The number of names shown; the rest is unfolded. */
const namesShown = 4

interface Props {
  state: SettingState
  onClose: () => void
}

/** Compares the values of the schools. */
export default function CompareDialog({ state, onClose }: Props) {
  const { data, isError, error, refetch } = useQuery(comparisonQuery(state.type))
  return (
    <NoticeDialog title={`各校对比：${state.schema.title}`} size="panes" closeLabel="关闭" onClose={onClose}>
      {isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Groups comparison={data} />
      ) : (
        <PageState status="loading" />
      )}
    </NoticeDialog>
  )
}

function Groups({ comparison: { schools, schema, keys } }: { comparison: SettingComparison }) {
  if (schools.length === 0) return <PageState status="empty" title="还没有学校" />
  return (
    <div className={styles['keys']}>
      {keys.map(({ key, groups }) => {
        const known = schema.keys.find((one) => one.key === key)!
        return (
          <section key={key} className={styles['key']} aria-label={known.title}>
            <h3 className={styles['title']}>{known.title}</h3>
            {groups.map(({ value, count, names }) => {
              const line = (
                <>
                  <span className={styles['value']}>{formatValue(known.control, value)}</span>
                  <span className={styles['track']} aria-hidden="true">
                    <span className={styles['bar']} style={{ width: `${(count / schools.length) * 100}%` }} />
                  </span>
                  <span className={styles['count']}>{count} 所</span>
                  <span className={styles['names']}>
                    {names.slice(0, namesShown).join('、')}
                    {count > namesShown && ' 等'}
                  </span>
                </>
              )
              if (count <= namesShown)
                return (
                  <div key={JSON.stringify(value)} className={styles['line']}>
                    {line}
                  </div>
                )
              return (
                <details key={JSON.stringify(value)}>
                  <summary className={styles['line']}>{line}</summary>
                  <p className={styles['all']}>
                    {names.join('、')}
                    {names.length < count && ` 等 ${count} 所`}
                  </p>
                </details>
              )
            })}
          </section>
        )
      })}
    </div>
  )
}
