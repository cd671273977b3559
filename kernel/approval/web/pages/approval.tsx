import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { areLetterKeysOn } from '#packages/web/desk/letter-keys.ts'
import { usePageSearch, useSetParams, useTabParam } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SearchField } from '#packages/web/desk/search-field.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { useOpensFirst } from '#packages/web/desk/split-page/use-opens-first.ts'
import { TabPanel } from '#packages/web/desk/tab-panel.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import type { InboxTask } from '../../contract.ts'
import { ApproveSeveral } from '../components/approve-several.tsx'
import { isLetterForPage } from '../components/decision-keys.ts'
import { FlowList } from '../components/flow-list.tsx'
import { FlowPane } from '../components/flow-pane.tsx'
import { useDecision } from '../components/use-decision.ts'
import { useFlowList, useFollowedCounts } from '../components/use-flow-list.ts'
import {
  allFlowTabs,
  flowTabs,
  flowTabTitles,
  inboxCountsQuery,
  isTask,
  type FlowItem,
  type FlowTab,
} from '../flow-queries.ts'
import styles from './approval.module.css'

const keywordPauseMs = 300

const emptyTexts: Readonly<Record<FlowTab, { title: string; text: string }>> = {
  todo: { title: '没有待处理的审批', text: '有新的审批时，这里和消息中都会提醒您。' },
  done: { title: '还没有处理过审批', text: '您处理过的审批会留在这里，可以随时查看。' },
  mine: { title: '还没有发起过申请', text: '在各应用中提交的申请会显示在这里。' },
  copied: { title: '没有抄送给您的审批', text: '别人抄送给您的审批会显示在这里。' },
  managed: { title: '没有进行中的审批', text: '本单位和下级单位正在审批的申请会显示在这里，可以改派、跳转或终止。' },
}

