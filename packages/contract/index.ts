export { compileEncoder } from './encoder.ts'
export { defineEvent, type EventDefinition } from './event.ts'
export { envelope, type Envelope } from './envelope.ts'
export {
  applicationParts,
  missingReasons,
  type ApplicationPart,
  type MissingReason,
  appAudiences,
  appCategories,
  defineApplication,
  defineModule,
  getMenuGroup,
  menuGroups,
  menuSections,
  buildPageUrl,
  type AppAudience,
  type AppCategory,
  type Manifest,
  type MenuGroup,
  type MenuSection,
  type PageShape,
  type PageSpec,
  type PermissionSpec,
} from './manifest.ts'
export { enumOf, labelOf, labels, optionsOf, type LabelSet, type State, type Tone } from './labels.ts'
export type { MetricSpec } from './metric.ts'
export { buildOpenApi } from './openapi.ts'
export {
  dayRange,
  idOf,
  idOrEmptyOf,
  intParam,
  optionalIdOf,
  pageOf,
  pageQuery,
  zeroOne,
  type DayRange,
  type Page,
  type PageQuery,
} from './params.ts'
export { roleTemplates, scopeKinds, type RoleTemplate, type ScopeKind } from './role-template.ts'
export {
  getAudience,
  getOutsideKind,
  isWrite,
  takesIdempotencyKey,
  routesOf,
  servesApplication,
  type Access,
  type BodyOf,
  type DataOf,
  type QueryOf,
  type Route,
} from './route.ts'
export {
  fieldClasses,
  fieldTypes,
  interfaceDirections,
  openField,
  type OpenField,
  type OpenInterface,
} from './open-interface.ts'
export {
  periodKinds,
  statPage,
  type PeriodKind,
  type StatChart,
  type StatFigure,
  type StatPageData,
} from './statistics.ts'
export type {
  BarItemSpec,
  BoardCardSpec,
  PaletteSourceSpec,
  OutsidePageSpec,
  PhoneCardSpec,
  WebSpec,
} from './web-spec.ts'
export { teachingAreas, teachingFunctions, type TeachingArea, type TeachingFunction } from './teaching-area.ts'
export { wireObject, getWireParts } from './wire.ts'
export { upload, type RawAnswer, type Upload } from './upload.ts'
export * from './entity/index.ts'
