import type { ReactNode } from 'react'
import { ChevronRightIcon } from './part-icons.tsx'
import styles from './row.module.css'

/** Facts below one another: a label on the left, its value on the right. */
export const DetailList = ({ children }: { children: ReactNode }) => <dl className={styles['rows']}>{children}</dl>

interface DetailRowProps {
  label: ReactNode
  children: ReactNode
  /** A second, smaller line. */
  secondLine?: ReactNode
  /** After the value: a tag, or one action as a link. */
  tool?: ReactNode
}

export function DetailRow({ label, children, secondLine, tool }: DetailRowProps) {
  return (
    <div className={styles['row']}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={styles['value']}>
        {children}
        {secondLine && <span className={styles['second']}>{secondLine}</span>}
      </dd>
      {tool && <dd className={styles['tool']}>{tool}</dd>}
    </div>
  )
}

/** Links below one another. */
export const LinkList = ({ children }: { children: ReactNode }) => <ul className={styles['rows']}>{children}</ul>

interface LinkRowProps {
  icon?: ReactNode
  label: ReactNode
  note?: ReactNode
  /** The target; a row without it runs `onClick`. */
  href?: string
  onClick?: () => void
}

/** A row that opens something, so it has an arrow. */
export function LinkRow({ icon, label, note, href, onClick }: LinkRowProps) {
  const inside = (
    <>
      {icon && <span className={styles['icon']}>{icon}</span>}
      <span className={styles['words']}>{label}</span>
      {note && <span className={styles['note']}>{note}</span>}
      <span className={styles['arrow']}>
        <ChevronRightIcon size={20} />
      </span>
    </>
  )
  return (
    <li className={styles['item']}>
      {href ? (
        <a className={styles['link']} href={href}>
          {inside}
        </a>
      ) : (
        <button type="button" className={styles['link']} onClick={onClick}>
          {inside}
        </button>
      )}
    </li>
  )
}
