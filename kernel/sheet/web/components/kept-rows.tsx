import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import styles from './kept-rows.module.css'

const shownAtFirst = 5

/** Rows that stay as they are, and why. */
export function KeptRows({ kept }: { kept: readonly { row: number; words: string }[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? kept : kept.slice(0, shownAtFirst)
  return (
    <>
      <ul className={styles['rows']}>
        {shown.map(({ row, words }) => (
          <li key={row}>
            <span className={styles['row']}>{`第 ${row} 行`}</span>
            {words}
          </li>
        ))}
      </ul>
      {shown.length < kept.length && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {`另有 ${kept.length - shown.length} 行`}
        </Button>
      )}
    </>
  )
}
