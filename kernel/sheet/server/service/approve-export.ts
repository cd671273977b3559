import type { BodyOf } from '#packages/contract'
import { forbidden, orNotFound, Refusal, scopeOf, type Actor, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import {
  decideRecord,
  defineSubject,
  endFlow,
  inSavepoint,
  recallRecord,
  startFlow,
} from '#kernel/approval/server/api.ts'
import type { sheetApi } from '../../contract.ts'
import {
  approvalWaitHours,
  findExport,
  getOpenSince,
  leaveWaiting,
  listExpiredExports,
  type StoredExport,
} from '../export-queries.ts'
import { startExportTask } from '../export-task.ts'
import type { ResolvedExport } from './resolve-export.ts'
import { dataExports, exportSubject, getReadScope } from './exports.ts'

const getMaskingLabel = (isWhole: boolean) => (isWhole ? '含完整证件号和电话' : '证件号和电话已隐藏中间位数')

/** The approval of an export with unmasked numbers, or of many people. */
export const exportApproval = defineSubject({
  key: exportSubject,
  title: '数据导出',
  // The data are about people: nobody approves an export of the own, and none passes without a second person.
  flag: 'personnel',
  fields: { count: { label: '行数', type: 'number' }, isWhole: { label: '含完整证件号和电话', type: 'boolean' } },
  rules: {
    name: '数据导出审批',
    recall: 'any',
    dueMode: 'natural',
    steps: [
      {
        key: 'approve',
        name: '审批',
        type: 'approve',
        approver: { kind: 'permission', with: { permission: 'export.approve' } },
        empty: 'block',
        dueHours: approvalWaitHours,
        allow: { transfer: true, addSign: true, return: false },
      },
    ],
  },
  url: (id) => `/baseData/Exports?open=${id}`,
  isVoidOnLeave: true,
  describe: describeExport,
  canRead: async (ctx, id) => (await dataExports.rows.find(ctx.db, getReadScope(ctx), id)) !== undefined,
  onApproved: approveExport,
  onRejected: (ctx, id) => leaveWaiting(ctx.db, id, 'refused', ctx.now),
  // Its content is fixed, so the requester could only send the same again.
  mayReturn: false,
  onReturned: () => Promise.reject(new Refusal('导出申请不能退回修改，请填写意见后拒绝')),
  onRecalled: (ctx, id) => leaveWaiting(ctx.db, id, 'cancelled', ctx.now),
  onTerminated: async (ctx, id) => {
    const { requestedAt } = await requireExport(ctx, id)
    await leaveWaiting(ctx.db, id, requestedAt <= getOpenSince(ctx.now) ? 'expired' : 'cancelled', ctx.now)
  },
})

const requireExport = async (ctx: Ctx, id: string): Promise<StoredExport> =>
  orNotFound(await findExport(ctx.db, id), '导出记录')

export const requestExportApproval = (
  ctx: Ctx,
  id: string,
  { source, count, isWhole }: Pick<ResolvedExport, 'source' | 'count' | 'isWhole'>,
) =>
  startFlow(ctx, {
    subject: exportSubject,
    id,
    orgId: ctx.actor.orgId,
    title: `导出${source.title}，共${count}${source.measure}`,
    brief: getMaskingLabel(isWhole),
    values: { count, isWhole },
  })

async function describeExport(ctx: Ctx, id: string) {
  const { title, count, measure, isWhole, columnTitles, ...row } = await requireExport(ctx, id)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return {
    lead: [
      { label: '内容', value: title },
      { label: '行数', value: `${count}${measure}` },
      { label: '敏感列', value: getMaskingLabel(isWhole) },
    ],
    facts: [
      { label: '原因', value: fields.decrypt('data_export.reason', row.reason, id) },
      { label: '范围', value: fields.decrypt('data_export.description', row.description, id) },
      { label: '导出列', value: columnTitles.join('、') },
    ],
    files: [],
  }
}

/** Whoever approves needs the permission: the rules of an organisation and deputies do not replace it. */
async function approveExport(ctx: Ctx, id: string) {
  const row = await dataExports.rows.find(ctx.db, scopeOf(ctx, 'export.approve'), id)
  if (!row) throw forbidden()
  // The record follows a requester whose accounts were merged; the flow names the person who asked.
  if (row['ownerId'] === ctx.actor.personId) throw new Refusal('不能审批自己的申请')
  const request = await requireExport(ctx, id)
  if (request.state === 'waiting' && request.requestedAt <= getOpenSince(ctx.now)) throw new Refusal('该申请已过期')
  await leaveWaiting(ctx.db, id, 'running', ctx.now)
  await startExportTask({ ...ctx, actor: toRequesterActor(ctx, request) }, request)
}

/** The task belongs to the requester, whose permissions are resolved when it runs. */
function toRequesterActor({ actor }: Ctx, { personId, userId, accountId, orgId }: StoredExport): Actor {
  const ids = { personId, userId, accountId, orgId, sessionId: actor.sessionId }
  return { kind: 'staff', districtId: actor.districtId, ...ids, permissions: new Map() }
}

export async function decideExport(ctx: Ctx, { id, isAgreed, opinion }: BodyOf<typeof sheetApi.decideExport>) {
  const { isOwn } = await dataExports.rows.require(ctx, getReadScope(ctx), id)
  if (isOwn) throw new Refusal('不能审批自己的申请')
  await decideRecord(ctx, { subject: exportSubject, id, isAgreed, opinion })
  return null
}

/** The requester cancels the request while it is pending. */
export async function cancelExport(ctx: Ctx, id: string) {
  const { isOwn, state } = await dataExports.rows.require(ctx, getReadScope(ctx), id)
  if (!isOwn) throw forbidden()
  if (state === 'running') throw new Refusal('导出已开始，请在任务中心取消')
  if (state !== 'waiting') throw new Refusal('该申请已处理')
  await recallRecord(ctx, exportSubject, id)
  return null
}

/** Ends requests that were not decided in time. One that cannot be ended does not stop the others. */
export async function expireExports(ctx: Ctx) {
  for (const { id } of await listExpiredExports(ctx.db, ctx.now))
    await inSavepoint(ctx.db, () => expireExport(ctx, id)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
}

/** The engine notifies the requester. A request without a flow only expires. */
async function expireExport(ctx: Ctx, id: string) {
  await endFlow(ctx, { subject: exportSubject, id, reason: `${approvalWaitHours}小时内没有人审批` })
  if ((await requireExport(ctx, id)).state === 'waiting') await leaveWaiting(ctx.db, id, 'expired', ctx.now)
}
