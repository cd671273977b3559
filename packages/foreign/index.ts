export { addressesOf, allAddresses, type AddressRules } from './address.ts'
export { checkForeign, ForeignFault, NoConnection, sampleForeign, type ForeignDatabase } from './postgres.ts'
