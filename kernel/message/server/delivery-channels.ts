import type { Ctx } from '#packages/core'
import type { OutsideJobContext } from '#packages/jobs'
import type { Channel, MessageKind } from '../contract.ts'

export type ExternalChannel = Exclude<Channel, 'app'>

/** A message as another world shows it. */
export interface OutgoingMessage {
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
export type SendOutcome =
  | { status: 'sent'; providerId: string }
  | { status: 'refused' | 'later'; reason: string }
  | { status: 'unsure' }

/** A message that was handed over, to be asked about. */
export interface SentMessage extends Addressee {
  providerId: string | null
  sentAt: Date
}

/** What is known of it by now; `unknown`: not even that it was handed over. */
export type DeliveryReceipt =
  | { status: 'delivered'; at: Date }
  | { status: 'failed'; reason: string }
  | { status: 'pending'; providerId: string }
  | { status: 'unknown' }

/** A way out of the application. Inside `ctx` there is only SQL; what is `outside` has no transaction open. */
export interface DeliveryChannel {
  /** Handed over in one go, and so at risk together when a worker dies. */
  batchSize: number
  /** Which of these people it leads to at all. */
  filterReachable(ctx: Ctx, personIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Finds out and keeps where these people are, where that takes asking somebody. Of whom nothing could be learned now,
   * though others could be asked for; fails when nobody can.
   */
  lookUpAddresses?(outside: OutsideJobContext, personIds: readonly string[]): Promise<ReadonlySet<string>>
  getAddresses(ctx: Ctx, personIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Why somebody without an address is not reached. */
  noAddressReason: string
  send(
    outside: OutsideJobContext,
    message: OutgoingMessage,
    to: readonly Addressee[],
  ): Promise<ReadonlyMap<string, SendOutcome>>
  /** By the id of the delivery; what there was no sense in the answer for is left out. Fails when nobody can be asked. */
  getReceipts(outside: OutsideJobContext, sent: readonly SentMessage[]): Promise<ReadonlyMap<string, DeliveryReceipt>>
  /** What was asked for is done: says so where these were sent. */
  closeTodos?(outside: OutsideJobContext, providerIds: readonly string[]): Promise<void>
}

const deliveryChannels = new Map<ExternalChannel, DeliveryChannel>()

/** Says how messages leave the application by this channel. Called at the start of the module that knows. */
export const offerChannel = (channel: ExternalChannel, deliveryChannel: DeliveryChannel) =>
  void deliveryChannels.set(channel, deliveryChannel)
export const findDeliveryChannel = (channel: ExternalChannel) => deliveryChannels.get(channel)
