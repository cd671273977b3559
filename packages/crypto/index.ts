export { openingChunks, plainSizeOf, sealChunks, sealedRangeOf } from './chunks.ts'
export {
  createDistrictKey,
  fieldsOf,
  globalIndex,
  openKeyring,
  openTestKeyring,
  sealText,
  signatureOf,
  unsealText,
  type FieldCipher,
} from './keyring.ts'
export { hashPassword, passwordMatches } from './password.ts'
