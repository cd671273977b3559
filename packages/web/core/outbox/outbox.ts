import { newId } from '#packages/core/id.ts'
import { CallError, isPendingWrite, isRetryableError, isSessionLost } from '../call-error.ts'
import type { DeviceStore } from '../device-store.ts'
import { Ret } from '#packages/core/ret.ts'
import { isExpired, isOwnedBy, type OutboxEntry, type OutboxItem, type OutboxOwner } from './outbox-entry.ts'

export interface OutboxSettings {
  store: DeviceStore<OutboxEntry>
  send: (entry: OutboxEntry, idempotencyKey: string) => Promise<unknown>
  getOwner: () => OutboxOwner | undefined
  isOnline: () => boolean
  /** Runs when nothing else runs in any tab. */
  runAlone: (work: () => Promise<void>) => Promise<void>
  /** The other tabs read the store again. */
  notifyTabs: () => void
}

export interface NewOutboxEntry<Body> {
  subject: string
  path: OutboxEntry['path']
  body: Body
  /**
   * Joins this body to that of the last entry of the subject, as long as that was never sent. Without it every write is
   * an entry of its own.
   */
  join?: (before: Body) => Body
  /** Waits so long for more to be joined before it is sent. */
  holdMs?: number
  stamp?: keyof Body & string
}

type SentOutcome = 'sent' | 'failed' | { stuck: string } | number
type SentListener = (entry: OutboxEntry, answer: unknown) => void

const firstPauseMs = 5_000
const maxPauseMs = 5 * 60_000
const maxHoldMs = 60_000

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Writes that survive a missing network: kept on the device, sent in order as soon as there is a network, each carried
 * out once. A missing answer keeps an entry, a refusal of the server is shown until somebody dismisses it.
 */
