import type { BodyOf, QueryOf } from '#packages/contract'
import { dayOf, found, newId, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server'
import { limitTries } from '#kernel/identity/server'
import { holdTree } from '#kernel/org/server'
import { studentApi, type Transfer } from '../../../contract.ts'
import { hashStudentNo, openAskedName, openReason, sealAskedName, sealReason } from '../../numbers.ts'
import { holdStanding } from '../../place-queries.ts'
import { reachOf } from '../../search-queries.ts'
import { knownByStudentNo } from '../../student-queries.ts'
import {
  insertTransfer,
  pageOfTransfers,
  settleTransfer,
  transferById,
  type TransferRow,
} from '../../transfer-queries.ts'
import { namesOn } from './naming.ts'
import { changePlaces, holdSchools } from './placing.ts'
import { fieldsIn } from './presenting.ts'
import { requireClassOf, requireNearDay, schoolFor } from './schooling.ts'
import { tellAsked, tellSettled } from './telling.ts'

type Asking = BodyOf<typeof studentApi.askTransfer>

const asksAnHour = 60

/**
 * A school asks for a pupil of another one. The answer, and what the school sees afterwards, is the same whether or not
 * there is such a pupil: otherwise anybody could find out where a child goes to school.
 */
export async function askTransfer(own: OwnCtx, asking: Asking) {
  const { districtId, personId } = own.actor!
  await limitTries(own, 'student-transfer-ask', `${districtId}:${personId}`, asksAnHour, 3600)
  return inOwnDistrict(own, async (ctx) => {
    await ask(ctx, asking)
    const { path, title } = studentApi.askTransfer
    await recordOperation(ctx, { route: path, title })
    return null
  })
}

async function ask(ctx: Ctx, { studentNo, name, gradeId, on, ...asking }: Asking) {
  const { id: toOrgId } = await schoolFor(ctx, 'student.event', asking.orgId)
  const toClassId = asking.classId ?? null
  requireNearDay(ctx, on)
  await requireClassOf(ctx, { orgId: toOrgId, gradeId, classId: toClassId, on })
  const fields = await fieldsIn(ctx)
  const known = await knownByStudentNo(ctx.db, hashStudentNo(fields, studentNo.toUpperCase()))
  const pupil = known?.name === name && isMovable(known.status) ? known : undefined
  // One's own pupils one sees anyway.
  if (pupil?.orgId === toOrgId) throw new Refusal('该学生已在本校')
  const id = newId()
  const transfer = {
    id,
    askedName: sealAskedName(fields, id, name),
    toOrgId,
    toGradeId: gradeId,
    toClassId,
    on,
    reason: sealReason(fields, id, asking.reason),
  }
  const { personId } = ctx.actor
  const nobody = { studentId: null, fromOrgId: null }
  if (pupil) {
    const ids = { studentId: pupil.id, fromOrgId: pupil.orgId }
    if (await insertTransfer(ctx.db, { ...transfer, ...ids }, personId, ctx.now))
      return tellAsked(ctx, { id: transfer.id, name: pupil.name, fromOrgId: pupil.orgId, toOrgId })
  }
  await insertTransfer(ctx.db, { ...transfer, ...nobody }, personId, ctx.now)
}
const isMovable = (status: string) => ['studying', 'suspended', 'transferred'].includes(status)

async function reachedOrgs(ctx: Ctx) {
  return (await reachOf(ctx.db, scopeOf(ctx, 'student.event'), null, dayOf(ctx.now))).orgIds
}

export async function listTransfers(ctx: Ctx, { status, from, to, ...page }: QueryOf<typeof studentApi.transfers>) {
  const orgIds = await reachedOrgs(ctx)
  const { items, ...counts } = await pageOfTransfers(ctx.db, orgIds, { status, from, to }, page)
  return { ...counts, items: await present(ctx, items, orgIds) }
}

const maskName = (name: string) => {
  const letters = Array.from(name)
  return letters.length < 3 ? `${letters[0] ?? ''}*` : `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

async function present(ctx: Ctx, rows: readonly TransferRow[], orgIds: readonly string[] | null): Promise<Transfer[]> {
  const fields = await fieldsIn(ctx)
  const names = await namesOn(
    ctx,
    rows.map(({ toClassId, toGradeId }) => ({ classId: toClassId, gradeId: toGradeId })),
    dayOf(ctx.now),
  )
  return rows.map((row) => {
    const { gives, takes } = sidesOf(row, orgIds)
    const knows = gives || row.status === 'agreed'
    return {
      id: row.id,
      studentId: knows ? row.studentId : null,
      on: row.on,
      status: row.status,
      at: row.at.toISOString(),
      studentName: knows && row.studentName ? row.studentName : maskName(openAskedName(fields, row.id, row.askedName)),
      fromOrgName: knows ? (row.fromOrgName ?? '') : '',
      toOrgName: row.toOrgName ?? '',
      toClassName: names.class(row.toClassId) || names.grade(row.toGradeId),
      reason: openReason(fields, row.id, row.reason),
      opinion: openReason(fields, row.id, row.opinion),
      mayDecide: gives && row.status === 'asked',
      mayWithdraw: takes && row.status === 'asked',
    }
  })
}

function sidesOf({ fromOrgId, toOrgId }: TransferRow, orgIds: readonly string[] | null) {
  const has = (id: string | null) => id !== null && (orgIds === null || orgIds.includes(id))
  return { gives: has(fromOrgId), takes: has(toOrgId) }
}

/** The giving school, or whoever is above both, agrees or refuses; the one that asked takes it back. */
export async function decideTransfer(ctx: Ctx, { id, decision, opinion }: BodyOf<typeof studentApi.decideTransfer>) {
  await holdTree(ctx)
  const orgIds = await reachedOrgs(ctx)
  const row = found(await transferById(ctx.db, orgIds, id), '转学申请')
  const { gives, takes } = sidesOf(row, orgIds)
  // Not said otherwise than for one that is not there: whoever asked does not learn whether anybody can decide.
  if (decision === 'withdraw' ? !takes : !gives) throw new Refusal('转学申请不存在', Ret.notFound)
  if (decision === 'refuse' && !opinion) throw new Refusal('请填写拒绝原因')
  const fields = await fieldsIn(ctx)
  const status = ({ agree: 'agreed', refuse: 'refused', withdraw: 'withdrawn' } as const)[decision]
  const settled = { status, opinion: opinion ? sealReason(fields, id, opinion) : null, by: ctx.actor.personId }
  if (!(await settleTransfer(ctx.db, id, settled, ctx.now)))
    throw new Refusal('该申请已处理，请刷新', Ret.changedByOthers)
  if (decision === 'agree') await move(ctx, row, openReason(fields, row.id, row.reason))
  await tellSettled(ctx, row, status)
  return null
}

/** Days that are over stay as they were: at the earliest it counts from today on. */
async function move(ctx: Ctx, row: TransferRow, reason: string) {
  const today = dayOf(ctx.now)
  const on = row.on < today ? today : row.on
  const { toOrgId: orgId, toGradeId: gradeId, toClassId: classId } = row
  await holdSchools(ctx, [row.fromOrgId!, orgId])
  await requireClassOf(ctx, { orgId, gradeId, classId, on })
  // It was agreed to by the school that had the child when it was asked for: meanwhile there may be nothing to agree to.
  const [from] = await holdStanding(ctx.db, [row.studentId!])
  if (!from || from.studentOrgId !== row.fromOrgId || !isMovable(from.status))
    throw new Refusal('该学生的学籍在申请后又有变动，请由转入学校重新申请')
  await changePlaces(ctx, [
    { studentId: row.studentId!, type: 'transfer-in', on, reason, to: { orgId, gradeId, classId, status: 'studying' } },
  ])
}
