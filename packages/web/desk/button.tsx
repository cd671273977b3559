import { LoadingOutlined } from '@ant-design/icons'
import type { ComponentProps, ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import styles from './button.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'type'> {
  type?: 'primary' | 'default' | 'text' | 'link'
  /** The outline of a primary button, for frequent actions that are not the main one of the page. */
  ghost?: boolean
  danger?: boolean
  size?: 'small' | 'default'
  shape?: 'default' | 'round' | 'circle'
  icon?: ReactNode
  /** In progress: it shows a spinner and ignores presses. */
  loading?: boolean
  block?: boolean
  htmlType?: 'button' | 'submit'
  /** Makes it a link that looks like a button. */
  href?: string
}

/** Has the props and the look of antd's button, which would add 40 kB to the shell. */
export function Button({
  type = 'default',
  ghost = false,
  danger = false,
  size = 'default',
  shape = 'default',
  icon,
  loading = false,
  block = false,
  htmlType = 'button',
  href,
  className = '',
  children,
  onClick,
  ...rest
}: Props) {
  const flags = { ghost, danger, small: size === 'small', block, bare: !children, [type]: true }
  const variants = Object.entries(flags).flatMap(([name, isOn]) => (isOn ? [styles[name] ?? ''] : []))
  const outline = shape === 'default' ? undefined : styles[shape]
  const classes = [styles['button'], ...variants, outline, className].filter(Boolean).join(' ')
  const inside = (
    <>
      {loading ? <Glyph of={LoadingOutlined} /> : icon}
      {children && <span>{children}</span>}
    </>
  )
  if (href) {
    return (
      <a data-button={type} className={classes} href={href} aria-label={rest['aria-label']} title={rest.title}>
        {inside}
      </a>
    )
  }
  return (
    <button
      {...rest}
      // eslint-disable-next-line react/button-has-type
      type={htmlType}
      className={classes}
      data-button={type}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : onClick}
    >
      {inside}
    </button>
  )
}
