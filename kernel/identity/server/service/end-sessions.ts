import type { Ctx, FirstStep } from '#packages/core'
import type { RequestCtx } from '#packages/http'

/** Why they end, as the log of sessions has it. */
type SessionEndReason = 'password' | 'disabled'

interface SessionEnding {
  /** Before anything is changed: a job that ends what has to end, whatever happens to us then. */
  prepare(ctx: Ctx, accountId: string, by: SessionEndReason): Promise<unknown>
  /** Ends what the account has open, in this district at once and everywhere soon. */
  end(ctx: Ctx, accountId: string, by: SessionEndReason): Promise<unknown>
  /** Something that had to be done first is done: the session that did it goes on. */
  finishStep?(ctx: Ctx, step: FirstStep): Promise<unknown>
  /** The owner of an account learns what somebody else did to it: 由管理员…. */
  notifyOwner?(ctx: RequestCtx, personId: string, what: string): Promise<unknown>
}

let ending: SessionEnding | undefined

/** Sessions are kept further up; whoever keeps them says at start-up how they end. */
export const offerSessionEnding = (offered: SessionEnding) => void (ending = offered)

export const prepareSessionEnding = async (ctx: Ctx, accountId: string, by: SessionEndReason) => {
  await ending?.prepare(ctx, accountId, by)
}
export const endSessionsOfAccount = async (ctx: Ctx, accountId: string, by: SessionEndReason) => {
  await ending?.end(ctx, accountId, by)
}
export const finishFirstStep = async (ctx: Ctx, step: FirstStep) => {
  await ending?.finishStep?.(ctx, step)
}
export const notifyOwner = async (ctx: RequestCtx, personId: string, what: string) => {
  await ending?.notifyOwner?.(ctx, personId, what)
}
