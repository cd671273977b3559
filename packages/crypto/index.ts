export { openingChunks, plainSizeOf, sealChunks, sealedRangeOf } from './chunks.ts'
export {
  activationSeconds,
  anyRow,
  createDistrictKey,
  fieldsOf,
  globalIndex,
  isSignatureOf,
  lastingSignatureOf,
  resealText,
  rewrapDistrictKeys,
  rotateDistrictKey,
  sealText,
  signatureOf,
  unsealText,
  type FieldCipher,
} from './keyring.ts'
export { openKeyring, openTestKeyring } from './master.ts'
export { renewSealed, type SealedTable } from './renewing.ts'
export { hashPassword, passwordMatches } from './password.ts'
