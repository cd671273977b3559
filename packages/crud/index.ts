export { crud, type Crud, type ExternalField } from './crud.ts'
export { getColumns } from './columns.ts'
export { serveEntity, type ServedEntity } from './serve-entity.ts'
export { type Rows, type StoredRow } from './rows.ts'
