import { scopeOf, type Ctx } from '#packages/core'
import { listReferencedIds } from '#packages/db'
import type { ImportEffect, UndoResult } from '#packages/sheet'
import { recordIdentityChanges } from '#kernel/audit/server/api.ts'
import { lockPeople, deletePeople, restorePeople } from '#kernel/identity/server/api.ts'
import { lockTree } from '#kernel/org/server/api.ts'
import { markMembershipsChanged } from '../staff-file-queries.ts'
import { listRefusedMemberships } from '../membership-guards.ts'
import { announceDeletedMemberships } from '../service/announce-memberships.ts'
import { changeWithCounts } from '../service/member-counts.ts'
import { listIdentityChanges } from '../service/edit-staff.ts'
import { recordFieldHistories } from '../service/field-history.ts'
import { getMoment } from '../service/staff-presentation.ts'
import { upsertStaffFiles } from '../seed-queries.ts'
import {
  listBlockedReturns,
  deleteStaffFiles,
  deleteMemberships,
  lockMemberships,
  listTakenPhones,
  listMembershipFingerprints,
  updateMembershipStates,
  type MembershipFingerprint,
} from '../staff-import-queries.ts'
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

/** The reason for each row that cannot be undone; undefined for the others. */
export async function listUndoableRows(
  ctx: Ctx,
  orgId: string,
  effects: readonly ImportEffect[],
): Promise<UndoResult[]> {
  await loadImportContext(ctx, orgId)
  const keptReason = await listKeepReasons(ctx, toAppliedEffects(effects))
  return effects.map(({ row }) => ({ row, keptReason: keptReason.get(row) ?? '' }))
}

