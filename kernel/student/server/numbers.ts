import type { FieldCipher } from '#packages/crypto'
import { maskIdCard } from '#kernel/identity/server'
import type { Restriction } from '../contract.ts'

/** What is private about a pupil, in one encrypted text. */
export interface PrivateFacts {
  birthday: string
  household: string
  address: string
  /** The number of a paper that is no ID card. */
  paperNo: string
}
const noFacts: PrivateFacts = { birthday: '', household: '', address: '', paperNo: '' }

const fieldOf = {
  studentNo: 'student.student_no',
  private: 'student.private',
  icCard: 'student.ic_card',
  reason: 'student.reason',
  askedName: 'student.asked_name',
  phone: 'guardian.phone',
  phoneTail: 'guardian.phone_tail',
  restriction: 'guardian.restriction',
  classCode: 'class.code',
  slip: 'student.slip',
} as const

export const sealStudentNo = (fields: FieldCipher, id: string, studentNo: string) => ({
  student_no: studentNo ? fields.encrypt(fieldOf.studentNo, studentNo, id) : null,
  student_no_hash: studentNo ? fields.index(fieldOf.studentNo, studentNo) : null,
})
export const hashStudentNo = (fields: FieldCipher, studentNo: string) => fields.index(fieldOf.studentNo, studentNo)
export const openStudentNo = (fields: FieldCipher, id: string, sealed: Buffer | null) =>
  sealed ? fields.decrypt(fieldOf.studentNo, sealed, id) : ''

export const sealFacts = (fields: FieldCipher, id: string, facts: PrivateFacts) =>
  Object.values(facts).some(Boolean) ? fields.encrypt(fieldOf.private, JSON.stringify(facts), id) : null
export const openFacts = (fields: FieldCipher, id: string, sealed: Buffer | null): PrivateFacts =>
  sealed
    ? { ...noFacts, ...(JSON.parse(fields.decrypt(fieldOf.private, sealed, id)) as Partial<PrivateFacts>) }
    : noFacts

export const sealCard = (fields: FieldCipher, id: string, card: string) =>
  card ? fields.encrypt(fieldOf.icCard, card, id) : null
export const openCard = (fields: FieldCipher, id: string, sealed: Buffer | null) =>
  sealed ? fields.decrypt(fieldOf.icCard, sealed, id) : ''

/** `id`: of the change or the transfer that it is the reason of. */
export const sealReason = (fields: FieldCipher, id: string, reason: string) =>
  fields.encrypt(fieldOf.reason, reason, id)
export const openReason = (fields: FieldCipher, id: string, sealed: Buffer | null) =>
  sealed ? fields.decrypt(fieldOf.reason, sealed, id) : ''

export const sealAskedName = (fields: FieldCipher, id: string, name: string) =>
  fields.encrypt(fieldOf.askedName, name, id)
export const openAskedName = (fields: FieldCipher, id: string, sealed: Buffer) =>
  fields.decrypt(fieldOf.askedName, sealed, id)

/** A guardian's number, and what it is found by. `id`: of the line on a pupil's list, or of the guardian's person. */
export const sealPhone = (fields: FieldCipher, id: string, phone: string) => ({
  phone: phone ? fields.encrypt(fieldOf.phone, phone, id) : null,
  phone_hash: phone ? fields.index(fieldOf.phone, phone) : null,
  phone_tail_hash: phone ? fields.index(fieldOf.phoneTail, phone.slice(-4)) : null,
})
export const hashPhone = (fields: FieldCipher, phone: string) => fields.index(fieldOf.phone, phone)
export const hashPhoneTail = (fields: FieldCipher, tail: string) => fields.index(fieldOf.phoneTail, tail)
export const openPhone = (fields: FieldCipher, id: string, sealed: Buffer | null) =>
  sealed ? fields.decrypt(fieldOf.phone, sealed, id) : ''

/** `may_see` follows from the restriction, so that lists need not open it. */
export const sealRestriction = (fields: FieldCipher, id: string, restriction: Restriction) => ({
  restriction: restriction === 'none' ? null : fields.encrypt(fieldOf.restriction, restriction, id),
  may_see: restriction !== 'no-information',
})
export const openRestriction = (fields: FieldCipher, id: string, sealed: Buffer | null): Restriction =>
  sealed ? (fields.decrypt(fieldOf.restriction, sealed, id) as Restriction) : 'none'

/** G330199************: what follows the letter is the ID number. */
export const maskStudentNo = (studentNo: string) => studentNo.slice(0, 1) + maskIdCard(studentNo.slice(1))
export const maskTail = (value: string) => (value ? `**${value.slice(-4)}` : '')

/** The word of a class: shown again to those who run it, and found by what somebody types. */
export const sealClassCode = (fields: FieldCipher, classId: string, code: string) => ({
  code: fields.encrypt(fieldOf.classCode, code, classId),
  code_hash: fields.index(fieldOf.classCode, code),
})
export const hashClassCode = (fields: FieldCipher, code: string) => fields.index(fieldOf.classCode, code)
export const openClassCode = (fields: FieldCipher, classId: string, sealed: Buffer) =>
  fields.decrypt(fieldOf.classCode, sealed, classId)
/** The word of a slip is not kept, and good for one pupil only. */
export const hashSlip = (fields: FieldCipher, studentId: string, code: string) =>
  fields.index(fieldOf.slip, `${studentId}:${code}`)
