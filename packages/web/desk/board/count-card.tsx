import type { ReactNode } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import dots from '../dot-separated.module.css'
import { SkeletonBar } from '../skeleton.tsx'
import { Card } from './card.tsx'
import styles from './count-card.module.css'

interface Row {
  id: string
  title: string
  facts: readonly string[]
  /** The time; empty for facts without one. */
  at?: string
}

/** The number of items, and the first few. */
interface Counted {
  count: number
  rows: readonly Row[]
}

interface Props<Data> {
  reading: QueryDefinition<Data>
  count: (data: Data) => Counted
  unit: string
  /** The period or time: 近 7 天. */
  about: string
  /** Instead of the rows when there are none. */
  none: string
  more?: { label: string; to: string }
}

/** A card without a foot has room for one more row. */
const rowsShown = (hasFoot: boolean) => (hasFoot ? 2 : 3)

/** A number to keep an eye on. */
export function CountCard<Data>({ reading, count, unit, about, none, more }: Props<Data>) {
  return (
    <Card
      reading={reading}
      meta={() => about}
      skeleton={<Skeleton />}
      readAloudText={(data) => `${about} ${count(data).count} ${unit}`}
      {...(more && { more })}
    >
      {(data) => {
        const { count: counted, rows } = count(data)
        return (
          <>
            <Figure>
              {formatNumber(counted)} <span className={styles['unit']}>{unit}</span>
            </Figure>
            {rows.length === 0 ? (
              <p className={styles['none']}>{none}</p>
            ) : (
              <ul className={styles['rows']}>
                {rows.slice(0, rowsShown(more !== undefined)).map((row) => (
                  <RowLine key={row.id} row={row} />
                ))}
              </ul>
            )}
          </>
        )
      }}
    </Card>
  )
}

const Figure = ({ children }: { children: ReactNode }) => <p className={styles['figure']}>{children}</p>

const RowLine = ({ row: { title, facts, at } }: { row: Row }) => (
  <li className={styles['row']}>
    <span className={styles['title']} title={title}>
      {title}
    </span>
    <span className={`${styles['facts']} ${dots['dotted']}`}>
      {[...facts, ...(at ? [formatTimeAgo(at)] : [])].filter(Boolean).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  </li>
)

const Skeleton = () => (
  <>
    <Figure>
      <SkeletonBar width="30%" />
    </Figure>
    <ul className={styles['rows']}>
      {[60, 48].map((width) => (
        <li key={width} className={styles['row']}>
          <SkeletonBar width={`${width}%`} />
        </li>
      ))}
    </ul>
  </>
)
