import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isRefused } from '#packages/web/core/call-error.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { noMetricsMessage } from '../../contract.ts'
import { BoardContent } from '../components/board-content.tsx'
import { ExportMenu } from '../components/export-menu.tsx'
import { FilterBar } from '../components/filter-bar.tsx'
import { SavedViews } from '../components/saved-views.tsx'
import { boardQuery, pagesQuery, type Board, type BoardAddress } from '../data-queries.ts'
import styles from './app-data.module.css'

/** What the address shows: the module, its metric, the organisation and the days. */
function useShown(): Omit<BoardAddress, 'key'> & { key: string | null } {
  const { search } = usePageSearch()
  const read = (name: string) => search.get(name) ?? undefined
  return { key: search.get('key'), code: read('code'), orgId: read('org'), from: read('from'), to: read('to') }
}

/** 应用数据: the figures of one application, explained. */
export default function AppDataPage() {
  const { key, ...shown } = useShown()
  return (
    <div className={styles['page']}>
      {key === null ? <ChooseApplication /> : <Data key={key} {...shown} of={key} />}
    </div>
  )
}

function Data({ of: key, ...shown }: Omit<BoardAddress, 'key'> & { of: string }) {
  // While another range loads, the last one stays.
  const { data, error, dataUpdatedAt, isPlaceholderData, refetch } = useQuery({
    ...boardQuery({ key, ...shown }),
    placeholderData: keepPreviousData,
  })
  const retry = () => void refetch()
  if (!data) return <>{error ? <Failure error={error} onRetry={retry} /> : <Waiting />}</>
  if (error && isPlaceholderData) return <Failure error={error} onRetry={retry} />
  if (!data.org)
    return (
      <>
        <Head data={data} />
        <div className={styles['card']}>
          <PageState status="empty" title={noMetricsMessage} text="需要统计时，请联系应用的提供方。" />
        </div>
      </>
    )
  return (
    <>
      <Head data={data} />
      {error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      <FilterBar data={data} />
      <div className={styles['content']} aria-busy={isPlaceholderData}>
        <BoardContent
          key={`${data.org.id} ${data.from} ${data.to}`}
          data={data}
          org={data.org}
          readAt={dataUpdatedAt}
        />
      </div>
    </>
  )
}

function Head({ data: { page, org, from, to, readAt } }: { data: Board }) {
  const range = org && { key: page.key, orgId: org.id, from, to }
  return (
    <ActionLine note={`${page.title}，${page.owner}，数据 ${formatDayTime(readAt)}`}>
      {page.url && (
        <Link className={styles['open']} to={page.url}>
          打开应用
        </Link>
      )}
      {range && (
        <>
          <SavedViews range={range} />
          <ExportMenu range={range} title={page.title} />
        </>
      )}
    </ActionLine>
  )
}

/** Without an application in the address. */
function ChooseApplication() {
  const setParams = useSetParams()
  const { data, error, refetch } = useQuery(pagesQuery)
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Waiting />
  return (
    <>
      <ActionLine>
        {data.length > 0 && (
          <PlainSelect
            label="应用"
            value=""
            placeholder="请选择应用"
            options={data.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(key) => setParams({ key })}
          />
        )}
      </ActionLine>
      <div className={styles['card']}>
        {data.length === 0 ? (
          <PageState status="forbidden" />
        ) : (
          <PageState status="empty" title="请选择应用" text="从数据看板或应用数据统计点一个数字，也会来到这里。" />
        )}
      </div>
    </>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <ActionLine />
      <div className={styles['card']}>
        {isRefused(error) ? (
          <PageState status="empty" title={error.message} text="需要查看时，请联系本单位管理员。" />
        ) : (
          <PageState status="failed" error={error} onRetry={onRetry} />
        )}
      </div>
    </>
  )
}

const Waiting = () => (
  <>
    <ActionLine />
    <div className={styles['card']}>
      <PageState status="loading" />
    </div>
  </>
)
