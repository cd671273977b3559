export { createAddressResolver, lookupAddresses, type AddressRules } from './address.ts'
export {
  checkForeignDatabase,
  ForeignDatabaseError,
  ConnectionFailedError,
  sampleForeignQuery,
  type ForeignDatabase,
} from './postgres.ts'
