export { createDistrictKey, fieldsOf, globalIndex, openKeyring, openTestKeyring, type FieldCipher } from './keyring.ts'
export { hashPassword, passwordMatches } from './password.ts'
