export { addressesOf, allAddresses, type AddressRules } from './address.ts'
export { checkForeign, ForeignFault, sampleForeign, type ForeignDatabase } from './postgres.ts'