/** /approval: what waits for the reader, beside the chosen request. */
export default function ApprovalPage() {
  useFollowedCounts()
  const isPhone = usePhone()
  const { search, isFront } = usePageSearch()
  const setParams = useSetParams()
  const mayManage = useMay()('flow.manage')
  const [tab] = useTabParam((mayManage ? allFlowTabs : flowTabs).map((key) => ({ key })))
  const keyword = search.get('keyword') ?? ''
  const { opensFirst, showList } = useOpensFirst()
  const { query, items, remove } = useFlowList(tab, keyword)
  const counts = useQuery(inboxCountsQuery)
  const decision = useDecision()
  const [wasTicked, setTicked] = useState<ReadonlySet<string>>()
  const [approved, setApproved] = useState<readonly InboxTask[]>()
  const [opinions] = useState(() => new Map<string, string>())

  const [clears, setClears] = useState(0)

  const first = opensFirst ? items[0]?.flowId : undefined
  const flowId = search.get('flow') ?? first
  const isUnpinned = isFront && !search.has('flow') && !query.isFetching
  useEffect(() => {
    // What opened by itself stays open when another request gets to the top of the list.
    if (isUnpinned && first) setParams({ flow: first }, { replace: true })
  })
  const shown = useRef(flowId)
  useEffect(() => {
    shown.current = flowId
  })
  const at = items.findIndex((item) => item.flowId === flowId)
  const next = tab === 'todo' && at >= 0 ? (items[at + 1] ?? items.find((_, index) => index !== at)) : undefined
  const open = (item: FlowItem | undefined) => setParams({ flow: item?.flowId ?? null }, { replace: !isPhone })
  const change = (params: { tab?: string | null; keyword?: string | null }) => {
    setTicked(undefined)
    setParams({ flow: null, ...params }, { replace: true })
  }
  const decide = (taskId: string) => {
    remove((item) => isTask(item) && item.taskId === taskId)
    opinions.delete(taskId)
    // A late answer does not take the reader away from what was opened meanwhile.
    if (shown.current === flowId) setParams({ flow: next?.flowId ?? null }, { replace: true })
  }

  const tasks = items.filter(isTask)
  // A task that somebody else has decided meanwhile is no longer there to approve.
  const ticked = wasTicked && new Set(tasks.flatMap(({ taskId }) => (wasTicked.has(taskId) ? [taskId] : [])))
  const hasKeys = isFront && !ticked
  useWindowKeys(
    (event) => {
      if (!isLetterForPage(event)) return
      const step = { j: 1, k: -1 }[event.key.toLowerCase()]
      // Two tasks of one request are two lines, but one page.
      const isOther = (item: FlowItem) => item.flowId !== flowId
      const target =
        step === 1 ? items.slice(at + 1).find(isOther) : step && items.slice(0, Math.max(0, at)).findLast(isOther)
      if (!target) return
      event.preventDefault()
      open(target)
    },
    { isOn: hasKeys },
  )

  const shownTabs: readonly FlowTab[] = tab === 'managed' ? ['managed'] : flowTabs
  const tabs = shownTabs.map((key) => ({
    key,
    label: key === 'todo' && counts.data?.open ? `${flowTabTitles[key]} ${counts.data.open}` : flowTabTitles[key],
  }))
  return (
    <>
      <SplitPage
        note={counts.data?.late ? <span className={styles['late']}>{counts.data.late} 项已超时</span> : undefined}
        actions={
          mayManage && (
            <Button onClick={() => change({ tab: tab === 'managed' ? null : 'managed', keyword: null })}>
              {tab === 'managed' ? '我的审批' : '本单位的审批'}
            </Button>
          )
        }
        back={flowId ? { label: '审批列表', onBack: () => (showList(), open(undefined)) } : undefined}
        list={
          <section className={`${styles['list']} no-print`} aria-label="审批列表">
            <TabPanel
              tabs={tabs}
              chosen={tab}
              onChoose={(key) => change({ tab: key === 'todo' ? null : key })}
              barClass={styles['tabs']!}
              panelClass={styles['panel']!}
            >
              <div className={styles['search']}>
                <KeywordField
                  key={`${tab} ${clears}`}
                  value={keyword}
                  onSearch={(text) => change({ keyword: text || null })}
                />
                {tab === 'todo' && tasks.length > 1 && (
                  <Button onClick={() => setTicked(ticked ? undefined : new Set())}>
                    {ticked ? '取消批量' : '批量处理'}
                  </Button>
                )}
              </div>
              <div className={styles['rows']}>
                {query.data && query.error !== null && (
                  <StaleBar since={query.dataUpdatedAt} onRetry={() => void query.refetch()} />
                )}
                {!query.data ? (
                  query.error ? (
                    <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
                  ) : (
                    <PageState status="loading" />
                  )
                ) : items.length > 0 ? (
                  <FlowList
                    label={flowTabTitles[tab]}
                    items={items}
                    chosen={flowId}
                    onChoose={open}
                    ticked={ticked}
                    onTick={(taskId) =>
                      setTicked((before) => {
                        const after = new Set(before)
                        if (!after.delete(taskId)) after.add(taskId)
                        return after
                      })
                    }
                    onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
                    isLoadingMore={query.isFetchingNextPage}
                  />
                ) : keyword ? (
                  <PageState
                    status="noMatch"
                    title="没有找到"
                    onClear={() => (setClears(clears + 1), change({ keyword: null }))}
                  />
                ) : (
                  <PageState status="empty" {...emptyTexts[tab]} />
                )}
              </div>
            </TabPanel>
            {ticked ? (
              <BatchFoot
                tasks={tasks.filter(({ isSingle }) => !isSingle).map(({ taskId }) => taskId)}
                ticked={ticked}
                onTick={setTicked}
                onApprove={() => setApproved(tasks.filter(({ taskId }) => ticked.has(taskId)))}
              />
            ) : (
              !isPhone && <KeyHints isInbox={tab === 'todo'} />
            )}
          </section>
        }
      >
        {flowId ? (
          <FlowPane
            key={flowId}
            flowId={flowId}
            hasKeys={hasKeys}
            decision={decision}
            typed={{
              get: (taskId) => opinions.get(taskId) ?? '',
              set: (taskId, opinion) => opinions.set(taskId, opinion),
            }}
            next={next?.title}
            onDecided={decide}
            onUndone={() => {
              setParams({ tab: null, flow: flowId })
              void decision.reload()
            }}
          />
        ) : (
          !isPhone && <SplitPane>{query.data && <PageState status="empty" {...emptyTexts[tab]} />}</SplitPane>
        )}
      </SplitPage>
      {approved && (
        <ApproveSeveral
          tasks={approved}
          onDone={() => void decision.reload()}
          onClose={() => {
            setApproved(undefined)
            setTicked(undefined)
            setParams({ flow: null }, { replace: true })
          }}
        />
      )}
    </>
  )
}

/** Searches after a pause in typing. */
function KeywordField({ value, onSearch }: { value: string; onSearch: (keyword: string) => void }) {
  const [typed, setTyped] = useState(value)
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pending.current), [])
  const change = (text: string) => {
    setTyped(text)
    clearTimeout(pending.current)
    pending.current = setTimeout(() => onSearch(text.trim()), keywordPauseMs)
  }
  return <SearchField label="搜索审批" placeholder="标题或申请人" allowClear value={typed} onChange={change} />
}

interface BatchProps {
  /** Those that can be approved together. */
  tasks: readonly string[]
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
  onApprove: () => void
}

function BatchFoot({ tasks, ticked, onTick, onApprove }: BatchProps) {
  const isAll = tasks.length > 0 && ticked.size === tasks.length
  return (
    <div className={styles['foot']}>
      <Button onClick={() => onTick(new Set(isAll ? [] : tasks))}>{isAll ? '全不选' : '全选'}</Button>
      <Button type="primary" disabled={ticked.size === 0} onClick={onApprove}>
        同意 {ticked.size} 项
      </Button>
    </div>
  )
}

function KeyHints({ isInbox }: { isInbox: boolean }) {
  if (!areLetterKeysOn()) return null
  return (
    <p className={styles['foot']}>
      <span>
        <kbd>J</kbd> <kbd>K</kbd> 上下条
      </span>
      {isInbox && (
        <>
          <span>
            <kbd>A</kbd> 同意
          </span>
          <span>
            <kbd>R</kbd> 拒绝
          </span>
        </>
      )}
    </p>
  )
}
