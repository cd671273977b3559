import { applicationRoutes } from './contract-applications.ts'
import { askingRoutes } from './contract-asking.ts'
import { grantRoutes } from './contract-grants.ts'
import { useRoutes } from './contract-use.ts'

export {
  apiReaches,
  applicationFields,
  appKinds,
  appStatuses,
  type AppKind,
  type Application,
  type ApplicationForm,
  type AppStatus,
} from './contract-applications.ts'
export { type AccessChoices, type AccessFacts, type AccessRequest, type Wanted } from './contract-asking.ts'
export {
  auditorTypes,
  flaggedAuditors,
  relationTypes,
  teachingAreas,
  type AuditorType,
  type GrantedUser,
  type OrgGrant,
  type OrgRelation,
  type PermissionNode,
  type RelationTree,
  type TeachingArea,
} from './contract-grants.ts'
export {
  askForm,
  mostShortcuts,
  type AppGroup,
  type AppRequest,
  type AskForm,
  type CentreTile,
  type HouseTile,
  type OpenableApplication,
  type Shortcut,
} from './contract-use.ts'

export const catalogueApi = { ...applicationRoutes, ...useRoutes, ...grantRoutes, ...askingRoutes }
