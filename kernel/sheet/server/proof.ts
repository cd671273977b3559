import { Refusal } from '#packages/core'
import type { OwnCtx } from '#packages/http'

/** The answer to a -7. */
interface Proof {
  msgId?: string | undefined
  code?: string | undefined
}
type DemandProof = (ctx: OwnCtx, purpose: string, proof: Proof) => Promise<boolean>

let demand: DemandProof | undefined

/** How the second step is asked for: told at start-up by whoever keeps the doors. */
export function offerProof(check: DemandProof) {
  demand = check
}

/** Goes on only with a code that was told for this very purpose. */
export async function demandProof(ctx: OwnCtx, purpose: string, proof: Proof) {
  if (!demand) throw new Error('nobody has said how a second step is asked for')
  if (!(await demand(ctx, purpose, proof))) throw new Refusal('导出前需要短信验证，请先绑定手机号')
}
