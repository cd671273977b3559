import { changedByOthers, invalid, Refusal, type Ctx } from '#packages/core'
import type { AppStatus } from '../../../contract.ts'
import { storeApplicationDecision, insertBuiltInApplications } from '../../application-edit-queries.ts'
import { withPinyin } from './save-application.ts'
import { getApplicationFor } from './find-application.ts'
import { getStatusAfter, type ApplicationDecisionKind } from './application-lifecycle.ts'
import { recordApplicationHistory } from './application-history.ts'
import { keepLogoFiles } from './application-logo.ts'
import { notifyRegistrant } from './application-notifications.ts'

interface ApplicationDecisionForm {
  key: string
  act: ApplicationDecisionKind
  auditReason: string
  version?: number | undefined
}

const decisionLabels: Record<ApplicationDecisionKind, string> = {
  agree: '审核通过',
  refuse: '审核不通过',
  stop: '停用',
  resume: '恢复使用',
  close: '注销',
}

/** Stores a decision about an application. Only one of two decisions on the same version succeeds. */
export async function decideApplication(
  ctx: Ctx,
  { key, act, auditReason: reason, version: read }: ApplicationDecisionForm,
): Promise<{ status: AppStatus }> {
  const app = await getApplicationFor(ctx, 'app.audit', key)
  const version = read ?? app.version
  if (app.version !== version) throw changedByOthers()
  const status = getStatusAfter(app, act)
  if (status === undefined) throw new Refusal('该应用当前不能执行此操作')
  if ((act === 'refuse' || act === 'stop') && reason === '')
    throw invalid([{ field: 'auditReason', msg: act === 'refuse' ? '请填写驳回理由' : '请填写停用理由' }])
  if (app.isBuiltIn) await insertBuiltInApplications(ctx.db, [app], ctx.now)
  const facts = act === 'agree' && app.wanted ? withPinyin(app.wanted) : undefined
  const isDecided = await storeApplicationDecision(
    ctx.db,
    { key, version },
    { status, reason, facts, by: ctx.actor.personId },
    ctx.now,
  )
  if (!isDecided) throw changedByOthers()
  if (!app.isBuiltIn) await keepLogoFiles(ctx, key, [facts?.logo ?? app.logo])
  await recordApplicationHistory(
    ctx,
    key,
    app.status === 5 && act !== 'stop' ? `变更${decisionLabels[act]}` : decisionLabels[act],
    reason,
  )
  await notifyRegistrant(ctx, { key, name: facts?.name ?? app.name, outcome: decisionLabels[act], reason })
  return { status }
}
