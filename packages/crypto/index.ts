export {
  createDistrictKey,
  fieldsOf,
  globalIndex,
  openKeyring,
  openTestKeyring,
  signatureOf,
  type FieldCipher,
} from './keyring.ts'
export { hashPassword, passwordMatches } from './password.ts'
