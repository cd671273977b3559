import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { useRowDrag } from './attachments/use-row-drag.ts'
import { Button } from './button.tsx'
import { Glyph } from './glyph.tsx'
import visuallyHidden from './visually-hidden.module.css'
import styles from './sort-rows.module.css'

interface Props {
  /** The accessible name: 教务教学的应用. */
  label: string
  rows: readonly { id: string; name: string }[]
  onSort: (ids: string[]) => void
  /** More controls of a row, before its arrows. */
  extra?: (id: string) => ReactNode
}

/** Rows in a custom order: dragged by the grip, or moved one position up or down. */
export function SortRows({ label, rows, onSort, extra }: Props) {
  const [announcement, setAnnouncement] = useState('')
  const put = (id: string, to: number) => {
    const others = rows.filter((row) => row.id !== id).map((row) => row.id)
    if (to < 0 || to > others.length) return
    onSort([...others.slice(0, to), id, ...others.slice(to)])
    setAnnouncement(`${rows.find((row) => row.id === id)?.name}，第 ${to + 1} 个，共 ${rows.length} 个`)
  }
  const drag = useRowDrag(put)
  return (
    <>
      <ul className={styles['rows']} aria-label={label}>
        {rows.map(({ id, name }, at) => (
          <li key={id} className={styles['row']} data-moving={drag.moving === id ? '' : undefined}>
            {/* Only for mouse and touch; the arrow buttons do the same. */}
            <span className={styles['grip']} aria-hidden="true" {...drag.grip(id)}>
              <Glyph of={HolderOutlined} />
            </span>
            <span className={styles['name']}>{name}</span>
            {extra?.(id)}
            <Step name={name} isUp isEnd={at === 0} onStep={() => put(id, at - 1)} />
            <Step name={name} isEnd={at === rows.length - 1} onStep={() => put(id, at + 1)} />
          </li>
        ))}
      </ul>
      <p className={visuallyHidden['only']} role="status">
        {announcement}
      </p>
    </>
  )
}

interface StepProps {
  name: string
  isUp?: boolean
  isEnd: boolean
  onStep: () => void
}

/** At either end it does nothing, but keeps the focus. */
const Step = ({ name, isUp = false, isEnd, onStep }: StepProps) => (
  <Button
    type="text"
    icon={<Glyph of={isUp ? ArrowUpOutlined : ArrowDownOutlined} />}
    aria-label={`${name}${isUp ? '上移' : '下移'}`}
    title={isUp ? '上移' : '下移'}
    aria-disabled={isEnd}
    onClick={() => !isEnd && onStep()}
  />
)
