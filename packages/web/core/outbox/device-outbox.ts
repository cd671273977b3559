import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { call, runUnattended, type AnyRoute } from '../call.ts'
import { createDeviceStore } from '../device-store.ts'
import { useSession } from '../session.ts'
import type { OutboxEntry, OutboxItem } from './outbox-entry.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const lockName = 'outbox'

/** Entries outlive the page that made them: only the address of the route is kept, and the body as it is on the wire. */
const toRoute = ({ path }: OutboxEntry): AnyRoute => ({
  method: 'POST',
  path,
  title: '',
  module: '',
  access: 'signed-in',
  body: z.unknown(),
  data: z.unknown(),
})

let current: Outbox | undefined

/** The outbox of this browser. It begins to send when it is first needed. */
export function getOutbox(): Outbox {
  if (current) return current
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(lockName)
  const outbox = createOutbox({
    store: createDeviceStore(lockName),
    // A write that waits for the network must not keep a session alive.
    send: (entry, idempotencyKey) => runUnattended(() => call(toRoute(entry), { body: entry.body, idempotencyKey })),
    getOwner: () => {
      const { user, orgId } = useSession.getState()
      return user ? { userId: user.userId, orgId } : undefined
    },
    isOnline: () => navigator.onLine,
    runAlone,
    notifyTabs: () => tabs?.postMessage(''),
  })
  current = outbox
  // A browser that keeps nothing, in a private window for example, refuses: whoever writes is told, nobody else.
  const refresh = () => void outbox.refresh().catch(() => {})
  const flush = () => void outbox.flush().catch(() => {})
  tabs?.addEventListener('message', refresh)
  window.addEventListener('online', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') flush()
  })
  useSession.subscribe(refresh)
  refresh()
  flush()
  return outbox
}

/** Locks exist only on secure pages; elsewhere a tab waits only for itself, and the server's keys do the rest. */
let running: Promise<unknown> = Promise.resolve()
async function runAlone(work: () => Promise<void>) {
  const { locks } = navigator as { locks?: LockManager | null }
  if (locks) return locks.request(lockName, work)
  const turn = running.then(work)
  running = turn.catch(() => {})
  await turn
}

/** The entries of the signed-in user. */
export function useOutbox(): readonly OutboxItem[] {
  const outbox = getOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.getItems)
}

/** Those that have not reached the server. */
export const listUnsent = () =>
  getOutbox()
    .getItems()
    .filter(({ state }) => state !== 'conflict')

/** How many there are, before the user signs out. A browser that keeps nothing has none. */
export async function countUnsent(): Promise<number> {
  await getOutbox()
    .refresh()
    .catch(() => {})
  return listUnsent().length
}

/** Only after the user was asked. */
export async function removeUnsent() {
  for (const { id } of listUnsent()) await getOutbox().dismiss(id)
}
