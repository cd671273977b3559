import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  /** What it says while it works; its width does not change. */
  busy?: string | false
}

/** The one main button of a page. */
export function Button({ busy = false, children, ...button }: Props) {
  return (
    <button
      {...button}
      className={styles['button']}
      disabled={button.disabled || Boolean(busy)}
      aria-busy={Boolean(busy)}
    >
      {busy || children}
    </button>
  )
}
