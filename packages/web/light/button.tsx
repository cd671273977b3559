import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface Look {
  /** `primary` is the one main act of a page, `danger` the one that keeps people safe, `plain` everything else. */
  kind?: 'primary' | 'plain' | 'danger'
  /** For decisions on a phone. */
  large?: boolean
}
const classOf = ({ kind = 'primary', large }: Look) =>
  [styles['button'], styles[kind], large && styles['large']].filter(Boolean).join(' ')

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled'>, Look {
  /** What it says while it works; its width does not change. */
  busy?: string | false
  /** It cannot work now; what stands beside it says why. */
  off?: boolean
}

/** While it works it keeps the focus, which a disabled button would drop. */
export function Button({ busy = false, off = false, kind, large, children, onClick, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={classOf({ ...(kind && { kind }), ...(large && { large }) })}
      aria-disabled={Boolean(busy) || off}
      aria-busy={Boolean(busy)}
      onClick={busy || off ? (event) => event.preventDefault() : onClick}
    >
      {busy || children}
    </button>
  )
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'className'>, Look {}

/** Leads somewhere, and looks like a button. */
export function ButtonLink({ kind, large, children, ...link }: LinkProps) {
  return (
    <a {...link} className={classOf({ ...(kind && { kind }), ...(large && { large }) })}>
      {children}
    </a>
  )
}

/** An act in the words of a link. */
export function TextButton(button: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...button} className={styles['text']} />
}
