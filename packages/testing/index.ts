export { useDatabase, type TestDatabase } from './database.ts'
export { fingerprintOf } from './fingerprint.ts'
export { codesOf, importingTo, rowsOf, type Cells } from './importing.ts'
export { exported, readBack, type OwnFile } from './own-file.ts'
export { makeDocuments, type DocumentSource } from './office.ts'
export { somebody, wholeDistrict } from './people.ts'
export { writeSession } from './session.ts'
export {
  callersWithoutAccess,
  callersWithSession,
  defineIsolation,
  type Caller,
  type FormFile,
  type Isolation,
  type IsolationCase,
  type SchoolFacts,
  type World,
} from './isolation.ts'
export { defineScopedLists, isReached, reachesAt, type Places, type ScopedLists, type ScopedRow } from './scope.ts'
