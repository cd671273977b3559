export {
  choice,
  choices,
  computed,
  date,
  dateRange,
  datetime,
  decimal,
  field,
  flag,
  formatHundredths,
  integer,
  money,
  numberChoices,
  owner,
  status,
  type AnyField,
  type Days,
} from './field.ts'
export { password, secret, text } from './text-fields.ts'
export { organisation, person, reference, type Reference } from './reference.ts'
export { entitiesOf, listFields, listFormFields, listImportedFields } from './entity.ts'
export type {
  AnyEntity,
  CreateOf,
  DetailOf,
  ExternalOf,
  ExtraFilters,
  FieldMap,
  FieldNameOf,
  InOf,
  KnownRowOf,
  ListQueryOf,
  OutOf,
  RowOf,
  UpdateOf,
} from './entity.ts'
export { createListFilter, schemasOf } from './schemas.ts'
export {
  entityRoutes,
  isMoveRoute,
  moveRoutes,
  type EntityAction,
  type EntityRoutes,
  type FieldChange,
  type MoveRoute,
} from './routes.ts'
