import type { Ctx } from '#packages/core'
import type { Outside } from '#packages/jobs'
import type { Channel, MessageKind } from '../contract.ts'

export type OutsideChannel = Exclude<Channel, 'app'>

/** A message as another world shows it. */
export interface Notice {
  /** Of the batch: the same text to the same person bears the same one however often it is tried. */
  id: string
  kind: MessageKind
  title: string
  body: string
  /** A path of ours, or nothing. */
  url: string
  orgName: string
  at: Date
  dueAt: Date | null
}

export interface Addressee {
  deliveryId: string
  personId: string
  /** Where this person is found in that world. */
  address: string
}

/**
 * What became of a try. `refused`: it will never go. `later`: it did not go and may be tried again. `unsure`: it may
 * have gone; it is asked about before it is tried again.
 */
export type Outcome =
  | { is: 'sent'; providerId: string }
  | { is: 'refused' | 'later'; reason: string }
  | { is: 'unsure' }

/** A message that was handed over, to be asked about. */
export interface Handed extends Addressee {
  providerId: string | null
  sentAt: Date
}

/** What is known of it by now; `unknown`: not even that it was handed over. */
export type Fate =
  | { is: 'delivered'; at: Date }
  | { is: 'failed'; reason: string }
  | { is: 'pending'; providerId: string }
  | { is: 'unknown' }

/** A way out of the application. Inside `ctx` there is only SQL; what is `outside` has no transaction open. */
export interface Way {
  /** Handed over in one go, and so at risk together when a worker dies. */
  atOnce: number
  /** Which of these people it leads to at all. */
  reaches(ctx: Ctx, personIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Finds out and keeps where these people are, where that takes asking somebody. Of whom nothing could be learned now,
   * though others could be asked for; fails when nobody can.
   */
  lookUp?(outside: Outside, personIds: readonly string[]): Promise<ReadonlySet<string>>
  addressesOf(ctx: Ctx, personIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Why somebody without an address is not reached. */
  withoutAddress: string
  send(outside: Outside, notice: Notice, to: readonly Addressee[]): Promise<ReadonlyMap<string, Outcome>>
  /** By the id of the delivery; what there was no sense in the answer for is left out. Fails when nobody can be asked. */
  fatesOf(outside: Outside, handed: readonly Handed[]): Promise<ReadonlyMap<string, Fate>>
  /** What was asked for is done: says so where these were sent. */
  close?(outside: Outside, providerIds: readonly string[]): Promise<void>
}

const ways = new Map<OutsideChannel, Way>()

/** Says how messages leave the application by this channel. Called at the start of the module that knows. */
export const offerChannel = (channel: OutsideChannel, way: Way) => void ways.set(channel, way)
export const wayOf = (channel: OutsideChannel) => ways.get(channel)
