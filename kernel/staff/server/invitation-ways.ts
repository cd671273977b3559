import type { Ctx } from '#packages/core'
import type { OwnCtx } from '#packages/http'
import type { InvitationChannel } from '../contract.ts'

/** What is handed over to one person. It holds a secret: it goes into no log and no job. */
export type Letter = { phone: string; name: string } & ({ token: string; orgName: string } | { password: string })

/** A way by which somebody gets an invitation, or a new password, without whoever sends it seeing that. */
export interface InvitationWay {
  /** Why nobody can be reached by it; empty when it works. */
  obstacle(ctx: Ctx): Promise<string>
  /** Outside any transaction. Why it did not go; empty when it did. */
  send(ctx: OwnCtx, letter: Letter): Promise<string>
}

const ways = new Map<InvitationChannel, InvitationWay>()

/** Messages leave the house further up: whoever sends them says so at start-up. */
export const offerInvitationWay = (channel: InvitationChannel, way: InvitationWay) => void ways.set(channel, way)

const missing = '尚未开通此方式'
export const obstacleOf = async (ctx: Ctx, channel: InvitationChannel) =>
  (await ways.get(channel)?.obstacle(ctx)) ?? missing

export const sendBy = async (ctx: OwnCtx, channel: InvitationChannel, letter: Letter) =>
  (await ways.get(channel)?.send(ctx, letter)) ?? missing
