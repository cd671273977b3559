import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  MinusCircleOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { appAudiences, appCategories, optionsOf } from '#packages/contract'
import { apiReaches, appKinds, appStatuses, type Application, type AppStatus } from '../../../contract.ts'

const statusLooks = {
  0: { tone: 'closed', icon: EditOutlined },
  1: { tone: 'warning', icon: ClockCircleOutlined },
  2: { tone: 'success', icon: CheckOutlined, isNormal: true },
  3: { tone: 'error', icon: CloseCircleOutlined },
  4: { tone: 'closed', icon: StopOutlined },
  5: { tone: 'info', icon: SyncOutlined },
  9: { tone: 'closed', icon: MinusCircleOutlined, isNormal: true },
} as const satisfies Record<AppStatus, object>

export const getApplicationStatus = ({ status }: Pick<Application, 'status'>) => ({
  ...statusLooks[status],
  label: appStatuses[status],
})

export const getAudienceLabel = ({ power }: Pick<Application, 'power'>) =>
  Object.values(appAudiences).find(({ code }) => code === power)?.title ?? ''
export const getKindLabel = ({ kind }: Pick<Application, 'kind'>) => appKinds[kind]
export const getApiReachLabel = ({ apiReach }: Pick<Application, 'apiReach'>) => apiReaches[apiReach]

export const applicationFilterOptions = {
  status: optionsOf(appStatuses),
  kind: optionsOf(appKinds),
  category: optionsOf(appCategories),
}
