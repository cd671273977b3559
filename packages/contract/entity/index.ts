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
  owner,
  status,
  type AnyField,
  type Days,
  type State,
} from './field.ts'
export { password, secret, text } from './text-fields.ts'
export { organisation, person, reference, type Reference } from './reference.ts'
export { entitiesOf, listFields, listFormFields } from './entity.ts'
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
export { schemasOf } from './schemas.ts'
export { entityRoutes, type EntityAction, type EntityRoutes } from './routes.ts'
