import {
  CheckOutlined,
  ExclamationCircleOutlined,
  InboxOutlined,
  MinusCircleOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { formatDate } from '#packages/web/core/format/time.ts'
import { classStates, stages, type ClassTeacher, type SchoolClass, type Stage } from '../contract.ts'

/** Status labels for lists; the normal state has no colour. */
export const getClassStatus = ({ state, teacherId }: SchoolClass) => {
  const label = classStates[state]
  if (state === 'open' && teacherId === null)
    return { tone: 'warning', icon: ExclamationCircleOutlined, label: '未设班主任' } as const
  if (state === 'open') return { tone: 'success', icon: CheckOutlined, label, isNormal: true } as const
  if (state === 'merged') return { tone: 'closed', icon: SwapOutlined, label } as const
  return { tone: 'closed', icon: state === 'graduated' ? InboxOutlined : MinusCircleOutlined, label } as const
}

export const getStageTitle = (stage: number) => stages[stage as Stage]?.title ?? ''

/** 2026-09-01 起; 2026-09-01 至 2026-11-08. */
export const formatDateRange = ({ startsOn, endsOn }: Pick<ClassTeacher, 'startsOn' | 'endsOn'>) =>
  endsOn ? `${startsOn} 至 ${endsOn}` : `${startsOn} 起`

export const getToday = () => formatDate(new Date())
