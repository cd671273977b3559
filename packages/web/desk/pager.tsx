import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Glyph, type Icon } from './glyph.tsx'
import { ellipsis, listPageNumbers } from './page-numbers.ts'
import styles from './pager.module.css'

interface Props {
  current: number
  pageSize: number
  total: number
  onChange: (page: number) => void
  /** Only back and forward, as on phones. */
  isSimple?: boolean
  /** Beside the pages: the choice of the page size. */
  children?: ReactNode
}

/** Our own pager: antd's announces English words and is a list of elements that only look like buttons. */
export function Pager({ current, pageSize, total, onChange, isSimple = false, children }: Props) {
  const count = Math.max(1, Math.ceil(total / pageSize))
  const go = (page: number) => page >= 1 && page <= count && onChange(page)
  return (
    <nav className={styles['pager']} aria-label="分页" data-simple={isSimple ? '' : undefined}>
      <Arrow label="上一页" icon={LeftOutlined} isOff={current <= 1} onClick={() => go(current - 1)} />
      {isSimple ? (
        <span className={styles['place']}>{`${current} / ${count}`}</span>
      ) : (
        listPageNumbers(current, count).map((page, at) =>
          page === ellipsis ? (
            // At most one on either side.
            // eslint-disable-next-line react/no-array-index-key
            <span key={`gap-${at}`} className={styles['gap']}>
              {ellipsis}
            </span>
          ) : (
            <button
              key={page}
              type="button"
              className={styles['page']}
              aria-label={`第 ${page} 页`}
              aria-current={page === current ? 'page' : undefined}
              onClick={() => go(page)}
            >
              {page}
            </button>
          ),
        )
      )}
      <Arrow label="下一页" icon={RightOutlined} isOff={current >= count} onClick={() => go(current + 1)} />
      {children}
    </nav>
  )
}

interface ArrowProps {
  label: string
  icon: Icon
  isOff: boolean
  onClick: () => void
}

function Arrow({ label, icon, isOff, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      className={styles['page']}
      aria-label={label}
      title={label}
      // Not disabled: on the last page the focus stays on the button.
      aria-disabled={isOff}
      onClick={onClick}
    >
      <Glyph of={icon} />
    </button>
  )
}
