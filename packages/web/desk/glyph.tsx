import type { ComponentType } from 'react'

interface IconProps {
  className?: string
  spin?: boolean
  rotate?: number
  role?: undefined
  'aria-label'?: undefined
  'aria-hidden'?: boolean
}
export type Icon = ComponentType<IconProps>

const silent = { role: undefined, 'aria-label': undefined, 'aria-hidden': true } as const

/** An icon that only shows. antd's icons say their English names aloud; here the words beside them do the talking. */
export function Glyph({ of: Icon, ...props }: { of: Icon } & Omit<IconProps, keyof typeof silent>) {
  return <Icon {...props} {...silent} />
}
