import type { FieldCipher } from '#packages/crypto'
import { maskIdCard } from '#kernel/identity/server/api.ts'
import type { Restriction } from '../contract.ts'

/** Private data of a pupil, encrypted as one text. */
export interface PrivateFacts {
  birthday: string
  household: string
  address: string
  /** The number of an identity document other than an ID card. */
  paperNo: string
}
const noPrivateFacts: PrivateFacts = { birthday: '', household: '', address: '', paperNo: '' }

export const cipherFields = {
  studentNo: 'student.student_no',
  private: 'student.private',
  icCard: 'student.ic_card',
  reason: 'student.reason',
  requestedName: 'student.requested_name',
  phone: 'guardian.phone',
  phoneTail: 'guardian.phone_tail',
  restriction: 'guardian.restriction',
  classCode: 'class.code',
  slip: 'student.slip',
} as const

export const encryptStudentNo = (fields: FieldCipher, id: string, studentNo: string) => ({
  student_no: studentNo ? fields.encrypt(cipherFields.studentNo, studentNo, id) : null,
  student_no_hash: studentNo ? fields.index(cipherFields.studentNo, studentNo) : null,
})
export const hashStudentNo = (fields: FieldCipher, studentNo: string) => fields.index(cipherFields.studentNo, studentNo)
export const decryptStudentNo = (fields: FieldCipher, id: string, encrypted: Buffer | null) =>
  encrypted ? fields.decrypt(cipherFields.studentNo, encrypted, id) : ''

export const encryptPrivateFacts = (fields: FieldCipher, id: string, facts: PrivateFacts) =>
  Object.values(facts).some(Boolean) ? fields.encrypt(cipherFields.private, JSON.stringify(facts), id) : null
export const decryptPrivateFacts = (fields: FieldCipher, id: string, encrypted: Buffer | null): PrivateFacts =>
  encrypted
    ? {
        ...noPrivateFacts,
        ...(JSON.parse(fields.decrypt(cipherFields.private, encrypted, id)) as Partial<PrivateFacts>),
      }
    : noPrivateFacts

export const encryptIcCard = (fields: FieldCipher, id: string, card: string) =>
  card ? fields.encrypt(cipherFields.icCard, card, id) : null
export const decryptIcCard = (fields: FieldCipher, id: string, encrypted: Buffer | null) =>
  encrypted ? fields.decrypt(cipherFields.icCard, encrypted, id) : ''

/** `id`: the id of the student change or transfer. */
export const encryptReason = (fields: FieldCipher, id: string, reason: string) =>
  fields.encrypt(cipherFields.reason, reason, id)
export const decryptReason = (fields: FieldCipher, id: string, encrypted: Buffer | null) =>
  encrypted ? fields.decrypt(cipherFields.reason, encrypted, id) : ''

export const encryptRequestedName = (fields: FieldCipher, id: string, name: string) =>
  fields.encrypt(cipherFields.requestedName, name, id)
export const decryptRequestedName = (fields: FieldCipher, id: string, encrypted: Buffer) =>
  fields.decrypt(cipherFields.requestedName, encrypted, id)

/** A guardian's phone number with its search hashes. `id`: the id of the guardian link or of the guardian's person. */
export const encryptGuardianPhone = (fields: FieldCipher, id: string, phone: string) => ({
  phone: phone ? fields.encrypt(cipherFields.phone, phone, id) : null,
  phone_hash: phone ? fields.index(cipherFields.phone, phone) : null,
  phone_tail_hash: phone ? fields.index(cipherFields.phoneTail, phone.slice(-4)) : null,
})
export const hashGuardianPhone = (fields: FieldCipher, phone: string) => fields.index(cipherFields.phone, phone)
export const hashGuardianPhoneTail = (fields: FieldCipher, tail: string) => fields.index(cipherFields.phoneTail, tail)
export const decryptGuardianPhone = (fields: FieldCipher, id: string, encrypted: Buffer | null) =>
  encrypted ? fields.decrypt(cipherFields.phone, encrypted, id) : ''

/** `may_see` follows from the restriction, so that lists need not decrypt it. */
export const encryptRestriction = (fields: FieldCipher, id: string, restriction: Restriction) => ({
  restriction: restriction === 'none' ? null : fields.encrypt(cipherFields.restriction, restriction, id),
  may_see: restriction !== 'no-information',
})
export const decryptRestriction = (fields: FieldCipher, id: string, encrypted: Buffer | null): Restriction =>
  encrypted ? (fields.decrypt(cipherFields.restriction, encrypted, id) as Restriction) : 'none'

/** G330199************: the part after the letter is the ID number. */
export const maskStudentNo = (studentNo: string) => studentNo.slice(0, 1) + maskIdCard(studentNo.slice(1))
export const maskTail = (value: string) => (value ? `**${value.slice(-4)}` : '')

/** The class code is encrypted, so that teachers can see it again, and hashed, so that it can be found. */
export const encryptClassCode = (fields: FieldCipher, classId: string, code: string) => ({
  code: fields.encrypt(cipherFields.classCode, code, classId),
  code_hash: fields.index(cipherFields.classCode, code),
})
export const hashClassCode = (fields: FieldCipher, code: string) => fields.index(cipherFields.classCode, code)
export const decryptClassCode = (fields: FieldCipher, classId: string, encrypted: Buffer) =>
  fields.decrypt(cipherFields.classCode, encrypted, classId)
/** Only the hash of a slip code is stored; it is valid for one pupil. */
export const hashSlipCode = (fields: FieldCipher, studentId: string, code: string) =>
  fields.index(cipherFields.slip, `${studentId}:${code}`)
