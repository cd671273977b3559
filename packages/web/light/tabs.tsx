import type { ComponentType, MouseEvent } from 'react'
import styles from './tabs.module.css'

export interface TabItem {
  label: string
  href: string
  Icon: ComponentType<{ size?: number }>
  isCurrent: boolean
  /** The number of waiting items. */
  count?: number
  onClick?: (event: MouseEvent) => void
}

/** The tabs at the lower edge. */
export function Tabs({ tabs }: { tabs: readonly TabItem[] }) {
  return (
    <nav className={styles['tabs']} aria-label="主要页面">
      {tabs.map(({ label, href, Icon, isCurrent, count = 0, onClick }) => (
        <a
          key={label}
          className={styles['tab']}
          href={href}
          onClick={onClick}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <span className={styles['icon']}>
            <Icon size={22} />
            {count > 0 && <Count of={count} />}
          </span>
          {label}
          {count > 0 && <span className={styles['unseen']}>，{count} 条待看</span>}
        </a>
      ))}
    </nav>
  )
}

/** The number of waiting items; hidden from screen readers, because the label contains it too. */
const Count = ({ of: count }: { of: number }) => (
  <span className={styles['count']} aria-hidden="true">
    {count > 99 ? '99+' : count}
  </span>
)