/** Undoes all rows that were not changed since. */
export async function undoImportRows(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<UndoResult[]> {
  await lockTree(ctx)
  await loadImportContext(ctx, orgId)
  const applied = toAppliedEffects(effects)
  await lockPeople(
    ctx,
    applied.map(({ before }) => before.personId),
  )
  const added = applied.filter(({ before }) => before.kind !== 'change')
  await lockMemberships(
    ctx.db,
    added.map(({ id }) => id),
  )
  const keptReason = await listKeepReasons(ctx, applied)
  const undone = applied.filter(({ row }) => !keptReason.has(row))
  const people = [...new Set(undone.map(({ before }) => before.personId))]
  if (people.length > 0) await changeWithCounts(ctx, people, () => restoreApplied(ctx, undone))
  await recordUndo(ctx, undone)
  return effects.map(({ row }) => ({ row, keptReason: keptReason.get(row) ?? '' }))
}

const listIds = (applied: readonly AppliedEffect[]) => applied.map(({ id }) => id)
const listPersonIds = (applied: readonly AppliedEffect[]) => applied.map(({ before }) => before.personId)

async function restoreApplied(ctx: Ctx, applied: readonly AppliedEffect[]) {
  const added = applied.filter(({ before }) => before.kind !== 'change')
  const newcomers = added.filter(({ before }) => before.kind === 'person')
  const { db, now } = ctx
  await announceDeletedMemberships(ctx, await deleteMemberships(db, listIds(added)))
  const noFile = applied.filter(({ before }) => before.kind === 'person' || before.file === null)
  await deleteStaffFiles(db, listPersonIds(noFile))
  await deletePeople(ctx, listPersonIds(newcomers))
  await restorePeople(
    ctx,
    applied.flatMap(({ before }) => before.person ?? []),
  )
  const files = applied.flatMap(({ before }) => before.file ?? [])
  if (files.length > 0) await upsertStaffFiles(db, files, now)
  const memberships = applied.flatMap(({ before }) => before.membership ?? [])
  if (memberships.length > 0) await updateMembershipStates(db, memberships, now)
  const touched = applied.filter(({ before }) => before.differences.some(({ of }) => of !== 'membership'))
  await markMembershipsChanged(db, listPersonIds(touched), listIds(touched))
}

async function recordUndo(ctx: Ctx, applied: readonly AppliedEffect[]) {
  await recordIdentityChanges(
    ctx,
    applied.flatMap(({ before: { kind, personId, accountId, differences } }) => [
      ...(kind === 'change' ? [] : [{ kind: 'place-ended' as const, personId, accountId }]),
      ...listIdentityChanges(differences).map(({ before, after, ...change }) => ({
        ...change,
        before: after,
        after: before,
        way: '撤销导入',
        personId,
        accountId,
      })),
    ]),
  )
  await recordFieldHistories(
    ctx,
    applied.map(({ id, before: { personId, differences } }) => ({
      membership: { id, personId },
      differences: differences.map(({ before, after, ...one }) => ({ ...one, before: after, after: before })),
    })),
  )
}

const changedMessage = '导入后被修改过'
const referredMessage = '已被其他数据引用'

/** By row. Later changes of others stay. */
async function listKeepReasons(ctx: Ctx, applied: readonly AppliedEffect[]): Promise<Map<number, string>> {
  const { day } = getMoment(ctx)
  const scope = scopeOf(ctx, 'user.edit')
  const fingerprints = new Map(
    (await listMembershipFingerprints(ctx.db, scope, listIds(applied), day)).map((one) => [one.id, one]),
  )
  const added = applied.filter(({ before }) => before.kind !== 'change')
  const newcomers = added.filter(({ before }) => before.kind === 'person')
  const memberships = await listReferencedIds(ctx.db, 'membership', listIds(added), [])
  const alongside = ['membership', 'staff_file', 'invitation']
  const people = await listReferencedIds(ctx.db, 'person', listPersonIds(newcomers), alongside)
  const guarded = await listRefusedMemberships(ctx, listIds(added), 'end')
  const returning = applied.flatMap(({ id, before: { membership } }) =>
    membership ? { id, departmentId: membership.department_id } : [],
  )
  const blocked = await listBlockedReturns(ctx.db, returning)
  const phones = applied.flatMap(({ before: { person } }) =>
    person?.phone_hash ? { personId: person.id, hash: person.phone_hash } : [],
  )
  const taken = await listTakenPhones(ctx.db, phones)

  const reasonFor = (effect: AppliedEffect): string | undefined => {
    const fingerprint = fingerprints.get(effect.id)
    if (!fingerprint) return '已不存在'
    const { kind, personId, differences } = effect.before
    const own = kind === 'person' ? getNewPersonReason(fingerprint, effect) : getExistingReason(fingerprint, effect)
    if (own) return own
    if (kind !== 'change') {
      const guard = guarded.get(effect.id)
      if (guard) return guard.reason
      if (memberships.has(effect.id) || people.has(personId)) return referredMessage
    }
    const back = blocked.get(effect.id)
    if (back !== undefined && differences.some(({ field }) => field === 'departmentId'))
      return back ? '原部门已撤销' : '已有其他任职'
    if (taken.has(personId) && differences.some(({ field }) => field === 'mobile')) return '原手机号已被他人使用'
    return undefined
  }
  return new Map(
    applied.flatMap((effect): [number, string][] => {
      const reason = reasonFor(effect)
      return reason === undefined ? [] : [[effect.row, reason]]
    }),
  )
}

function getNewPersonReason(
  { placeMark, personMark, accountId, others }: MembershipFingerprint,
  { mark }: AppliedEffect,
) {
  if (accountId !== null) return '已开通账号'
  if (others > 0) return '已有其他任职'
  return `${placeMark}.${personMark}` === mark ? undefined : changedMessage
}

/** Changes of the person's identity count only if the import changed it. */
function getExistingReason(
  { placeMark, personMark, isElsewhere, personId }: MembershipFingerprint,
  { mark, before }: AppliedEffect,
) {
  const [membership, person] = mark.split('.')
  if (placeMark !== membership || personId !== before.personId) return changedMessage
  if (!before.person) return undefined
  if (personMark !== person) return changedMessage
  return isElsewhere ? '已有其他任职' : undefined
}
