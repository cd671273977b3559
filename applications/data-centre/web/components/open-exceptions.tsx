import { Link } from 'react-router'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import type { OpenException } from '../../contract.ts'
import { openExceptionsQuery } from '../figure-queries.ts'
import styles from './open-exceptions.module.css'

const nothing = '暂无需要处理的事项'
const describe = ({ title, count, unit }: OpenException) => `${title} ${formatNumber(count)} ${unit}`

/** What waits for somebody in charge: each number leads to its rows. */
export default function OpenExceptionsCard() {
  return (
    <Card
      reading={openExceptionsQuery}
      emptyState={({ items }) => (items.length === 0 ? { kind: 'line', text: nothing } : undefined)}
      skeleton={<SkeletonBar width="70%" />}
      readAloudText={({ items }) => items.map(describe).join('。')}
    >
      {({ items }) => (
        <ul className={styles['items']}>
          {items.map(({ key, title, unit, count, url }) => (
            <li key={key}>
              <Link to={url} className={styles['link']!}>
                {title}
                <strong className={styles['count']}>{formatNumber(count)}</strong>
                {unit}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
