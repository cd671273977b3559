import { Refusal } from '#packages/core'
import type { OwnCtx } from '#packages/http'

/** The answer to a -7. */
interface Proof {
  msgId?: string | undefined
  code?: string | undefined
}
type DemandProof = (ctx: OwnCtx, purpose: string, proof: Proof) => Promise<unknown>

let demand: DemandProof | undefined

/** How the second step is asked for: told at start-up by whoever keeps the doors. */
export function offerProof(check: DemandProof) {
  demand = check
}

/** Goes on only with a code that was told for this very purpose. `what` is told to whoever has no phone number. */
export async function demandProof(ctx: OwnCtx, purpose: string, proof: Proof, what = '导出前') {
  if (!demand) throw new Error('nobody has said how a second step is asked for')
  if (!(await demand(ctx, purpose, proof))) throw new Refusal(`${what}需要短信验证，请先绑定手机号`)
}
