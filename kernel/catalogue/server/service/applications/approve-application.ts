import { changedByOthers, invalid, Refusal, type Ctx } from '#packages/core'
import { decideRecord, endFlow, lockFlowOf } from '#kernel/approval/server/api.ts'
import type { AppStatus } from '../../../contract.ts'
import { applicationSubject, getApplicationRow, refuseBarred, storeDecision } from './application-approval.ts'
import { getStatusAfter, type ApplicationDecisionKind } from './application-lifecycle.ts'
import { notifyRegistrant } from './application-notifications.ts'
import { getApplicationFor } from './find-application.ts'

interface ApplicationDecisionForm {
  key: string
  act: ApplicationDecisionKind
  auditReason: string
  version?: number | undefined
}

const decisionLabels = { stop: '停用', resume: '恢复使用', close: '注销' }

/** Reviews an application, or takes it out of use and back. Only one of two decisions on the same version succeeds. */
export async function decideApplication(
  ctx: Ctx,
  { key, act, auditReason: reason, version }: ApplicationDecisionForm,
): Promise<{ status: AppStatus }> {
  await lockFlowOf(ctx, applicationSubject, key)
  const app = await getApplicationFor(ctx, 'app.audit', key)
  if (version !== undefined && app.version !== version) throw changedByOthers()
  const status = getStatusAfter(app, act)
  if (act === 'resume') refuseBarred(app)
  if (status === undefined) throw new Refusal('该应用当前不能执行此操作')
  if ((act === 'refuse' || act === 'stop') && reason === '')
    throw invalid([{ field: 'auditReason', msg: act === 'refuse' ? '请填写驳回理由' : '请填写停用理由' }])
  if (act === 'agree' || act === 'refuse') {
    const isAgreed = act === 'agree'
    await decideRecord(ctx, { subject: applicationSubject, id: key, isAgreed, opinion: reason, mayTakeOver: true })
    // A district may have further steps in its flow.
    return { status: (await getApplicationRow(ctx, key)).status }
  }
  // An application that is stopped loses the change that waits.
  if (app.status === 5) await endFlow(ctx, { subject: applicationSubject, id: key, reason: '应用已停用' })
  const current = app.status === 5 ? await getApplicationFor(ctx, 'app.audit', key) : app
  const title = decisionLabels[act]
  await storeDecision(ctx, current, { status, isAgreed: false, title, reason })
  await notifyRegistrant(ctx, { key, name: app.name, outcome: title, reason })
  return { status }
}
