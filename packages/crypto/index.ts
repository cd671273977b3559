export { createDistrictKey, developmentKey, fieldsOf, globalIndex, openKeyring, type FieldCipher } from './keyring.ts'
export { hashPassword, passwordMatches } from './password.ts'
