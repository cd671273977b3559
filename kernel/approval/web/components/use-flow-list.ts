import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { runUnattended } from '#packages/web/core/call.ts'
import { useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { approvalKey, getItemKey, listFlows, type FlowItem, type FlowTab } from '../flow-queries.ts'

const pageSize = 50

type Pages = InfiniteData<{ items: FlowItem[] }>

/** The requests of a tab, page by page. A decided one leaves the list at once. */
export function useFlowList(tab: FlowTab, keyword: string) {
  const client = useQueryClient()
  const queryKey = [...approvalKey, 'list', tab, keyword]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => listFlows(tab, { keyword, pageNumber: pageParam, pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pageCount }, _, pageNumber) => (pageNumber < pageCount ? pageNumber + 1 : undefined),
  })
  // A request that arrived meanwhile has moved a listed one to the next page.
  const items = [
    ...new Map(
      (query.data?.pages ?? []).flatMap((page) => page.items).map((item) => [getItemKey(item), item]),
    ).values(),
  ]
  const remove = (isGone: (item: FlowItem) => boolean) =>
    client.setQueryData<Pages>(
      queryKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({ ...page, items: page.items.filter((item) => !isGone(item)) })),
        },
    )
  return { query, items, remove }
}

/** Reloads the approvals when the stream of messages says that something arrived or was done. */
export function useFollowedCounts() {
  const client = useQueryClient()
  const { unread, todo } = useWaitingCounts()
  const seen = useRef({ unread, todo })
  useEffect(() => {
    if (seen.current.unread === unread && seen.current.todo === todo) return
    seen.current = { unread, todo }
    // Unattended, so that an open window still times out.
    void runUnattended(() => client.invalidateQueries({ queryKey: approvalKey }))
  }, [client, unread, todo])
}
