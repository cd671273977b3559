import { Refusal } from '#packages/core'
import type { RequestCtx } from '#packages/http'

/** The answer to a -7. */
interface StepUpProof {
  msgId?: string | undefined
  code?: string | undefined
}
type RequireStepUp = (ctx: RequestCtx, purpose: string, proof: StepUpProof) => Promise<unknown>

let checkStepUp: RequireStepUp | undefined

/** How the second step is asked for: told at start-up by whoever keeps the doors. */
export function offerProof(check: RequireStepUp) {
  checkStepUp = check
}

/** Goes on only with a code that was told for this very purpose. `what` is told to whoever has no phone number. */
export async function requireStepUp(ctx: RequestCtx, purpose: string, proof: StepUpProof, what = '导出前') {
  if (!checkStepUp) throw new Error('nobody has said how a second step is asked for')
  if (!(await checkStepUp(ctx, purpose, proof))) throw new Refusal(`${what}需要短信验证，请先绑定手机号`)
}
