import { findContribution, type Ctx, type FirstStep } from '#packages/core'
import type { RequestCtx } from '#packages/http'

/** The reason, as stored with the sessions. */
type SessionEndReason = 'password' | 'disabled'

interface SessionEnding {
  /** Before a change: enqueues a job that ends the sessions, even if this process dies. */
  prepare(ctx: Ctx, accountId: string, by: SessionEndReason): Promise<unknown>
  /** Ends the sessions of the account, in this district at once and elsewhere soon. */
  end(ctx: Ctx, accountId: string, by: SessionEndReason): Promise<unknown>
  /** Marks a first step as done, so that the session can continue. */
  finishStep?(ctx: Ctx, step: FirstStep): Promise<unknown>
  /** Notifies the owner of an account about another person's change: 由管理员…. */
  notifyOwner?(ctx: RequestCtx, personId: string, what: string): Promise<unknown>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** How sessions end; the session module depends on this one. */
    sessionEndings: SessionEnding
  }
}

const findEnding = (ctx: Pick<Ctx, 'app'>) => findContribution(ctx, 'sessionEndings')

export const prepareSessionEnding = async (ctx: Ctx, accountId: string, by: SessionEndReason) => {
  await findEnding(ctx)?.prepare(ctx, accountId, by)
}
export const endSessionsOfAccount = async (ctx: Ctx, accountId: string, by: SessionEndReason) => {
  await findEnding(ctx)?.end(ctx, accountId, by)
}
export const finishFirstStep = async (ctx: Ctx, step: FirstStep) => {
  await findEnding(ctx)?.finishStep?.(ctx, step)
}
export const notifyOwner = async (ctx: RequestCtx, personId: string, what: string) => {
  await findEnding(ctx)?.notifyOwner?.(ctx, personId, what)
}
