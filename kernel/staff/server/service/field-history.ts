import { orNotFound, newId, scopeOf, type Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { userFields } from '../../contract.ts'
import { membershipKind, toLoggedChange } from '../logged-objects.ts'
import type { StaffDifference } from '../staff-differences.ts'
import { listFieldChanges, insertFieldChanges } from '../staff-file-queries.ts'
import { listHiddenKeys } from '../hidden-fields.ts'
import { isMaskedField, maskField } from '../private-facts.ts'
import { findUser } from '../user-queries.ts'
import { getFieldCipher, getMoment } from './staff-presentation.ts'

const changeField = 'staff_field_change.value'

interface ChangedMembership {
  membership: { id: string; personId: string }
  differences: readonly StaffDifference[]
}

/** Records field changes in the transaction that makes them. */
export const recordFieldHistory = (
  ctx: Ctx,
  membership: ChangedMembership['membership'],
  differences: readonly StaffDifference[],
) => recordFieldHistories(ctx, [{ membership, differences }])

/** The same for many people. */
export async function recordFieldHistories(ctx: Ctx, changed: readonly ChangedMembership[]) {
  const fields = await getFieldCipher(ctx)
  const seal = (id: string, value: string) => fields.encrypt(changeField, value, id).toString('hex')
  const rows = changed.flatMap(({ membership, differences }) =>
    differences.map(({ field, of, before, after }) => {
      const id = newId()
      return {
        id,
        person_id: membership.personId,
        membership_id: of === 'membership' ? membership.id : null,
        field,
        before: seal(id, before),
        after: seal(id, after),
        by_person_id: ctx.actor.personId,
      }
    }),
  )
  if (rows.length > 0) await insertFieldChanges(ctx.db, rows, ctx.now)
  await recordFieldChanges(
    ctx,
    changed.map(({ membership, differences }) => ({
      entity: membershipKind,
      rowId: membership.id,
      changes: differences.map(toLoggedChange),
    })),
  )
}

const maxHistoryRows = 200

export async function listFieldHistory(ctx: Ctx, id: string) {
  const row = orNotFound(await findUser(ctx.db, scopeOf(ctx, 'user.read'), id, getMoment(ctx)), '人员')
  const fields = await getFieldCipher(ctx)
  const rows = await listFieldChanges(ctx.db, row.personId, id, maxHistoryRows)
  const hidden = listHiddenKeys(ctx)
  return rows.map(({ id: changeId, field, before, after, at, byName }) => {
    const showValue = (value: Buffer) => {
      if (hidden.has(field)) return ''
      const text = fields.decrypt(changeField, value, changeId)
      return isMaskedField(field) ? maskField(field, text) : text
    }
    return {
      id: changeId,
      field,
      title: getFieldTitle(field),
      before: showValue(before),
      after: showValue(after),
      at: new Date(at).toISOString(),
      byName: byName ?? '',
    }
  })
}

const getFieldTitle = (field: string) =>
  field === 'userType' ? '人员类别' : (userFields[field as keyof typeof userFields]?.title ?? field)
