import { anyRow, type FieldCipher } from '#packages/crypto'
import { maskIdCard, maskPhone } from '#kernel/identity/server/api.ts'
import type { MaskedField } from '../contract.ts'

/** The encrypted part of a staff file, as one text. */
export interface PrivateFacts {
  birthday: string
  email: string
  address: string
  resume: string
  qq: string
  otherPhone: string
  license: string
}

const nothingKnown: PrivateFacts = {
  birthday: '',
  email: '',
  address: '',
  resume: '',
  qq: '',
  otherPhone: '',
  license: '',
}
const fileField = 'staff_file.private'
const cardField = 'membership.ic_card'

export const decryptFacts = (fields: FieldCipher, personId: string, sealed: Buffer | null): PrivateFacts =>
  sealed
    ? { ...nothingKnown, ...(JSON.parse(fields.decrypt(fileField, sealed, personId)) as PrivateFacts) }
    : nothingKnown

/** Stores null when nothing is known. */
export const encryptFacts = (fields: FieldCipher, personId: string, facts: PrivateFacts): Buffer | null =>
  Object.values(facts).some(Boolean) ? fields.encrypt(fileField, JSON.stringify(facts), personId) : null

// The cipher context has no row id, because PostgreSQL copies memberships when a person moves.
export const decryptCard = (fields: FieldCipher, sealed: Buffer | null) =>
  sealed ? fields.decrypt(cardField, sealed, anyRow) : ''
export const encryptCard = (fields: FieldCipher, card: string) =>
  card ? fields.encrypt(cardField, card, anyRow) : null

const shownOfAddress = 6

/** Short texts are masked completely, because their ends would reveal them. */
const maskMiddle = (text: string) => {
  if (text === '') return ''
  return text.length < 8 ? '****' : `${text.slice(0, 2)}****${text.slice(-2)}`
}

const masks: Record<MaskedField, (text: string) => string> = {
  idCard: maskIdCard,
  mobile: maskPhone,
  otherPhone: maskMiddle,
  address: (text) => (text ? `${text.slice(0, shownOfAddress)}****` : ''),
  icCard: maskMiddle,
  license: maskMiddle,
}

export const maskField = (field: MaskedField, text: string) => masks[field](text)
export const isMaskedField = (field: string): field is MaskedField => field in masks
