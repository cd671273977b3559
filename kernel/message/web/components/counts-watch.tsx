import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, runUnattended } from '#packages/web/core/call.ts'
import { setWaitingCounts, useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { useSession } from '#packages/web/core/session.ts'
import { messageApi } from '../../contract.ts'
import { followCounts, type ReceivedCounts } from '../follow-counts.ts'
import { messageKey } from '../queries.ts'

/** Listens for what is new as long as somebody is signed in, and has what is shown read again when something is. */
export default function CountsWatch() {
  const token = useSession((session) => session.token)
  const client = useQueryClient()
  useEffect(() => {
    if (!token) return
    // Nobody asked for it: a window that is only left open still times out.
    const refetch = (queryKey: readonly string[]) => void runUnattended(() => client.invalidateQueries({ queryKey }))
    let lastMark: number | undefined
    const receiveCounts = ({ mark, ...counts }: ReceivedCounts) => {
      const before = useWaitingCounts.getState()
      setWaitingCounts(counts)
      // One was read while another came: the sums are the same, what is shown is not. The first mark says nothing yet.
      const isMarked = lastMark !== undefined && mark !== undefined && mark !== lastMark
      lastMark = mark ?? lastMark
      const isNew = isMarked || counts.unread !== before.unread || counts.todo !== before.todo
      if (isNew) refetch(messageKey)
      // The list of tasks has a key of its own module's.
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
