import { invalid, isFieldHiddenFromActor, type Ctx } from '#packages/core'
import type { StudentForm } from '../contract.ts'
import type { NumberHashes } from './student-search-queries.ts'
import type { PrivateFacts } from './encrypted-fields.ts'

/** The fields of the manifest that a role may hide. */
const hiddenFieldCodes = {
  idCard: 'student.id-card',
  studentNo: 'student.number',
  birthday: 'student.birthday',
  household: 'student.household',
  address: 'student.address',
  icCard: 'student.card',
  cardTail: 'student.card',
  guardianPhone: 'student.guardian-phone',
} as const
type HideableField = keyof typeof hiddenFieldCodes
type ActorContext = Pick<Ctx, 'actor'>

/** A hidden field is not shown at all, not even masked. */
export const isFieldHidden = (ctx: ActorContext, key: HideableField) =>
  isFieldHiddenFromActor(ctx, hiddenFieldCodes[key])
/** Returns an empty text for a hidden field. */
export const hideText = (ctx: ActorContext, key: HideableField, text: string) => (isFieldHidden(ctx, key) ? '' : text)

const isHiddenKey = (ctx: ActorContext) => (key: string) =>
  key in hiddenFieldCodes && isFieldHidden(ctx, key as HideableField)

/** Replaces hidden fields by empty texts. */
export function maskHiddenFields<Shown extends object>(ctx: ActorContext, shown: Shown): Shown {
  if (!ctx.actor.hiddenFields?.size) return shown
  const isKeyHidden = isHiddenKey(ctx)
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, isKeyHidden(key) ? '' : value])) as Shown
}

const noMatchHash = Buffer.alloc(0)

/** A hidden number must not be searchable. */
export function dropHiddenHashes<Hashes extends NumberHashes>(ctx: ActorContext, hashes: Hashes): Hashes {
  const [idCard, studentNo, phone] = (['idCard', 'studentNo', 'guardianPhone'] as const).map((key) =>
    isFieldHidden(ctx, key),
  )
  return {
    ...hashes,
    ...(idCard ? { idCard: noMatchHash } : {}),
    ...(studentNo ? { studentNo: noMatchHash } : {}),
    ...(phone ? { phone: noMatchHash, phoneTail: noMatchHash } : {}),
  }
}

/**
 * Restores hidden fields in a form: the browser received them empty. Refuses a form that fills in a hidden field,
 * because nobody may overwrite what they cannot see.
 */
export function keepHiddenFields(ctx: ActorContext, form: StudentForm, facts: PrivateFacts): StudentForm {
  if (!ctx.actor.hiddenFields?.size) return form
  const hidden = (Object.keys(hiddenFieldCodes) as HideableField[]).filter(
    (key) => key in form && isFieldHidden(ctx, key),
  )
  const overwritten = hidden.filter((key) => form[key as keyof StudentForm])
  if (overwritten.length > 0) throw invalid(overwritten.map((field) => ({ field, msg: '该字段对您不可见，不能修改' })))
  const sent = Object.entries(form).filter(([key]) => !hidden.includes(key as HideableField))
  const { birthday, household } = facts
  const stays = Object.entries({ birthday, household }).filter(([key]) => hidden.includes(key as HideableField))
  return Object.fromEntries([...sent, ...stays]) as StudentForm
}

/** Whether an import column belongs to a hidden field. */
export const isHiddenColumn = (ctx: ActorContext) => (column: string) =>
  isHiddenKey(ctx)(/^guardian\dPhone$/.test(column) ? 'guardianPhone' : column)
