import {
  CheckOutlined,
  ExclamationCircleOutlined,
  InboxOutlined,
  MinusCircleOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { dateOf } from '#packages/web/core/format/time.ts'
import { classStates, stages, type ClassTeacher, type SchoolClass, type Stage } from '../contract.ts'

/** Words of states for lists; the ordinary one is quiet. */
export const classStatusOf = ({ state, teacherId }: SchoolClass) => {
  const words = classStates[state]
  if (state === 'open' && teacherId === null)
    return { tone: 'warning', icon: ExclamationCircleOutlined, words: '未设班主任' } as const
  if (state === 'open') return { tone: 'success', icon: CheckOutlined, words, isUsual: true } as const
  if (state === 'merged') return { tone: 'closed', icon: SwapOutlined, words } as const
  return { tone: 'closed', icon: state === 'graduated' ? InboxOutlined : MinusCircleOutlined, words } as const
}

export const stageTitle = (stage: number) => stages[stage as Stage]?.title ?? ''

/** 2026-09-01 起; 2026-09-01 至 2026-11-08. */
export const datesOf = ({ startsOn, endsOn }: Pick<ClassTeacher, 'startsOn' | 'endsOn'>) =>
  endsOn ? `${startsOn} 至 ${endsOn}` : `${startsOn} 起`

export const worded = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export const today = () => dateOf(new Date())
