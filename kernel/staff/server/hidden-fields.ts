import { invalid, isFieldHiddenFromActor, type Ctx } from '#packages/core'
import type { User, UserForm } from '../contract.ts'
import type { DecryptedStaff } from './staff-differences.ts'

/** The record keys behind each hideable field of the manifest. */
const hiddenFieldKeys = {
  'user.phone': ['mobile', 'phone', 'otherPhone'],
  'user.id-card': ['idCard'],
  'user.birthday': ['birthday'],
  'user.address': ['address'],
  'user.email': ['email', 'qq'],
  'user.resume': ['resume'],
  'user.license': ['license'],
  'user.card': ['icCard'],
} as const satisfies Readonly<Record<string, readonly (keyof User)[]>>
type HiddenKey = (typeof hiddenFieldKeys)[keyof typeof hiddenFieldKeys][number]

/** The keys that the actor may not read, not even masked. */
export const listHiddenKeys = (ctx: Pick<Ctx, 'actor'>): ReadonlySet<string> =>
  new Set<HiddenKey>(
    Object.entries(hiddenFieldKeys).flatMap(([field, keys]) => (isFieldHiddenFromActor(ctx, field) ? keys : [])),
  )

/** The record with empty values for hidden fields. */
export function maskHiddenFields<Shown extends object>(ctx: Pick<Ctx, 'actor'>, shown: Shown): Shown {
  const hidden = listHiddenKeys(ctx)
  if (hidden.size === 0) return shown
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, hidden.has(key) ? '' : value])) as Shown
}

/**
 * Hidden fields come back empty from a form and keep their value, because nobody may overwrite what they cannot read.
 */
export function keepHiddenFields(
  ctx: Pick<Ctx, 'actor'>,
  form: UserForm,
  { facts }: Pick<DecryptedStaff, 'facts'>,
): UserForm {
  const hidden = listHiddenKeys(ctx)
  if (hidden.size === 0) return form
  const overwritten = Object.entries(form).filter(([key, value]) => hidden.has(key) && value)
  if (overwritten.length > 0)
    throw invalid(overwritten.map(([field]) => ({ field, msg: '该字段对您不可见，不能修改' })))
  const { birthday, email, qq, resume } = facts
  const stays = Object.entries({ birthday, email, qq, resume }).filter(([key]) => hidden.has(key))
  const sent = Object.entries(form).filter(([key]) => !hidden.has(key))
  return Object.fromEntries([...sent, ...stays]) as UserForm
}
