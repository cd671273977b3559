import type { Ctx } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import type { InvitationChannel } from '../contract.ts'

/** What is handed over to one person. It holds a secret: it goes into no log and no job. */
export type InvitationMessage = { phone: string; name: string } & (
  | { token: string; orgName: string }
  | { password: string }
)

/** A way by which somebody gets an invitation, or a new password, without whoever sends it seeing that. */
export interface InvitationSender {
  /** Why nobody can be reached by it; empty when it works. */
  obstacle(ctx: Ctx): Promise<string>
  /** Outside any transaction. Why it did not go; empty when it did. */
  send(ctx: RequestCtx, message: InvitationMessage): Promise<string>
}

const senders = new Map<InvitationChannel, InvitationSender>()

/** Messages leave the house further up: whoever sends them says so at start-up. */
export const offerInvitationWay = (channel: InvitationChannel, sender: InvitationSender) =>
  void senders.set(channel, sender)

const missing = '尚未开通此方式'
export const getChannelObstacle = async (ctx: Ctx, channel: InvitationChannel) =>
  (await senders.get(channel)?.obstacle(ctx)) ?? missing

export const sendInvitation = async (ctx: RequestCtx, channel: InvitationChannel, message: InvitationMessage) =>
  (await senders.get(channel)?.send(ctx, message)) ?? missing
