import { newId, type Actor, type DistrictId } from '#packages/core'
import type { Cells } from '#packages/db'
import type { SecurityEventKind } from '../contract.ts'
import { LogBuffer } from './log-buffer.ts'
import { insertSecurityEvents, type SecurityEventEntry } from './security-event-queries.ts'

const flushEveryMs = 500
const minuteMs = 60_000
/** Different events per minute and session; further ones are summed up by kind. */
const differentAtMost = 10
const sessionsAtMost = 20_000
const mostWaiting = 20_000

/** A refused attempt of a signed-in person. */
export interface RefusedAttempt {
  kind: SecurityEventKind
  actor: Actor
  address: string
  route: string
  title: string
  requestId: string
  now: Date
}

interface PendingEvent {
  district: DistrictId
  row: SecurityEventEntry
}

/** The events of one session in one minute. */
interface SessionMinute {
  endsAt: number
  seen: Map<string, { further: PendingEvent | undefined }>
}

/**
 * Logs refusals outside the requests, because a refusal rolls its request back. The first of a kind is written at once,
 * further ones of that minute as one row with a count, so that floods do not fill the disk. A crash loses the counts of
 * that minute.
 */
export class SecurityEvents {
  readonly #buffer: LogBuffer<SecurityEventEntry>
  readonly #timer: NodeJS.Timeout
  readonly #minutes = new Map<string, SessionMinute>()

  constructor(cells: Cells, onFailure: (error: unknown) => void) {
    const write = insertSecurityEvents
    this.#buffer = new LogBuffer(cells, { write, onFailure, everyMs: flushEveryMs, mostWaiting })
    this.#timer = setInterval(() => void this.flush(new Date()), flushEveryMs)
    this.#timer.unref()
  }

  note(attempt: RefusedAttempt) {
    const { kind, actor, route, now } = attempt
    const minute = this.#minuteOf(actor.sessionId, now)
    const isKnown = minute.seen.has(`${kind} ${route}`)
    const isOneTooMany = !isKnown && minute.seen.size >= differentAtMost
    const key = isOneTooMany ? kind : `${kind} ${route}`
    const seen = minute.seen.get(key)
    if (seen?.further) seen.further.row.count++
    else if (seen) seen.further = createPendingEvent(attempt, isOneTooMany)
    else {
      minute.seen.set(key, { further: undefined })
      this.#add(createPendingEvent(attempt, isOneTooMany))
    }
  }

  #minuteOf(sessionId: string, now: Date): SessionMinute {
    const known = this.#minutes.get(sessionId)
    if (known && known.endsAt > now.getTime()) return known
    if (known) this.#end(sessionId, known)
    if (this.#minutes.size >= sessionsAtMost) this.#endAll()
    const begun = { endsAt: now.getTime() + minuteMs, seen: new Map() }
    this.#minutes.set(sessionId, begun)
    return begun
  }

  #end(sessionId: string, { seen }: SessionMinute) {
    this.#minutes.delete(sessionId)
    for (const { further } of seen.values()) if (further) this.#add(further)
  }

  #endAll() {
    for (const [sessionId, minute] of this.#minutes) this.#end(sessionId, minute)
  }

  /** Writes the waiting rows and resolves when they are written. */
  flush(now: Date): Promise<void> {
    for (const [sessionId, minute] of this.#minutes) if (minute.endsAt <= now.getTime()) this.#end(sessionId, minute)
    return this.#buffer.flush()
  }

  #add({ district, row }: PendingEvent) {
    this.#buffer.note(district, row)
  }

  async close() {
    clearInterval(this.#timer)
    this.#endAll()
    await this.#buffer.close()
  }
}

function createPendingEvent(
  { kind, actor, address, route, title, requestId, now }: RefusedAttempt,
  isSum: boolean,
): PendingEvent {
  const { districtId, accountId, personId, userId, orgId, sessionId } = actor
  return {
    district: districtId,
    row: {
      id: newId(),
      at: now,
      kind,
      account_id: accountId,
      person_id: personId,
      user_id: userId,
      org_id: orgId,
      session_id: sessionId,
      address,
      route: isSum ? '' : route,
      title: isSum ? '' : title,
      count: 1,
      request_id: requestId,
    },
  }
}
