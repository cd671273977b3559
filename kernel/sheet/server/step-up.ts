import { Refusal } from '#packages/core'
import type { RequestCtx } from '#packages/http'

/** The proof after an answer -7. */
interface StepUpProof {
  msgId?: string | undefined
  code?: string | undefined
}
type RequireStepUp = (ctx: RequestCtx, purpose: string, proof: StepUpProof) => Promise<unknown>

let checkStepUp: RequireStepUp | undefined

/** The sign-in module registers its check at start-up. */
export function offerProof(check: RequireStepUp) {
  checkStepUp = check
}

/** Requires a code that was sent for this purpose. `what` is shown to people without a phone number. */
export async function requireStepUp(ctx: RequestCtx, purpose: string, proof: StepUpProof, what = '导出前') {
  if (!checkStepUp) throw new Error('nobody has said how a second step is asked for')
  if (!(await checkStepUp(ctx, purpose, proof))) throw new Refusal(`${what}需要短信验证，请先绑定手机号`)
}
