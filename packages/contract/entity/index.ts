export {
  choice,
  choices,
  computed,
  date,
  dateRange,
  datetime,
  field,
  flag,
  formatFen,
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
  ListQueryOf,
  OutOf,
  RowOf,
  UpdateOf,
} from './entity.ts'
export { createListFilter, schemasOf } from './schemas.ts'
export { entityRoutes, type EntityAction, type EntityRoutes, type FieldChange } from './routes.ts'
