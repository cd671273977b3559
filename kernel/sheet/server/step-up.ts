import { findContribution, Refusal } from '#packages/core'
import type { RequestCtx } from '#packages/http'

/** The proof after an answer -7. */
interface StepUpProof {
  msgId?: string | undefined
  code?: string | undefined
}
type RequireStepUp = (ctx: RequestCtx, purpose: string, proof: StepUpProof) => Promise<unknown>

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Requires a second step; the sign-in module depends on this one. */
    stepUpChecks: RequireStepUp
  }
}

/** Requires a code that was sent for this purpose. `what` is shown to people without a phone number. */
export async function requireStepUp(ctx: RequestCtx, purpose: string, proof: StepUpProof, what = '导出前') {
  const checkStepUp = findContribution(ctx, 'stepUpChecks')
  if (!checkStepUp) throw new Error('no module declares how a second step is required')
  if (!(await checkStepUp(ctx, purpose, proof))) throw new Refusal(`${what}需要短信验证，请先绑定手机号`)
}
