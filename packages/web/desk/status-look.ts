import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  InfoCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { State, Tone } from '#packages/contract/labels.ts'
import type { Icon } from './glyph.tsx'

const icons: Readonly<Record<Tone, Icon>> = {
  success: CheckOutlined,
  info: InfoCircleOutlined,
  warning: ClockCircleOutlined,
  error: CloseCircleOutlined,
  closed: StopOutlined,
}

/** How a status is shown in lists and details. */
export interface StatusLook {
  tone: Tone
  icon: Icon
  label: string
  /** The normal state, which needs no attention. */
  isNormal?: boolean
}

export const getStateLook = ({ tone, label, isNormal = false }: State, icon = icons[tone]): StatusLook => ({
  tone,
  icon,
  label,
  isNormal,
})

/** The look of the states of `labels()`. A state has the icon of its tone, unless `icons` has another one. */
export const createStatusLook =
  <Key extends string | number>(set: Readonly<Record<Key, State>>, ownIcons: { [K in NoInfer<Key>]?: Icon } = {}) =>
  (value: Key) =>
    getStateLook(set[value], ownIcons[value])
