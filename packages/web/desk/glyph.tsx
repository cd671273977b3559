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

/** A decorative icon. antd's icons announce their English names; here only the text beside them is read. */
export function Glyph({ of: Icon, ...props }: { of: Icon } & Omit<IconProps, keyof typeof silent>) {
  const picture = props.spin || props.rotate ? undefined : getIconPicture(Icon)
  // Spinning icons are rendered by antd.
  if (!picture || picture.name === 'loading') return <Icon {...props} {...silent} />
  return (
    <span className={`anticon anticon-${picture.name} ${styles['glyph']} ${props.className ?? ''}`} aria-hidden>
      {picture.svg}
    </span>
  )
}
