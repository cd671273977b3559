/** Who made an entry, and in which organisation: nobody else sends it. */
export interface OutboxOwner {
  /** The membership. */
  userId: string
  orgId: string
}

/**
 * A write that is kept on this device until the server has answered. It holds ids and values, never names: the device
 * may be shared.
 */
export interface OutboxEntry {
  /** Also the idempotency key, unless it has a stamp: sent twice, it is carried out once. */
  id: string
  owner: OutboxOwner
  /** Entries of one subject are sent one after the other: roll:<lesson>. */
  subject: string
  path: `/api/${string}`
  /** As it is on the wire. */
  body: unknown
  /**
   * The field of the body that gets the time of sending, for routes that correct times of a wrong clock. Each attempt is
   * then another body and has another key: the route itself must be harmless to repeat.
   */
  stamp?: string
  /** By the clock of this device. */
  createdAt: number
  /** More is expected to be joined until then. */
  heldUntil: number
  /** How often it was sent; from the first time on its body must not change. */
  attempts: number
  /** waiting; conflict: carried out, but the answer names conflicts; refused: by the server, for good. */
  state: 'waiting' | 'conflict' | 'refused'
  /** The words of the server about a refusal. */
  message: string
  /** How many conflicts the answer named; the server has the details. */
  conflictCount: number
}

const maxAgeMs = 7 * 24 * 60 * 60 * 1000

export type OutboxEntryState = OutboxEntry['state'] | 'held' | 'sending' | 'expired'

/** An entry as it is shown. */
export interface OutboxItem extends Omit<OutboxEntry, 'state'> {
  /** held: waits a moment for more; expired: too old to be sent, kept until the user dismisses it. */
  state: OutboxEntryState
}

export const isExpired = ({ state, createdAt }: OutboxEntry, now: number) =>
  state === 'waiting' && now - createdAt > maxAgeMs

export const isOwnedBy = ({ owner }: Pick<OutboxEntry, 'owner'>, other: OutboxOwner | undefined) =>
  other !== undefined && owner.userId === other.userId && owner.orgId === other.orgId
