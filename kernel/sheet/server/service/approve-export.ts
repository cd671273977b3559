import type { BodyOf } from '#packages/contract'
import { forbidden, orNotFound, invalid, Refusal, scopeOf, unionScopes, type Actor, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { getPerson } from '#kernel/identity/server/api.ts'
import { closeTodos, sendMessages } from '#kernel/message/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import type { sheetApi } from '../../contract.ts'
import { cancelWaitingExport, decideExportRequest, expireExportsBefore } from '../export-queries.ts'
import { startExportTask } from '../export-task.ts'
import { exportRequestedTemplate, exportDecidedTemplate } from '../export-notifications.ts'
import type { ResolvedExport } from './resolve-export.ts'
import { listApprovers } from './export-limits.ts'
import { approvalWaitMs, dataExports, getApprovalScope, getExportReader, getOpenSince, getOwnScope } from './exports.ts'

const getExportSubject = (id: string) => ({ kind: 'data-export', id })
const getExportUrl = (id: string) => `/baseData/Exports?open=${id}`

/** Creates a to-do for those who may approve. */
export async function requestExportApproval(
  ctx: Ctx,
  id: string,
  { source, count, isWhole }: Pick<ResolvedExport, 'source' | 'count' | 'isWhole'>,
) {
  const { personId, orgId, districtId } = ctx.actor
  const person = orNotFound(await getPerson({ db: ctx.db, districtId }, personId), '人员')
  const unit = orNotFound(await findUnitById(ctx, orgId), '单位')
  await sendMessages(ctx, exportRequestedTemplate, {
    to: await listApprovers(ctx),
    values: {
      name: person.name,
      orgName: unit.name,
      title: source.title,
      count: String(count),
      measure: source.measure,
      masks: isWhole ? '含完整证件号和电话' : '证件号和电话已隐藏中间位数',
    },
    url: getExportUrl(id),
    subject: getExportSubject(id),
    dueAt: new Date(ctx.now.getTime() + approvalWaitMs),
  })
}

export async function decideExport(ctx: Ctx, { id, isAgreed, opinion }: BodyOf<typeof sheetApi.decideExport>) {
  const reader = getExportReader(ctx)
  const scope = unionScopes([getOwnScope(ctx), scopeOf(ctx, 'export.approve')])
  const row = await dataExports.rows.require(ctx, scope, id)
  if (row.isOwn) throw new Refusal('不能审批自己的申请')
  if (row.state === 'waiting' && !row.mayDecide)
    throw new Date(row.createdAt) <= reader.openSince ? createExpiredRefusal() : forbidden()
  if (!isAgreed && !opinion) throw invalid([{ field: 'opinion', msg: '请填写拒绝的原因' }])
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const sealed = fields.encrypt('data_export.opinion', opinion, id)
  const decided = await decideExportRequest(ctx.db, reader, { id, isAgreed, opinion: sealed, now: ctx.now })
  if (!decided) throw new Refusal('该申请已处理')
  if (isAgreed) await startExportTask({ ...ctx, actor: toRequesterActor(ctx, decided) }, decided)
  await notifyRequester(ctx, decided, isAgreed ? '已通过' : '未通过')
  return null
}

const createExpiredRefusal = () => new Refusal('该申请已过期')

/** The task belongs to the requester, whose permissions are resolved when it runs. */
function toRequesterActor(
  { actor }: Ctx,
  { personId, userId, accountId, orgId }: Omit<ExportRequester, 'id' | 'title'>,
): Actor {
  const ids = { personId, userId, accountId, orgId, sessionId: actor.sessionId }
  return { kind: 'staff', districtId: actor.districtId, ...ids, permissions: new Map() }
}

interface ExportRequester {
  id: string
  title: string
  personId: string
  userId: string
  accountId: string
  orgId: string
}

const nextSteps = {
  已通过: '文件正在生成，完成后将通知您下载。',
  未通过: '请查看审批意见。',
  已过期: '72小时内没有人审批，如仍需要请重新申请。',
}

async function notifyRequester(
  ctx: Ctx,
  { id, title, personId, orgId }: ExportRequester,
  outcome: keyof typeof nextSteps,
) {
  await closeTodos(ctx, getExportSubject(id))
  await sendMessages(ctx, exportDecidedTemplate, {
    to: [{ personId, orgId }],
    values: { title, outcome, next: nextSteps[outcome] },
    url: getExportUrl(id),
    subject: getExportSubject(id),
  })
}

/** The requester cancels the request while it is pending. */
export async function cancelExport(ctx: Ctx, id: string) {
  const row = await dataExports.rows.require(ctx, unionScopes([getOwnScope(ctx), getApprovalScope(ctx)]), id)
  if (!row.isOwn) throw forbidden()
  if (row.state === 'running') throw new Refusal('导出已开始，请在任务中心取消')
  if (!(await cancelWaitingExport(ctx.db, id, ctx.now))) throw new Refusal('该申请已处理')
  await closeTodos(ctx, getExportSubject(id))
  return null
}

/** Expires requests that were not decided in time and notifies the requesters. */
export async function expireExports(ctx: Ctx) {
  for (const row of await expireExportsBefore(ctx.db, getOpenSince(ctx.now), ctx.now))
    await notifyRequester(ctx, row, '已过期')
}
