import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import type { Ctx } from '#packages/core'
import { symptoms, type Symptom } from '../../contract.ts'

const fields = {
  reason: 'pupil_leave.reason',
  symptoms: 'pupil_leave.symptoms',
  note: 'pupil_leave.note',
} as const

export interface LeaveTexts {
  reason: string
  symptoms: readonly Symptom[]
}
interface SealedTexts {
  id: string
  reason: Buffer | null
  symptoms: Buffer | null
}

export const loadLeaveCipher = (ctx: Pick<Ctx, 'db' | 'actor'>) => loadFieldCipher(ctx.db, ctx.actor.districtId)

/** Why a child is away, and what it suffers from, is health data: both are encrypted. */
export const sealLeaveTexts = (cipher: FieldCipher, id: string, texts: LeaveTexts) => ({
  reason: texts.reason ? cipher.encrypt(fields.reason, texts.reason, id) : null,
  symptoms: texts.symptoms.length > 0 ? cipher.encrypt(fields.symptoms, texts.symptoms.join(','), id) : null,
})

export const openLeaveTexts = (cipher: FieldCipher, { id, reason, symptoms: sealed }: SealedTexts): LeaveTexts => ({
  reason: reason ? cipher.decrypt(fields.reason, reason, id) : '',
  symptoms: sealed ? cipher.decrypt(fields.symptoms, sealed, id).split(',').filter(isSymptom) : [],
})

/** Why it was revoked. */
export const sealLeaveNote = (cipher: FieldCipher, id: string, note: string) =>
  note ? cipher.encrypt(fields.note, note, id) : null
export const openLeaveNote = (cipher: FieldCipher, { id, note }: { id: string; note: Buffer | null }) =>
  note ? cipher.decrypt(fields.note, note, id) : ''

const isSymptom = (text: string): text is Symptom => text in symptoms
