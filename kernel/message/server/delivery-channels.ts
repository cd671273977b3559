import { listContributions, type App, type Ctx } from '#packages/core'
import type { OutsideJobContext } from '#packages/jobs'
import type { Channel, MessageKind } from '../contract.ts'

export type ExternalChannel = Exclude<Channel, 'app'>

/** A message for an external channel. */
export interface OutgoingMessage {
  /** The id of the batch: the same for every attempt of the same text. */
  id: string
  kind: MessageKind
  title: string
  body: string
  /** A path of the portal, or empty. */
  url: string
  orgName: string
  at: Date
  dueAt: Date | null
}

export interface Addressee {
  deliveryId: string
  personId: string
  /** The address of the person in this channel. */
  address: string
  /** How often it was resent: each time it is a new message for the provider. */
  resends?: number
}

/**
 * The outcome of an attempt. `refused`: it will never be accepted. `later`: not sent, may be tried again. `unsure`:
 * possibly sent; the provider is asked before the next attempt.
 */
export type SendOutcome =
  | { status: 'sent'; providerId: string }
  | { status: 'refused' | 'later'; reason: string }
  | { status: 'unsure' }

/** A message that was given to the provider, for asking about its receipt. */
export interface SentMessage extends Addressee {
  providerId: string | null
  sentAt: Date
}

/** What the provider reports; `unknown`: it does not have the message. */
export type DeliveryReceipt =
  | { status: 'delivered'; at: Date }
  | { status: 'failed'; reason: string }
  | { status: 'pending'; providerId: string }
  | { status: 'unknown' }

/** An external channel. Functions with `ctx` may only use SQL; functions with `outside` have no open transaction. */
export interface DeliveryChannel {
  channel: ExternalChannel
  /** The most messages of one attempt, which are all at risk when a worker dies. */
  batchSize: number
  /** Those of these people that the channel can reach. */
  filterReachable(ctx: Ctx, personIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Looks up and stores the addresses of these people, where that needs a request. Returns the people without an
   * answer; throws when the provider is unavailable.
   */
  lookUpAddresses?(outside: OutsideJobContext, personIds: readonly string[]): Promise<ReadonlySet<string>>
  getAddresses(ctx: Ctx, personIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The reason for people without an address. */
  noAddressReason: string
  send(
    outside: OutsideJobContext,
    message: OutgoingMessage,
    to: readonly Addressee[],
  ): Promise<ReadonlyMap<string, SendOutcome>>
  /** By delivery id; unusable answers are left out. Throws when the provider is unavailable. */
  getReceipts(outside: OutsideJobContext, sent: readonly SentMessage[]): Promise<ReadonlyMap<string, DeliveryReceipt>>
  /** Marks these to-dos as done in the channel. */
  closeTodos?(outside: OutsideJobContext, providerIds: readonly string[]): Promise<void>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** External channels of messages. */
    deliveryChannels: DeliveryChannel
  }
}

export const findDeliveryChannel = (ctx: { readonly app: App }, channel: ExternalChannel) =>
  listContributions(ctx, 'deliveryChannels').find((one) => one.channel === channel)
