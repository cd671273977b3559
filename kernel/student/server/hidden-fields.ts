import { invalid, isFieldHiddenFromActor, type Ctx } from '#packages/core'
import type { StudentForm } from '../contract.ts'
import type { NumberHashes } from './student-search-queries.ts'
import type { PrivateFacts } from './encrypted-fields.ts'

/** What is known of a pupil that a role may be kept from, by the fields of the manifest. */
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

/** Whether the actor is not shown it, not even masked. */
export const isFieldHidden = (ctx: ActorContext, key: HideableField) =>
  isFieldHiddenFromActor(ctx, hiddenFieldCodes[key])
/** A text, or nothing for whoever is not shown it. */
export const hideText = (ctx: ActorContext, key: HideableField, text: string) => (isFieldHidden(ctx, key) ? '' : text)

const isHiddenKey = (ctx: ActorContext) => (key: string) =>
  key in hiddenFieldCodes && isFieldHidden(ctx, key as HideableField)

/** The same with nothing where something is hidden. */
export function maskHiddenFields<Shown extends object>(ctx: ActorContext, shown: Shown): Shown {
  if (!ctx.actor.hiddenFields?.size) return shown
  const isKeyHidden = isHiddenKey(ctx)
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, isKeyHidden(key) ? '' : value])) as Shown
}

const noMatchHash = Buffer.alloc(0)

/** What a number is looked for by: whoever is not shown a number finds nobody by it. */
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
 * A form as somebody fills it in who does not see everything: what was hidden came back empty and stays as it is. Nobody
 * writes over what they cannot see.
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

/** Whether the column of a file is about something that the actor is not shown. */
export const isHiddenColumn = (ctx: ActorContext) => (column: string) =>
  isHiddenKey(ctx)(/^guardian\dPhone$/.test(column) ? 'guardianPhone' : column)
