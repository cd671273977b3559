import { invalid, isHidden, type Ctx } from '#packages/core'
import type { User, UserForm } from '../contract.ts'
import type { Opened } from './differences.ts'

/** Which of what is known of somebody each field of the manifest keeps from whoever has no role that shows it. */
const keysOf = {
  'user.phone': ['mobile', 'phone', 'otherPhone'],
  'user.id-card': ['idCard'],
  'user.birthday': ['birthday'],
  'user.address': ['address'],
  'user.email': ['email', 'qq'],
  'user.resume': ['resume'],
  'user.license': ['license'],
  'user.card': ['icCard'],
} as const satisfies Readonly<Record<string, readonly (keyof User)[]>>
type HiddenKey = (typeof keysOf)[keyof typeof keysOf][number]

/** What the actor is not shown, not even masked. */
export const hiddenKeys = (ctx: Pick<Ctx, 'actor'>): ReadonlySet<string> =>
  new Set<HiddenKey>(Object.entries(keysOf).flatMap(([field, keys]) => (isHidden(ctx, field) ? keys : [])))

/** The same with nothing where something is hidden. */
export function conceal<Told extends object>(ctx: Pick<Ctx, 'actor'>, told: Told): Told {
  const hidden = hiddenKeys(ctx)
  if (hidden.size === 0) return told
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, hidden.has(key) ? '' : value])) as Told
}

/**
 * A form as somebody fills it in who does not see everything: what was hidden came back empty and stays as it is. Nobody
 * writes over what they cannot see.
 */
export function keepHidden(ctx: Pick<Ctx, 'actor'>, form: UserForm, { facts }: Pick<Opened, 'facts'>): UserForm {
  const hidden = hiddenKeys(ctx)
  if (hidden.size === 0) return form
  const blind = Object.entries(form).filter(([key, value]) => hidden.has(key) && value)
  if (blind.length > 0) throw invalid(blind.map(([field]) => ({ field, msg: '该字段对您不可见，不能修改' })))
  const { birthday, email, qq, resume } = facts
  const stays = Object.entries({ birthday, email, qq, resume }).filter(([key]) => hidden.has(key))
  const sent = Object.entries(form).filter(([key]) => !hidden.has(key))
  return Object.fromEntries([...sent, ...stays]) as UserForm
}
