import type { BodyOf } from '#packages/contract'
import { forbidden, found, invalid, Refusal, scopeOf, type Actor, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { readPerson } from '#kernel/identity/server'
import { closeTodos, sendMessages } from '#kernel/message/server'
import { readUnit } from '#kernel/org/server'
import type { sheetApi } from '../../contract.ts'
import { cancelWaiting, decide, expireBefore, findExport } from '../export-queries.ts'
import { startExport } from '../export-task.ts'
import { exportAsked, exportDecided } from '../export-templates.ts'
import type { Asked } from './export-asking.ts'
import { approversOf } from './export-needs.ts'
import { approvingOf, openSince, readerOf, waitMs } from './export-reading.ts'

const subjectOf = (id: string) => ({ kind: 'data-export', id })
const place = (id: string) => `/baseData/Exports?open=${id}`

/** Those who may agree have something to do. */
export async function askApprovers(
  ctx: Ctx,
  id: string,
  { source, count, isWhole }: Pick<Asked, 'source' | 'count' | 'isWhole'>,
) {
  const { personId, orgId, districtId } = ctx.actor
  const person = found(await readPerson({ db: ctx.db, districtId }, personId), '人员')
  const unit = found(await readUnit(ctx, orgId), '单位')
  await sendMessages(ctx, exportAsked, {
    to: await approversOf(ctx),
    words: {
      name: person.name,
      orgName: unit.name,
      title: source.title,
      count: String(count),
      measure: source.measure,
      masks: isWhole ? '含完整证件号和电话' : '证件号和电话已隐藏中间位数',
    },
    url: place(id),
    subject: subjectOf(id),
    dueAt: new Date(ctx.now.getTime() + waitMs),
  })
}

export async function decideExport(ctx: Ctx, { id, isAgreed, opinion }: BodyOf<typeof sheetApi.decideExport>) {
  const reader = readerOf(ctx)
  const row = found(await findExport(ctx.db, scopeOf(ctx, 'export.approve'), reader, id), '导出申请')
  if (row.isOwn) throw new Refusal('不能审批自己的申请')
  if (row.state === 'waiting' && !row.mayDecide) throw row.askedAt <= reader.openSince ? expired() : forbidden()
  if (!isAgreed && !opinion) throw invalid([{ field: 'opinion', msg: '请填写拒绝的原因' }])
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const sealed = fields.encrypt('data_export.opinion', opinion, id)
  const decided = await decide(ctx.db, reader, { id, isAgreed, opinion: sealed, now: ctx.now })
  if (!decided) throw new Refusal('该申请已处理')
  if (isAgreed) await startExport({ ...ctx, actor: asAsker(ctx, decided) }, decided)
  await tellAsker(ctx, decided, isAgreed ? '已通过' : '未通过')
  return null
}

const expired = () => new Refusal('该申请已过期')

/** The task is the asker's. What she may do then is looked up when it runs. */
function asAsker({ actor }: Ctx, { personId, userId, accountId, orgId }: Omit<Asker, 'id' | 'title'>): Actor {
  const ids = { personId, userId, accountId, orgId, sessionId: actor.sessionId }
  return { kind: 'staff', districtId: actor.districtId, ...ids, permissions: new Map() }
}

interface Asker {
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

async function tellAsker(ctx: Ctx, { id, title, personId, orgId }: Asker, outcome: keyof typeof nextSteps) {
  await closeTodos(ctx, subjectOf(id))
  await sendMessages(ctx, exportDecided, {
    to: [{ personId, orgId }],
    words: { title, outcome, next: nextSteps[outcome] },
    url: place(id),
    subject: subjectOf(id),
  })
}

/** Whoever asked takes it back, as long as nobody has decided. */
export async function cancelExport(ctx: Ctx, id: string) {
  const row = found(await findExport(ctx.db, approvingOf(ctx), readerOf(ctx), id), '导出申请')
  if (!row.isOwn) throw forbidden()
  if (row.state === 'running') throw new Refusal('导出已开始，请在任务中心取消')
  if (!(await cancelWaiting(ctx.db, id, ctx.now))) throw new Refusal('该申请已处理')
  await closeTodos(ctx, subjectOf(id))
  return null
}

/** What nobody has decided about in time is over, and whoever asked hears of it. */
export async function expireExports(ctx: Ctx) {
  for (const row of await expireBefore(ctx.db, openSince(ctx.now), ctx.now)) await tellAsker(ctx, row, '已过期')
}
