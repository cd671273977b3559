import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonStyle {
  /**
   * `primary` is the one main act of a page, `tint` a way on beside it, `danger` the one that keeps people safe,
   * `withdraw` takes something back, `plain` is everything else.
   */
  kind?: 'primary' | 'tint' | 'plain' | 'danger' | 'withdraw'
  /** `task` in the foot of a page, `safety` for a decision about an account, `small` beside a line. */
  size?: 'task' | 'safety' | 'small'
}
const getClassName = ({ kind = 'primary', size }: ButtonStyle) =>
  [styles['button'], styles[kind], size && styles[size]].filter(Boolean).join(' ')

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled'>, ButtonStyle {
  /** What it says while it works; its width does not change. */
  busy?: string | false
  /** It cannot work now; what stands beside it says why. */
  isDisabled?: boolean
}

/** While it works it keeps the focus, which a disabled button would drop. */
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

/** Leads somewhere, and looks like a button. */
export function ButtonLink({ kind, size, children, ...link }: LinkProps) {
  return (
    <a {...link} className={getClassName({ ...(kind && { kind }), ...(size && { size }) })}>
      {children}
    </a>
  )
}

/** An act in the words of a link. */
export function TextButton(button: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...button} className={styles['text']} />
}
