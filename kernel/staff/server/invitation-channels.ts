import { listContributions, type Ctx } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import type { InvitationChannel } from '../contract.ts'

/** A message with a secret: never log it and never put it into a job. */
export type InvitationMessage = { phone: string; name: string } & (
  | { token: string; orgName: string }
  | { password: string }
)

/** A channel that delivers an invitation or a new password without showing it to the sender. */
export interface InvitationSender {
  channel: InvitationChannel
  /** Why the channel is unavailable; empty when it works. */
  obstacle(ctx: Ctx): Promise<string>
  /** Runs outside any transaction. Returns the reason of a failure; empty on success. */
  send(ctx: RequestCtx, message: InvitationMessage): Promise<string>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Channels that deliver invitations; the modules that send messages depend on this one. */
    invitationSenders: InvitationSender
  }
}

const findSender = (ctx: Pick<Ctx, 'app'>, channel: InvitationChannel) =>
  listContributions(ctx, 'invitationSenders').find((sender) => sender.channel === channel)

const missing = '尚未开通此方式'
export const getChannelObstacle = async (ctx: Ctx, channel: InvitationChannel) =>
  (await findSender(ctx, channel)?.obstacle(ctx)) ?? missing

export const sendInvitation = async (ctx: RequestCtx, channel: InvitationChannel, message: InvitationMessage) =>
  (await findSender(ctx, channel)?.send(ctx, message)) ?? missing
