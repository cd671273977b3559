import { invalid, isHidden, type Ctx } from '#packages/core'
import type { StudentForm } from '../contract.ts'
import type { NumberHashes } from './search-queries.ts'
import type { PrivateFacts } from './numbers.ts'

/** What is known of a pupil that a role may be kept from, by the fields of the manifest. */
const fieldOf = {
  idCard: 'student.id-card',
  studentNo: 'student.number',
  birthday: 'student.birthday',
  household: 'student.household',
  address: 'student.address',
  icCard: 'student.card',
  cardTail: 'student.card',
  guardianPhone: 'student.guardian-phone',
} as const
type Hideable = keyof typeof fieldOf
type Asking = Pick<Ctx, 'actor'>

/** Whether the actor is not shown it, not even masked. */
export const isKept = (ctx: Asking, key: Hideable) => isHidden(ctx, fieldOf[key])
/** A text, or nothing for whoever is not shown it. */
export const shownTo = (ctx: Asking, key: Hideable, text: string) => (isKept(ctx, key) ? '' : text)

const isGoneFor = (ctx: Asking) => (key: string) => key in fieldOf && isKept(ctx, key as Hideable)

/** The same with nothing where something is hidden. */
export function conceal<Told extends object>(ctx: Asking, told: Told): Told {
  if (!ctx.actor.hiddenFields?.size) return told
  const isGone = isGoneFor(ctx)
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, isGone(key) ? '' : value])) as Told
}

const nobodys = Buffer.alloc(0)

/** What a number is looked for by: whoever is not shown a number finds nobody by it. */
export function searchable<Hashes extends NumberHashes>(ctx: Asking, hashes: Hashes): Hashes {
  const [idCard, studentNo, phone] = (['idCard', 'studentNo', 'guardianPhone'] as const).map((key) => isKept(ctx, key))
  return {
    ...hashes,
    ...(idCard ? { idCard: nobodys } : {}),
    ...(studentNo ? { studentNo: nobodys } : {}),
    ...(phone ? { phone: nobodys, phoneTail: nobodys } : {}),
  }
}

/**
 * A form as somebody fills it in who does not see everything: what was hidden came back empty and stays as it is. Nobody
 * writes over what they cannot see.
 */
export function keepHidden(ctx: Asking, form: StudentForm, facts: PrivateFacts): StudentForm {
  if (!ctx.actor.hiddenFields?.size) return form
  const hidden = (Object.keys(fieldOf) as Hideable[]).filter((key) => key in form && isKept(ctx, key))
  const blind = hidden.filter((key) => form[key as keyof StudentForm])
  if (blind.length > 0) throw invalid(blind.map((field) => ({ field, msg: '该字段对您不可见，不能修改' })))
  const sent = Object.entries(form).filter(([key]) => !hidden.includes(key as Hideable))
  const { birthday, household } = facts
  const stays = Object.entries({ birthday, household }).filter(([key]) => hidden.includes(key as Hideable))
  return Object.fromEntries([...sent, ...stays]) as StudentForm
}

/** Whether the column of a file is about something that the actor is not shown. */
export const isHiddenColumn = (ctx: Asking) => (column: string) =>
  isGoneFor(ctx)(/^guardian\dPhone$/.test(column) ? 'guardianPhone' : column)
