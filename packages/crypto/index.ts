export { unsealChunks, getPlainSize, sealChunks, getSealedRange } from './seal-chunks.ts'
export {
  activationSeconds,
  anyRow,
  createDistrictKey,
  loadFieldCipher,
  globalIndex,
  isValidSignature,
  createLastingSignature,
  resealText,
  rewrapDistrictKeys,
  rotateDistrictKey,
  sealText,
  createSignature,
  unsealText,
  type FieldCipher,
} from './district-keyring.ts'
export { openKeyring, openTestKeyring } from './master-keys.ts'
export { resealTables, type SealedTable } from './reseal-tables.ts'
export { hashPassword, isPasswordCorrect } from './password.ts'
