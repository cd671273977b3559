import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DataOf } from '#packages/contract'
import { call, runUnattended } from '#packages/web/core/call.ts'
import { setWaitingCounts, useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { useSession } from '#packages/web/core/session.ts'
import { messageApi, type MessageCounts } from '../../contract.ts'
import { followCounts, type ReceivedCounts } from '../follow-counts.ts'
import { messageKey, openTodos } from '../queries.ts'

/** Follows the message counts while somebody is signed in and refetches what changed. */
export default function CountsWatch() {
  const token = useSession((session) => session.token)
  const client = useQueryClient()
  useEffect(() => {
    if (!token) return
    // Unattended, so that an open window still times out.
    const refetch = (queryKey: readonly string[]) => void runUnattended(() => client.invalidateQueries({ queryKey }))
    // The first counts only tell about queries that were answered before the stream was opened, and nothing new about
    // to-dos that are as many.
    const openedAt = Date.now()
    const hasAllTodos = (todo: number) =>
      client.getQueryData<DataOf<typeof messageApi.list>>(openTodos.queryKey)?.itemCount === todo
    const refetchOlder = ({ todo }: MessageCounts) =>
      void runUnattended(() =>
        client.invalidateQueries({
          queryKey: messageKey,
          predicate: ({ queryHash, state }) =>
            state.dataUpdatedAt > 0 &&
            state.dataUpdatedAt < openedAt &&
            !(queryHash === hashKey(openTodos.queryKey) && hasAllTodos(todo)),
        }),
      )
    let isFirst = true
    let lastMark: number | undefined
    const receiveCounts = ({ mark, ...counts }: ReceivedCounts) => {
      const before = useWaitingCounts.getState()
      setWaitingCounts(counts)
      // A new mark with equal counts: one message was read while another arrived. The first mark is only stored.
      const isMarked = lastMark !== undefined && mark !== undefined && mark !== lastMark
      lastMark = mark ?? lastMark
      const isNew = isMarked || counts.unread !== before.unread || counts.todo !== before.todo
      if (isNew && isFirst) refetchOlder(counts)
      else if (isNew) refetch(messageKey)
      isFirst = false
      // The query key of the task module.
      if (isMarked || counts.tasks !== before.tasks) refetch(['task'])
    }
    return followCounts({
      open: (signal) =>
        fetch(messageApi.stream.path, { headers: { authorization: `Bearer ${token}` }, cache: 'no-store', signal }),
      fetchOnce: (signal) => runUnattended(() => call(messageApi.unreadCount, { signal })),
      onCounts: receiveCounts,
    })
  }, [token, client])
  return null
}