export function createOutbox({ store, send, getOwner, isOnline, runAlone, notifyTabs }: OutboxSettings) {
  let entries: readonly OutboxEntry[] = []
  let sendingId: string | undefined
  let items: readonly OutboxItem[] = []
  let failures = 0
  let clock: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const sentListeners = new Set<SentListener>()

  const publish = () => {
    const owner = getOwner()
    const now = Date.now()
    const getState = (entry: OutboxEntry) => {
      if (entry.id === sendingId) return 'sending'
      if (isExpired(entry, now)) return 'expired'
      return entry.state === 'waiting' && entry.heldUntil > now ? 'held' : entry.state
    }
    items = entries.filter((entry) => isOwnedBy(entry, owner)).map((entry) => ({ ...entry, state: getState(entry) }))
    for (const listener of listeners) listener()
  }
  const read = async () => {
    // Ids begin with the time: their order is that of the writes.
    entries = (await store.list()).sort((one, other) => one.id.localeCompare(other.id))
    publish()
  }
  const write = async (id: string, entry: OutboxEntry | undefined) => {
    await (entry ? store.put(id, entry) : store.remove(id))
    notifyTabs()
    await read()
  }

  const isSendable = (entry: OutboxEntry) =>
    entry.state === 'waiting' && isOwnedBy(entry, getOwner()) && !isExpired(entry, Date.now())

  const schedule = (delayMs: number) => {
    clearTimeout(clock)
    clock = setTimeout(() => void flush().catch(() => {}), delayMs)
  }

  /** `stuck` are subjects that the server could not take in this round. A number: nothing to send for so many milliseconds. */
  const sendNext = async (stuck: ReadonlySet<string>): Promise<SentOutcome> => {
    await read()
    const sendable = entries.filter((entry) => isSendable(entry) && !stuck.has(entry.subject))
    const now = Date.now()
    const next = sendable.find((entry) => !isHeld(entry, sendable, now))
    if (!next || !isOnline()) {
      const heldUntil = Math.min(...sendable.map((entry) => entry.heldUntil))
      return sendable.length > 0 ? Math.max(heldUntil - now, 0) : Infinity
    }
    const attempted: OutboxEntry = { ...next, attempts: next.attempts + 1 }
    let isThere = false
    // Another tab may have joined a change to it in this moment, or dismissed it.
    await store.change(next.id, (stored) => {
      isThere = stored !== undefined
      if (stored) attempted.body = stored.stamp ? addStamp(stored.body, stored.stamp) : stored.body
      return stored && attempted
    })
    if (!isThere) return 'sent'
    sendingId = next.id
    publish()
    try {
      const answer = await send(attempted, attempted.stamp ? newId() : attempted.id)
      sendingId = undefined
      const conflictCount = countConflicts(answer)
      // First the pages, which then show the answer instead of the entry.
      for (const listener of sentListeners) listener(attempted, answer)
      await write(next.id, conflictCount > 0 ? { ...attempted, state: 'conflict', conflictCount } : undefined)
      return 'sent'
    } catch (error) {
      sendingId = undefined
      if (!isFinal(error)) {
        await read()
        return isFaultOfEntry(error) ? { stuck: next.subject } : 'failed'
      }
      await write(next.id, { ...attempted, state: 'refused', message: error.msg })
      return 'sent'
    }
  }

  let isFlushQueued = false
  const flush = async () => {
    clearTimeout(clock)
    clock = undefined
    // One that waits for its turn will find every entry that is there by then.
    if (!isOnline() || isFlushQueued) return
    isFlushQueued = true
    await runAlone(async () => {
      isFlushQueued = false
      const stuck = new Set<string>()
      for (;;) {
        const outcome = await sendNext(stuck)
        if (outcome === 'sent') failures = 0
        else if (typeof outcome === 'object') stuck.add(outcome.stuck)
        else {
          const hasFailed = outcome === 'failed' || stuck.size > 0
          const pauseMs = hasFailed ? Math.min(firstPauseMs * 2 ** failures++, maxPauseMs) : Infinity
          const waitMs = Math.min(pauseMs, outcome === 'failed' ? Infinity : outcome)
          if (waitMs < Infinity) schedule(waitMs)
          return
        }
      }
    }).finally(() => {
      isFlushQueued = false
    })
  }

  const add = async <Body>(added: NewOutboxEntry<Body>, owner: OutboxOwner) => {
    const { subject, path, body, join, holdMs = 0, stamp } = added
    const heldUntil = Date.now() + holdMs
    await read()
    const last = entries.filter((entry) => entry.subject === subject && isSendable(entry)).at(-1)
    let id: string | undefined
    if (join && last && last.path === path)
      await store.change(last.id, (stored) => {
        if (stored?.attempts !== 0) return undefined
        id = stored.id
        return { ...stored, heldUntil, body: join(stored.body as Body) }
      })
    if (id === undefined) {
      id = newId()
      const state = { attempts: 0, state: 'waiting', message: '', conflictCount: 0 } as const
      const entry = { id, owner, subject, path, body, createdAt: Date.now(), heldUntil, ...state }
      await store.put(id, stamp ? { ...entry, stamp } : entry)
    }
    notifyTabs()
    await read()
    void flush().catch(() => {})
    return id
  }
  // One after the other: the second of two quick taps joins the entry of the first.
  let adding: Promise<unknown> = Promise.resolve()

  return {
    /** Keeps a write, and sends it if there is a network. Resolves with its id when it is safe on the device. */
    enqueue<Body>(added: NewOutboxEntry<Body>): Promise<string> {
      const owner = getOwner()
      if (!owner) throw new Error('nobody is signed in')
      const done = adding.then(() => add(added, owner))
      adding = done.catch(() => {})
      return done
    },
    flush,
    /** Removes an entry that the user has seen: refused, conflicting or expired. */
    dismiss: (id: string) => write(id, undefined),
    /** Another tab has written, or another user has signed in. */
    refresh: read,
    /** Those of the signed-in user. */
    getItems: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Calls for each entry that was carried out, with the answer. */
    onSent: (listener: SentListener) => {
      sentListeners.add(listener)
      return () => void sentListeners.delete(listener)
    },
    stop: () => clearTimeout(clock),
  }
}

/** Whether the server has decided: everything else may succeed later. */
const isFinal = (error: unknown): error is CallError => {
  const isUndecided = isRetryableError(error) || isSessionLost(error) || isPendingWrite(error)
  return !isUndecided && error instanceof CallError && error.ret !== Ret.otherOrganisation
}

/** The server answered, and could not: others may succeed. Without an answer nothing else is worth a try. */
const isFaultOfEntry = (error: unknown) => !(error instanceof CallError) || error.ret === Ret.fault

/** A held entry waits, and so do the later ones of its subject; not long, because the clock may have been set back. */
const isHeld = (entry: OutboxEntry, sendable: readonly OutboxEntry[], now: number) =>
  sendable.some(
    ({ id, subject, heldUntil }) =>
      subject === entry.subject && id <= entry.id && heldUntil > now && heldUntil - now < maxHoldMs,
  )

const addStamp = (body: unknown, stamp: string) => ({ ...(body as object), [stamp]: new Date().toISOString() })

/** What the answer to a write says about writes of others that were in the way. */
const countConflicts = (answer: unknown) => {
  const { conflicts } = (answer ?? {}) as { conflicts?: unknown }
  return Array.isArray(conflicts) ? conflicts.length : 0
}
