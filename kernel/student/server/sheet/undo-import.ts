import type { Ctx } from '#packages/core'
import { listReferencedIds } from '#packages/db'
import type { ImportEffect, UndoResult } from '#packages/sheet'
import { lockPeople, deletePeople, restorePeople } from '#kernel/identity/server/api.ts'
import { discardPlans } from '../seed-queries.ts'
import { lockSchools, publishStudentsChanged } from '../service/students/change-enrolments.ts'
import {
  deleteGuardianLinks,
  deleteStudents,
  lockStudents,
  markImportUndone,
  restoreEnrolments,
  findTakenSchoolNos,
  getStudentFingerprints,
  listGuardianLinkStates,
  upsertGuardianLinks,
  updateStudentStates,
} from '../student-import-write-queries.ts'
import type { ImportUndoRecord } from './apply-import.ts'
import { loadImportContext } from './import-context.ts'

interface AppliedEffect {
  row: number
  id: string
  mark: string
  before: ImportUndoRecord
}
const toAppliedEffects = (effects: readonly ImportEffect[]): AppliedEffect[] =>
  effects.map(({ row, id, mark, before }) => ({ row, id, mark, before: before as ImportUndoRecord }))
const listIds = (applied: readonly AppliedEffect[]) => applied.map(({ id }) => id)

/** The reason why a row cannot be undone; empty for rows that can. */
export async function listUndoableRows(
  ctx: Ctx,
  orgId: string,
  effects: readonly ImportEffect[],
): Promise<UndoResult[]> {
  await loadImportContext(ctx, orgId)
  const reasons = await listKeepReasons(ctx, toAppliedEffects(effects))
  return effects.map(({ row }) => ({ row, keptReason: reasons.get(row) ?? '' }))
}

/** Undoes all rows that nobody has changed since the import. */
export async function undoImportRows(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<UndoResult[]> {
  const { schools } = await loadImportContext(ctx, orgId)
  await lockSchools(
    ctx,
    schools.map(({ id }) => id),
  )
  await discardPlans(ctx.db)
  const applied = toAppliedEffects(effects)
  await lockPeople(
    ctx,
    applied.map(({ before }) => before.personId),
  )
  await lockStudents(ctx.db, listIds(applied))
  const reasons = await listKeepReasons(ctx, applied)
  const undone = applied.filter(({ row }) => !reasons.has(row))
  if (undone.length > 0) await restoreApplied(ctx, undone)
  return effects.map(({ row }) => ({ row, keptReason: reasons.get(row) ?? '' }))
}

const deleteBatchSize = 200

async function restoreApplied(ctx: Ctx, applied: readonly AppliedEffect[]) {
  const { db, now } = ctx
  const newcomers = applied.filter(({ before }) => before.kind === 'new')
  const known = applied.filter(({ before }) => before.kind !== 'new')
  // In batches, because foreign keys are checked row by row and statements must stay short.
  for (let at = 0; at < newcomers.length; at += deleteBatchSize) {
    const piece = newcomers.slice(at, at + deleteBatchSize)
    await deleteStudents(db, listIds(piece))
    await deletePeople(
      ctx,
      piece.flatMap(({ before: { isNewPerson, personId } }) => (isNewPerson ? personId : [])),
    )
  }
  if (known.length > 0) await restoreExisting(ctx, known)
  for (const [at, done] of Map.groupBy(known, ({ before }) => before.at))
    await markImportUndone(db, listIds(done), at, now)
  await publishStudentsChanged(ctx, listIds(applied))
}

async function restoreExisting(ctx: Ctx, applied: readonly AppliedEffect[]) {
  const { db, now } = ctx
  const ids = listIds(applied)
  await restorePeople(
    ctx,
    applied.flatMap(({ before }) => before.person ?? []),
  )
  await restoreEnrolments(
    db,
    ids,
    applied.flatMap(({ before }) => before.enrolments ?? []),
    now,
  )
  await updateStudentStates(
    db,
    applied.flatMap(({ before }) => before.student ?? []),
    now,
  )
  const links = applied.flatMap(({ before }) => before.links ?? [])
  const were = new Set(links.map(({ id }) => id))
  const added = (await listGuardianLinkStates(db, ids)).filter(({ id }) => !were.has(id))
  await deleteGuardianLinks(
    db,
    added.map(({ id }) => id),
  )
  if (links.length > 0) await upsertGuardianLinks(db, links, now)
}

const changedMessage = '导入后被修改过'

/** The reasons by row. Changes made by others since the import are kept. */
async function listKeepReasons(ctx: Ctx, applied: readonly AppliedEffect[]): Promise<Map<number, string>> {
  const fingerprints = new Map((await getStudentFingerprints(ctx.db, listIds(applied))).map((one) => [one.id, one]))
  const newcomers = applied.filter(({ before }) => before.kind === 'new')
  const deletedTogether = ['enrolment', 'student_change', 'guardian_link']
  const referred = await listReferencedIds(ctx.db, 'student', listIds(newcomers), deletedTogether)
  const people = newcomers.flatMap(({ before: { isNewPerson, personId } }) => (isNewPerson ? personId : []))
  const named = await listReferencedIds(ctx.db, 'person', people, ['student', 'invitation'])
  const numbers = applied.flatMap(({ id, before: { student } }) =>
    student ? { id, orgId: student.org_id, schoolNo: student.school_no } : [],
  )
  const taken = await findTakenSchoolNos(ctx.db, numbers)
  const reasonFor = ({ id, mark, before }: AppliedEffect): string | undefined => {
    const fingerprint = fingerprints.get(id)
    if (!fingerprint) return '已不存在'
    if (before.kind === 'new' && before.isNewPerson && fingerprint.accountId !== null) return '已开通账号'
    const [pupil, person] = mark.split('.')
    const isTouched = before.isNewPerson || before.person !== undefined
    if (fingerprint.mark !== pupil || (isTouched && fingerprint.personMark !== person)) return changedMessage
    if (before.kind === 'new' && (referred.has(id) || named.has(before.personId))) return '已被其他数据引用'
    return taken.has(id) ? '原学号已被他人使用' : undefined
  }
  return new Map(
    applied.flatMap((effect): [number, string][] => {
      const reason = reasonFor(effect)
      return reason === undefined ? [] : [[effect.row, reason]]
    }),
  )
}
