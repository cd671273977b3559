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

export const sealStudentNo = (fields: FieldCipher, studentNo: string) => ({
  student_no: studentNo ? fields.encrypt(fieldOf.studentNo, studentNo) : null,
  student_no_hash: studentNo ? fields.index(fieldOf.studentNo, studentNo) : null,
})
export const hashStudentNo = (fields: FieldCipher, studentNo: string) => fields.index(fieldOf.studentNo, studentNo)
export const openStudentNo = (fields: FieldCipher, sealed: Buffer | null) =>
  sealed ? fields.decrypt(fieldOf.studentNo, sealed) : ''

export const sealFacts = (fields: FieldCipher, facts: PrivateFacts) =>
  Object.values(facts).some(Boolean) ? fields.encrypt(fieldOf.private, JSON.stringify(facts)) : null
export const openFacts = (fields: FieldCipher, sealed: Buffer | null): PrivateFacts =>
  sealed ? { ...noFacts, ...(JSON.parse(fields.decrypt(fieldOf.private, sealed)) as Partial<PrivateFacts>) } : noFacts

export const sealCard = (fields: FieldCipher, card: string) => (card ? fields.encrypt(fieldOf.icCard, card) : null)
export const openCard = (fields: FieldCipher, sealed: Buffer | null) =>
  sealed ? fields.decrypt(fieldOf.icCard, sealed) : ''

export const sealReason = (fields: FieldCipher, reason: string) => fields.encrypt(fieldOf.reason, reason)
export const openReason = (fields: FieldCipher, sealed: Buffer | null) =>
  sealed ? fields.decrypt(fieldOf.reason, sealed) : ''

export const sealAskedName = (fields: FieldCipher, name: string) => fields.encrypt(fieldOf.askedName, name)
export const openAskedName = (fields: FieldCipher, sealed: Buffer) => fields.decrypt(fieldOf.askedName, sealed)

/** A guardian's number, and what it is found by. */
export const sealPhone = (fields: FieldCipher, phone: string) => ({
  phone: phone ? fields.encrypt(fieldOf.phone, phone) : null,
  phone_hash: phone ? fields.index(fieldOf.phone, phone) : null,
  phone_tail_hash: phone ? fields.index(fieldOf.phoneTail, phone.slice(-4)) : null,
})
export const hashPhone = (fields: FieldCipher, phone: string) => fields.index(fieldOf.phone, phone)
export const hashPhoneTail = (fields: FieldCipher, tail: string) => fields.index(fieldOf.phoneTail, tail)
export const openPhone = (fields: FieldCipher, sealed: Buffer | null) =>
  sealed ? fields.decrypt(fieldOf.phone, sealed) : ''

/** `may_see` follows from the restriction, so that lists need not open it. */
export const sealRestriction = (fields: FieldCipher, restriction: Restriction) => ({
  restriction: restriction === 'none' ? null : fields.encrypt(fieldOf.restriction, restriction),
  may_see: restriction !== 'no-information',
})
export const openRestriction = (fields: FieldCipher, sealed: Buffer | null): Restriction =>
  sealed ? (fields.decrypt(fieldOf.restriction, sealed) as Restriction) : 'none'

/** G330199************: what follows the letter is the ID number. */
export const maskStudentNo = (studentNo: string) => studentNo.slice(0, 1) + maskIdCard(studentNo.slice(1))
export const maskTail = (value: string) => (value ? `**${value.slice(-4)}` : '')

/** The word of a class: shown again to those who run it, and found by what somebody types. */
export const sealClassCode = (fields: FieldCipher, code: string) => ({
  code: fields.encrypt(fieldOf.classCode, code),
  code_hash: fields.index(fieldOf.classCode, code),
})
export const hashClassCode = (fields: FieldCipher, code: string) => fields.index(fieldOf.classCode, code)
export const openClassCode = (fields: FieldCipher, sealed: Buffer) => fields.decrypt(fieldOf.classCode, sealed)
/** The word of a slip is not kept, and good for one pupil only. */
export const hashSlip = (fields: FieldCipher, studentId: string, code: string) =>
  fields.index(fieldOf.slip, `${studentId}:${code}`)
