import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  MinusCircleOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { appAudiences, appCategories } from '#packages/contract'
import { apiReaches, appKinds, appStatuses, type Application, type AppStatus } from '../../../contract.ts'

const looks = {
  0: { tone: 'closed', icon: EditOutlined },
  1: { tone: 'warning', icon: ClockCircleOutlined },
  2: { tone: 'success', icon: CheckOutlined, isUsual: true },
  3: { tone: 'error', icon: CloseCircleOutlined },
  4: { tone: 'closed', icon: StopOutlined },
  5: { tone: 'info', icon: SyncOutlined },
  9: { tone: 'closed', icon: MinusCircleOutlined, isUsual: true },
} as const satisfies Record<AppStatus, object>

export const statusOf = ({ status }: Pick<Application, 'status'>) => ({ ...looks[status], words: appStatuses[status] })

export const audienceWords = ({ power }: Pick<Application, 'power'>) =>
  Object.values(appAudiences).find(({ code }) => code === power)?.title ?? ''
export const kindWords = ({ kind }: Pick<Application, 'kind'>) => appKinds[kind]
export const reachWords = ({ apiReach }: Pick<Application, 'apiReach'>) => apiReaches[apiReach]

const numbered = (words: Readonly<Record<number, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** What the list can be narrowed to. */
export const choices = {
  status: numbered(appStatuses),
  kind: numbered(appKinds),
  category: Object.entries(appCategories).map(([value, label]) => ({ value, label })),
}
