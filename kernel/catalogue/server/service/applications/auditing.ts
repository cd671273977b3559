import { changedByOthers, invalid, Refusal, type Ctx } from '#packages/core'
import type { AppStatus } from '../../../contract.ts'
import { decide, keepBuiltIn } from '../../application-edit-queries.ts'
import { spelt } from './applying.ts'
import { findFor } from './finding.ts'
import { statusAfter, type Decision } from './life.ts'
import { note } from './noting.ts'
import { keepLogos } from './picture.ts'
import { tellRegistrant } from './telling.ts'

interface Audit {
  key: string
  act: Decision
  auditReason: string
  version?: number | undefined
}

const words: Record<Decision, string> = {
  agree: '审核通过',
  refuse: '审核不通过',
  stop: '停用',
  resume: '恢复使用',
  close: '注销',
}

/** Somebody decides about an application. Of two who decide on the same version, one does. */
export async function decideApplication(
  ctx: Ctx,
  { key, act, auditReason: reason, version: read }: Audit,
): Promise<{ status: AppStatus }> {
  const app = await findFor(ctx, 'app.audit', key)
  const version = read ?? app.version
  if (app.version !== version) throw changedByOthers()
  const status = statusAfter(app, act)
  if (status === undefined) throw new Refusal('该应用当前不能执行此操作')
  if ((act === 'refuse' || act === 'stop') && reason === '')
    throw invalid([{ field: 'auditReason', msg: act === 'refuse' ? '请填写驳回理由' : '请填写停用理由' }])
  if (app.isBuiltIn) await keepBuiltIn(ctx.db, [app], ctx.now)
  const facts = act === 'agree' && app.wanted ? spelt(app.wanted) : undefined
  const isDecided = await decide(ctx.db, { key, version }, { status, reason, facts, by: ctx.actor.personId }, ctx.now)
  if (!isDecided) throw changedByOthers()
  if (!app.isBuiltIn) await keepLogos(ctx, key, [facts?.logo ?? app.logo])
  await note(ctx, key, app.status === 5 && act !== 'stop' ? `变更${words[act]}` : words[act], reason)
  await tellRegistrant(ctx, { key, name: facts?.name ?? app.name, outcome: words[act], reason })
  return { status }
}
