import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import styles from './kept-rows.module.css'

const shownAtFirst = 5

/** Rows that were kept, and why. */
export function KeptRows({ rows }: { rows: readonly { row: number; reason: string }[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst)
  return (
    <>
      <ul className={styles['rows']}>
        {shown.map(({ row, reason }) => (
          <li key={row}>
            <span className={styles['row']}>{`第 ${row} 行`}</span>
            {reason}
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {`另有 ${rows.length - shown.length} 行`}
        </Button>
      )}
    </>
  )
}
