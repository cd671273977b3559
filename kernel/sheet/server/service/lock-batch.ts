import { forbidden, orNotFound, may, Refusal, type Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import type { BatchStatus } from '../../contract.ts'
import { refuseClosedModule } from '../closed-module.ts'
import { findOwnBatch, type BatchRecord } from '../import-queries.ts'
import { getImportTarget, limitToVisible } from '../import-targets.ts'

const busyMessages: Partial<Record<BatchStatus, string>> = {
  reading: '正在读取文件，请稍候',
  checking: '正在检查，请稍候',
  applying: '正在导入，请稍候',
  undoing: '正在撤销，请稍候',
}

export interface OpenBatch {
  batch: BatchRecord
  target: ImportTarget
}

/** An own batch, if the caller still has the import permission. */
export async function openBatch(ctx: Ctx, id: string, lock: 'update' | 'none' = 'none'): Promise<OpenBatch> {
  const batch = orNotFound(await findOwnBatch(ctx.db, ctx.actor, id, lock), '导入')
  if (batch.status === 'discarded') orNotFound(undefined, '导入')
  const target = limitToVisible(ctx, getImportTarget(ctx, batch.target))
  await requireImportPermission(ctx, target)
  return { batch, target }
}

/** An own batch in one of these states, locked until the end of the transaction. */
export async function lockBatch(
  ctx: Ctx,
  id: string,
  statuses: readonly BatchStatus[],
  otherwise: string,
): Promise<OpenBatch> {
  const requireStatus = ({ batch: { status } }: OpenBatch) => {
    if (!statuses.includes(status)) throw new Refusal(busyMessages[status] ?? otherwise)
  }
  // Checked before the lock, because applying locks the batch until its end.
  requireStatus(await openBatch(ctx, id))
  const locked = await openBatch(ctx, id, 'update')
  requireStatus(locked)
  return locked
}

export async function requireImportPermission(ctx: Ctx, { permission }: ImportTarget) {
  if (!may(ctx.actor, permission)) throw forbidden()
  await refuseClosedModule(ctx, permission)
}
