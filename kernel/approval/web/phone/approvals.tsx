import { useEffect, useState } from 'react'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { useRows } from '#packages/web/light/list/use-rows.ts'
import { isInLayer } from '#packages/web/light/use-back-key.ts'
import { flowTabs, getItemKey, isTask, listFlows, type FlowItem, type OwnTab } from '../flow-queries.ts'
import { FlowCards } from './flow-cards.tsx'
import { FlowPage } from './flow-page.tsx'
import { useDecision } from './use-decision.ts'
import { useOwnWords } from './use-own-words.ts'

const pageSize = 50

const readAddress = () => {
  const params = new URLSearchParams(location.search)
  return { tab: flowTabs.find((tab) => tab === params.get('tab')) ?? 'todo', flowId: params.get('flow') ?? undefined }
}

/** The lists and the open request. The open one is in the address, so that the back key leads to the list. */
export default function Approvals() {
  const [{ tab, flowId }, setAddress] = useState(readAddress)
  const decision = useDecision()
  const own = useOwnWords()
  /** Each request opens afresh, also when the next task is one of the same request. */
  const [turn, setTurn] = useState(0)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const read = () => setAddress(readAddress())
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  const list = useRows<FlowItem & { id: string }>(
    async ({ filter, ...page }, signal) => {
      const found = await listFlows(filter['tab'] as OwnTab, { ...page, keyword: filter['keyword'] ?? '' }, signal)
      // This list knows of the decisions before it. A task in it has come back, for example from those added to it.
      if (page.pageNumber === 1) setGone((now) => new Set([...now].filter((id) => !gone.has(id))))
      return { ...found, items: found.items.map((item) => ({ ...item, id: getItemKey(item) })) }
    },
    { tab },
    pageSize,
  )
  // The back key also leads to another tab.
  if (list.filter['tab'] !== tab) list.setFilter({ tab })
  const items = list.rows?.filter((item) => !isTask(item) || item.status !== 'open' || !gone.has(item.taskId))
  const go = (to: { tab: OwnTab; flowId?: string | undefined }, how: 'pushState' | 'replaceState') => {
    const params = new URLSearchParams()
    if (to.tab !== 'todo') params.set('tab', to.tab)
    if (to.flowId) params.set('flow', to.flowId)
    const query = params.toString()
    const write = () => {
      history[how](null, '', location.pathname + (query ? `?${query}` : ''))
      setAddress({ tab: to.tab, flowId: to.flowId })
      setTurn((before) => before + 1)
      window.scrollTo(0, 0)
    }
    // A form that was sent is left first, because it has its own entry in the history.
    if (isInLayer()) window.addEventListener('popstate', write, { once: true })
    else write()
  }
  if (flowId) {
    const at = items?.findIndex((item) => item.flowId === flowId) ?? -1
    const next = tab === 'todo' && at >= 0 ? (items![at + 1] ?? items!.find((_, index) => index !== at)) : undefined
    return (
      <FlowPage
        key={`${flowId} ${turn}`}
        flowId={flowId}
        position={tab === 'todo' && at >= 0 ? `待我处理 ${at + 1} / ${items!.length}` : '审批详情'}
        decision={decision}
        own={own}
        onBack={() => {
          list.reload()
          go({ tab }, 'replaceState')
        }}
        onDecided={(taskId) => {
          setGone((before) => new Set(before).add(taskId))
          // A late answer does not take the reader away from what was opened meanwhile.
          if (readAddress().flowId === flowId) go({ tab, flowId: next?.flowId }, 'replaceState')
        }}
        onUndone={(taskId) => {
          setGone((before) => new Set([...before].filter((id) => id !== taskId)))
          list.reload()
          go({ tab: 'todo', flowId }, 'replaceState')
        }}
      />
    )
  }
  return (
    <FlowCards
      back={staffHome}
      toast={decision.toast}
      tab={tab}
      list={{ ...list, rows: items }}
      onTab={(to) => go({ tab: to }, 'replaceState')}
      onOpen={(item) => go({ tab, flowId: item.flowId }, 'pushState')}
    />
  )
}
