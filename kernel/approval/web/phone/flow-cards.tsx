import type { ReactNode } from 'react'
import { labelOf } from '#packages/contract'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import type { useRows } from '#packages/web/light/list/use-rows.ts'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { SearchField } from '#packages/web/light/search-field.tsx'
import { EmptyState, OfflineNote, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { useOnline } from '#packages/web/light/use-online.ts'
import { flowStatuses } from '../../contract.ts'
import { flowTabs, flowTabTitles, isTask, type FlowItem, type OwnTab } from '../flow-queries.ts'
import { formatArrival, isLate } from '../flow-text.ts'
import { FlowStateTag, TaskStateTag } from './state-tags.tsx'
import styles from './flow-cards.module.css'

type Rows = ReturnType<typeof useRows<FlowItem & { id: string }>>

interface Props {
  back: string
  /** How the last decision went. */
  toast: ReactNode
  tab: OwnTab
  list: Rows
  onTab: (tab: OwnTab) => void
  onOpen: (item: FlowItem) => void
}

const emptyTexts: Readonly<Record<OwnTab, { title: string; text: string }>> = {
  todo: { title: '没有待处理的审批', text: '有新的审批时，消息里会提醒您。' },
  done: { title: '还没有处理过审批', text: '您处理过的审批会显示在这里。' },
  mine: { title: '还没有发起过申请', text: '在各应用中提交的申请会显示在这里。' },
  copied: { title: '没有抄送给您的审批', text: '别人抄送给您的审批会显示在这里。' },
}

/** The requests of a tab as cards. */
export function FlowCards({ back, toast, tab, list, onTab, onOpen }: Props) {
  return (
    <LightPage head={<Bar title="审批" back={back} help="approval" />} dock={toast}>
      <div className={styles['tabs']} role="group" aria-label="审批列表">
        {flowTabs.map((one) => (
          <button key={one} type="button" aria-pressed={one === tab} onClick={() => onTab(one)}>
            {flowTabTitles[one]}
            {one === 'todo' && tab === 'todo' && list.itemCount > 0 && ` ${list.rows?.length ?? list.itemCount}`}
          </button>
        ))}
      </div>
      <SearchField key={tab} placeholder="标题或申请人" initial={list.keyword} onSearch={list.search} />
      <Cards tab={tab} list={list} onOpen={onOpen} />
    </LightPage>
  )
}

function Cards({ tab, list, onOpen }: Pick<Props, 'tab' | 'list' | 'onOpen'>) {
  const isOnline = useOnline()
  const { rows, hasFailed, error, hasMore, isLoading, keyword } = list
  if (!rows && isMissingOrForbidden(error))
    return <EmptyState title="没有权限">您的账号不能查看这些内容，可以问本单位的管理员。</EmptyState>
  if (!rows) return hasFailed ? <PageLoadError onRetry={list.retry} /> : <Skeleton blocks={skeleton} />
  if (rows.length === 0 && keyword) return <EmptyState title="没有找到">没有与“{keyword}”相符的审批。</EmptyState>
  if (rows.length === 0) return <EmptyState title={emptyTexts[tab].title}>{emptyTexts[tab].text}</EmptyState>
  return (
    <>
      {!isOnline && <OfflineNote at={formatDayTime(list.at)} />}
      {isOnline && list.isStale && (
        <Note kind="error">
          没有更新成功，以下是 {formatDayTime(list.at)} 的内容 <TextButton onClick={list.retry}>重试</TextButton>
        </Note>
      )}
      <ul className={styles['cards']}>
        {rows.map((item) => (
          <li key={item.id}>
            <button type="button" className={styles['card']} onClick={() => onOpen(item)}>
              <span className={styles['face']} aria-hidden="true">
                {item.applicant.slice(-2)}
              </span>
              <span className={styles['words']}>
                <strong>{item.title}</strong>
                <span>{item.brief || [item.subjectTitle, item.orgName].filter(Boolean).join('，')}</span>
                <span className={styles['state']}>
                  <ItemState item={item} />
                </span>
              </span>
              <span className={styles['time']}>
                {formatArrival(item.finishedAt ?? (isTask(item) ? item.arrivedAt : item.submittedAt))}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasFailed && !list.isStale && <Note kind="error">没有加载成功，请检查网络后重试</Note>}
      {!list.isStale && (hasMore || hasFailed) && (
        <Button kind="plain" busy={isLoading && '正在加载…'} onClick={hasFailed ? list.retry : list.loadMore}>
          {hasFailed ? '重试' : '更多'}
        </Button>
      )}
    </>
  )
}
const skeleton = [
  [40, 70],
  [34, 62],
  [46, 74],
]

function ItemState({ item }: { item: FlowItem }) {
  if (!isTask(item)) {
    const steps = item.stepNames.join('、')
    return (
      <>
        <FlowStateTag status={item.status} />
        {item.status === 'running' && steps && <span>{steps}</span>}
        {item.status === 'returned' && <span>{labelOf(flowStatuses, item.status)}后重新提交</span>}
      </>
    )
  }
  return (
    <>
      {item.status !== 'open' && <TaskStateTag status={item.status} />}
      {isLate(item) && <Tag state="overdue">超时</Tag>}
      {item.holder && <span>代{item.holder}</span>}
    </>
  )
}
