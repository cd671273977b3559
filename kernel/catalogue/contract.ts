import { applicationApi } from './contract-applications.ts'
import { appSecretApi } from './contract-app-secrets.ts'
import { accessFactsApi } from './contract-access-requests.ts'
import { grantApi } from './contract-grants.ts'
import { appCentreApi } from './contract-app-centre.ts'

export {
  apiReaches,
  applicationFields,
  appKinds,
  appStatus,
  appStatuses,
  splitAddresses,
  type AppKind,
  type Application,
  type ApplicationForm,
  type AppStatus,
} from './contract-applications.ts'
export {
  appSecret,
  changedSecret,
  graceHours,
  secretChange,
  secretChangeFields,
  secretDays,
  secretRevocation,
  secretStates,
  type AppSecret,
} from './contract-app-secrets.ts'
export {
  accessRequest,
  accessRequestApi,
  type AccessChoices,
  type AccessFacts,
  type AccessRequest,
  type AccessTarget,
} from './contract-access-requests.ts'
export {
  auditorTypes,
  flaggedAuditors,
  relationTypes,
  type AuditorType,
  type GrantedUser,
  type OrgGrant,
  type OrgRelation,
  type PermissionNode,
  type RelationTree,
} from './contract-grants.ts'
export {
  appRequest,
  appRequestApi,
  appRequestForm,
  pendingRequestMessage,
  type AppRequest,
  type AppRequestForm,
} from './contract-app-requests.ts'
export {
  maxShortcuts,
  type AppGroup,
  type CentreTile,
  type PageTile,
  type OpenableApplication,
  type Shortcut,
} from './contract-app-centre.ts'

export const catalogueApi = { ...applicationApi, ...appSecretApi, ...appCentreApi, ...grantApi, ...accessFactsApi }
