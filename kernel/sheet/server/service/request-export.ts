import type { BodyOf } from '#packages/contract'
import { invalid, may, newId, Refusal, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { limitAttempts } from '#kernel/identity/server/api.ts'
import { shareTree } from '#kernel/org/server/api.ts'
import { sheetApi, foregroundRows } from '../../contract.ts'
import { findOpenDuplicate, lockExportRequests, insertExport } from '../export-queries.ts'
import { getPermittedSource } from '../export-sources.ts'
import { startExportTask } from '../export-task.ts'
import { requireStepUp } from '../step-up.ts'
import { resolveExport, type ResolvedExport, type ExportRequest } from './resolve-export.ts'
import { requestExportApproval } from './approve-export.ts'
import { getExportRequirements, minReasonLength, type ExportRequirements } from './export-limits.ts'

export async function getExportSourceFacts(ctx: Ctx, key: string) {
  const { title, measure, columns } = await getPermittedSource(ctx, key)
  return {
    key,
    title,
    measure,
    columns: columns.map(({ key: column, title: name, isSensitive = false, isSensitiveBeside = [] }) => ({
      key: column,
      title: name,
      isSensitive,
      isSensitiveBeside: [...isSensitiveBeside],
    })),
    maySensitive: may(ctx.actor, 'export.sensitive'),
  }
}

const maxPreviewsPerMinute = 30

/** Rate limited, because the count of a list filtered by a number shows whether the number exists. */
const limitExportPreviews = (ctx: RequestCtx) => {
  const { districtId, personId } = ctx.actor!
  return limitAttempts(ctx, 'export-question', `${districtId}:${personId}`, maxPreviewsPerMinute, 60)
}

export async function previewExport(own: RequestCtx, request: ExportRequest) {
  await limitExportPreviews(own)
  return inOwnDistrict(
    own,
    async (ctx) => {
      const resolved = await resolveExport(ctx, request)
      const { needsApproval, ...requirements } = await getExportRequirements(ctx, resolved)
      return {
        count: resolved.count,
        description: resolved.description,
        needsReason: needsApproval || resolved.source.needsReason !== undefined,
        needsApproval,
        ...requirements,
      }
    },
    { readOnly: true },
  )
}

interface StartedExport {
  id: string
  taskId: string | null
}

/** Requests an export. It is written at once, or after an approval. A repeated request returns the running export. */
export async function requestExport(ctx: RequestCtx, form: BodyOf<typeof sheetApi.export>): Promise<StartedExport> {
  await limitExportPreviews(ctx)
  const first = await inOwnDistrict(ctx, (inside) => checkExportRequest(inside, form), { readOnly: true })
  if (first.duplicate) return first.duplicate
  const { requirements, resolved } = first
  const { needsReason } = resolved.source
  if (needsReason && !form.reason) throw invalid([{ field: 'reason', msg: needsReason }])
  if (requirements.needsApproval) {
    if (form.reason.length < minReasonLength)
      throw invalid([{ field: 'reason', msg: `请填写不少于${minReasonLength}个字的原因` }])
    await requireStepUp(ctx, `export:${resolved.hash.toString('base64url')}`, form)
  }
  return inOwnDistrict(ctx, async (inside) => {
    // The tree before everything else, as approvals lock it.
    await shareTree(inside)
    await lockExportRequests(inside.db, inside.actor.personId)
    // Checked again in the transaction: a duplicate, the limits and the number of rows may have changed.
    const recheck = await checkExportRequest(inside, form)
    if (recheck.duplicate) return recheck.duplicate
    if (recheck.requirements.needsApproval && !requirements.needsApproval) throw new Refusal('数据已变化，请重新导出')
    return createExport(inside, recheck.resolved, recheck.requirements, form.reason)
  })
}

async function checkExportRequest(ctx: Ctx, form: ExportRequest) {
  const resolved = await resolveExport(ctx, form)
  const duplicate = await findOpenDuplicate(ctx.db, ctx.actor.personId, resolved.hash)
  if (duplicate) return { duplicate }
  const requirements = await getExportRequirements(ctx, resolved)
  if (requirements.obstacle) throw new Refusal(requirements.obstacle)
  return { resolved, requirements }
}

async function createExport(
  ctx: Ctx,
  resolved: ResolvedExport,
  { needsApproval }: ExportRequirements,
  reason: string,
): Promise<StartedExport> {
  const { actor, db, now } = ctx
  const { source, columns, count } = resolved
  const fields = await loadFieldCipher(db, actor.districtId)
  const id = newId()
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
    filter: fields.encrypt('data_export.filter', JSON.stringify(resolved.filter), id),
    description: fields.encrypt('data_export.description', resolved.description, id),
    columns: columns.map(({ key }) => key),
    column_titles: columns.map(({ title }) => title),
    is_whole: resolved.isWhole,
    request_hash: resolved.hash,
    count,
    needs_approval: needsApproval,
    reason: fields.encrypt('data_export.reason', reason, id),
    state: needsApproval ? 'waiting' : 'running',
    requested_at: now,
  })
  const { path, title } = sheetApi.export
  await recordOperation(ctx, { route: path, title, objectIds: [id] })
  if (!needsApproval) {
    const isWatched = count <= foregroundRows
    return { id, taskId: await startExportTask(ctx, { id, title: source.title, count, isWatched }) }
  }
  await requestExportApproval(ctx, id, resolved)
  return { id, taskId: null }
}
