import { found, newId, scopeOf, type Ctx } from '#packages/core'
import { userFields } from '../../contract.ts'
import type { Difference } from '../differences.ts'
import { fieldChangesOf, insertFieldChanges } from '../file-queries.ts'
import { hiddenKeys } from '../hidden.ts'
import { isMaskedField, masked } from '../private-facts.ts'
import { findUser } from '../user-queries.ts'
import { fieldsIn, momentOf } from './presenting.ts'

const changeField = 'staff_field_change.value'

interface Changed {
  place: { id: string; personId: string }
  differences: readonly Difference[]
}

/** Writes down what was changed about somebody, in the transaction that changes it. */
export const keepHistory = (ctx: Ctx, place: Changed['place'], differences: readonly Difference[]) =>
  keepHistories(ctx, [{ place, differences }])

/** The same for many people at once. */
export async function keepHistories(ctx: Ctx, changed: readonly Changed[]) {
  const fields = await fieldsIn(ctx)
  const seal = (id: string, value: string) => fields.encrypt(changeField, value, id).toString('hex')
  const rows = changed.flatMap(({ place, differences }) =>
    differences.map(({ field, of, before, after }) => {
      const id = newId()
      return {
        id,
        person_id: place.personId,
        membership_id: of === 'place' ? place.id : null,
        field,
        before: seal(id, before),
        after: seal(id, after),
        by_person_id: ctx.actor.personId,
      }
    }),
  )
  if (rows.length > 0) await insertFieldChanges(ctx.db, rows, ctx.now)
}

const shown = 200

export async function readHistory(ctx: Ctx, id: string) {
  const row = found(await findUser(ctx.db, scopeOf(ctx, 'user.read'), id, momentOf(ctx)), '人员')
  const fields = await fieldsIn(ctx)
  const rows = await fieldChangesOf(ctx.db, row.personId, id, shown)
  const hidden = hiddenKeys(ctx)
  return rows.map(({ id: changeId, field, before, after, at, byName }) => {
    const tell = (value: Buffer) => {
      if (hidden.has(field)) return ''
      const text = fields.decrypt(changeField, value, changeId)
      return isMaskedField(field) ? masked(field, text) : text
    }
    return {
      id: changeId,
      field,
      title: titleOf(field),
      before: tell(before),
      after: tell(after),
      at: new Date(at).toISOString(),
      byName: byName ?? '',
    }
  })
}

const titleOf = (field: string) =>
  field === 'userType' ? '人员类别' : (userFields[field as keyof typeof userFields]?.title ?? field)
