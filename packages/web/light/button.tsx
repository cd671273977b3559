import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonStyle {
  /**
   * `primary` is the one main action of a page, `tint` a further one beside it, `danger` protects the user, `withdraw`
   * revokes something, `plain` is everything else.
   */
  kind?: 'primary' | 'tint' | 'plain' | 'danger' | 'withdraw'
  /** `task` in the foot of a page, `safety` for a decision about an account, `small` beside a line. */
  size?: 'task' | 'safety' | 'small'
}
const getClassName = ({ kind = 'primary', size }: ButtonStyle) =>
  [styles['button'], styles[kind], size && styles[size]].filter(Boolean).join(' ')

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled'>, ButtonStyle {
  /** The label while it is busy; its width does not change. */
  busy?: string | false
  /** It cannot be used now; the text beside it explains why. */
  isDisabled?: boolean
}

/** While busy it keeps the focus, which a disabled button would lose. */
export function Button({ busy = false, isDisabled = false, kind, size, children, onClick, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={getClassName({ ...(kind && { kind }), ...(size && { size }) })}
      aria-disabled={Boolean(busy) || isDisabled}
      aria-busy={Boolean(busy)}
      onClick={busy || isDisabled ? (event) => event.preventDefault() : onClick}
    >
      {busy || children}
    </button>
  )
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'className'>, ButtonStyle {}

/** A link that looks like a button. */
export function ButtonLink({ kind, size, children, ...link }: LinkProps) {
  return (
    <a {...link} className={getClassName({ ...(kind && { kind }), ...(size && { size }) })}>
      {children}
    </a>
  )
}

/** A button that looks like a link. */
export function TextButton(button: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...button} className={styles['text']} />
}
