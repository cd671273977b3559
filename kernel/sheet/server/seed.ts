import { createHash } from 'node:crypto'
import { emptyScope, newId, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { decideRecord } from '#kernel/approval/server/api.ts'
import { getExportSource } from './export-sources.ts'
import { insertExport } from './export-queries.ts'
import { insertImportBatch, updateBatch, recordImport } from './import-queries.ts'
import { BatchCipher } from './batch-cipher.ts'
import { endSeededExport } from './seed-queries.ts'
import { requestExportApproval } from './service/approve-export.ts'
import { exportSubject } from './service/exports.ts'
import { undoHours } from '../contract.ts'

export interface SeedImport {
  target: 'student' | 'staff'
  fileName: string
  /** Why it failed; otherwise it was applied. */
  failure?: string
  rows: { new: number; changed: number; same: number; left: number }
  /** The count before the import. */
  before: number
}

/** Creates an import of the actor of `ctx`, applied or failed. */
export async function seedImport(ctx: Ctx, { target, fileName, failure, rows, before }: SeedImport, orgName: string) {
  const { db, now, actor } = ctx
  const id = newId()
  const sha256 = createHash('sha256').update(`${fileName} ${now.toISOString()}`).digest()
  await insertImportBatch(
    db,
    { id, target, orgId: actor.orgId, fileName, suffix: 'xlsx', sha256, message: '' },
    actor,
    now,
  )
  const count = rows.new + rows.changed + rows.same + rows.left
  if (failure) {
    await updateBatch(db, id, ['reading'], { status: 'failed', message: failure, row_count: 0 })
    return
  }
  const cipher = await BatchCipher.create(ctx)
  const undoEndsAt = new Date(now.getTime() + undoHours * 3600_000)
  const report = cipher.encryptReport({
    appliedAt: now.toISOString(),
    seconds: 2.4,
    new: rows.new,
    changed: rows.changed,
    same: rows.same,
    left: rows.left,
    repaired: rows.left,
    undoUntil: null,
    units: [{ name: orgName, before, new: rows.new, changed: rows.changed, now: before + rows.new }],
    keptRows: [],
  })
  await updateBatch(db, id, ['reading'], {
    status: 'applied',
    row_count: count,
    mode: 'good',
    report,
    applied_at: now,
    undo_ends_at: undoEndsAt,
  })
  await recordImport(db, actor.orgId, target, now)
}

export interface SeedExport {
  source: 'student' | 'staff'
  /** The filter of the list as text. */
  description: string
  columns: readonly string[]
  isWhole: boolean
  reason: string
  count: number
  state: 'waiting' | 'done' | 'refused' | 'cancelled'
  /** The opinion of the first who may approve, for exports that needed it. */
  opinion?: string
}

/** Creates an export request of the actor of `ctx`. Those who may approve it are notified. */
export async function seedExport(ctx: Ctx, input: SeedExport) {
  const { db, now, actor } = ctx
  const fields = await loadFieldCipher(db, actor.districtId)
  const source = getExportSource(ctx, input.source)
  const columns = source.columns.filter(({ key }) => input.columns.includes(key))
  const id = newId()
  const needsApproval = input.isWhole
  await insertExport(db, {
    id,
    person_id: actor.personId,
    user_id: actor.userId,
    account_id: actor.accountId,
    org_id: actor.orgId,
    source: source.key,
    title: source.title,
    measure: source.measure,
    is_of_people: source.isOfPeople,
    filter: fields.encrypt('data_export.filter', '{}', id),
    description: fields.encrypt('data_export.description', input.description, id),
    columns: columns.map(({ key }) => key),
    column_titles: columns.map(({ title }) => title),
    is_whole: input.isWhole,
    request_hash: fields.index('data_export.request', id),
    reason: fields.encrypt('data_export.reason', input.reason, id),
    count: input.count,
    needs_approval: needsApproval,
    state: needsApproval ? 'waiting' : 'running',
    requested_at: now,
  })
  if (needsApproval) await requestExportApproval(ctx, id, { source, count: input.count, isWhole: input.isWhole })
  if (input.state === 'waiting') return
  const at = new Date(now.getTime() + 40 * 60_000)
  if (needsApproval && input.opinion) {
    const holders = await listPermissionHolders(ctx, 'export.approve', actor.orgId)
    const decider = holders.find(({ personId }) => personId !== actor.personId)!
    const permissions = new Map([['export.approve', { ...emptyScope, district: true }]])
    const as = { ...actor, personId: decider.personId, userId: decider.memberId, permissions }
    const decision = { subject: exportSubject, id, isAgreed: input.state !== 'refused', opinion: input.opinion }
    await decideRecord({ ...ctx, now: at, actor: as }, decision)
  }
  if (input.state === 'refused') return
  const { state, count } = input
  await endSeededExport(db, { id, state, count, fileId: state === 'done' ? newId() : null, at })
}
