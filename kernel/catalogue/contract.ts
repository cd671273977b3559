import { applicationApi } from './contract-applications.ts'
import { accessRequestApi } from './contract-access-requests.ts'
import { grantApi } from './contract-grants.ts'
import { appCentreApi } from './contract-app-centre.ts'

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
export {
  type AccessChoices,
  type AccessFacts,
  type AccessRequest,
  type AccessTarget,
} from './contract-access-requests.ts'
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
  appRequestForm,
  maxShortcuts,
  requestStatuses,
  type AppGroup,
  type AppRequest,
  type AppRequestForm,
  type CentreTile,
  type PageTile,
  type OpenableApplication,
  type Shortcut,
} from './contract-app-centre.ts'

export const catalogueApi = { ...applicationApi, ...appCentreApi, ...grantApi, ...accessRequestApi }
