import type { ComponentType } from 'react'
import { getIconPicture } from './icon-picture.tsx'
import styles from './glyph.module.css'

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
  const picture = props.spin || props.rotate ? undefined : getIconPicture(Icon)
  // What turns is antd's to turn.
  if (!picture || picture.name === 'loading') return <Icon {...props} {...silent} />
  return (
    <span className={`anticon anticon-${picture.name} ${styles['glyph']} ${props.className ?? ''}`} aria-hidden>
      {picture.svg}
    </span>
  )
}
