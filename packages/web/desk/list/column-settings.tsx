import { HolderOutlined, SettingOutlined } from '@ant-design/icons'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Glyph } from '../glyph.tsx'
import {
  arrangeColumns,
  defaultColumnChoice,
  isColumnShown,
  moveColumn,
  setColumnShown,
  type ColumnChoice,
} from './column-choice.ts'
import { Popover } from './popover.tsx'
import type { Column } from './list-spec.ts'
import { Checkbox } from './checkbox.tsx'
import visuallyHidden from '../visually-hidden.module.css'
import styles from './column-settings.module.css'

interface Props<Row> {
  /** The first column, which is always at the left. */
  first: string
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  onChange: (choice: ColumnChoice) => void
  /** The keys of the columns for which there was no room. */
  dropped: readonly string[]
}

/** Which columns are shown, and in what order; every change is visible at once. */
export function ColumnSettings<Row>(props: Props<Row>) {
  const { first, columns, choice, onChange } = props
  const [announcement, setAnnouncement] = useState('')
  return (
    <Popover label="列设置" icon={<Glyph of={SettingOutlined} />}>
      <div className={styles['head']}>
        <h3 className={styles['title']}>列设置</h3>
        <button type="button" data-first className={styles['reset']} onClick={() => onChange(defaultColumnChoice)}>
          恢复默认
        </button>
      </div>
      <ul className={styles['rows']}>
        <li className={styles['row']}>
          <Checkbox isOn isFixed onChange={() => {}}>
            {first}
          </Checkbox>
          <span className={styles['note']}>固定在左</span>
        </li>
        <Movable {...props} ordered={arrangeColumns(columns, choice)} onAnnounce={setAnnouncement} />
      </ul>
      <p className={visuallyHidden['only']} role="status">
        {announcement}
      </p>
      <p className={styles['foot']}>拖动或 Alt+↑↓ 调整顺序</p>
    </Popover>
  )
}

interface MovableProps<Row> extends Props<Row> {
  ordered: readonly Column<Row>[]
  onAnnounce: (message: string) => void
}

function Movable<Row>({ ordered, columns, choice, onChange, dropped, onAnnounce }: MovableProps<Row>) {
  const drag = useDrag((key, to) => onChange(moveColumn(choice, columns, key, to)))
  const move = (event: KeyboardEvent, { key, title }: Column<Row>, at: number) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (!by) return
    event.preventDefault()
    const to = Math.max(0, Math.min(ordered.length - 1, at + by))
    onChange(moveColumn(choice, columns, key, to))
    onAnnounce(`${title}，第 ${to + 1} 列，共 ${ordered.length} 列`)
  }
  return (
    <>
      {ordered.map((column, at) => (
        // The checkbox inside has the focus; the row only handles its keys.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={column.key}
          className={styles['row']}
          data-moving={drag.moving === column.key ? '' : undefined}
          onKeyDown={(event) => move(event, column, at)}
        >
          <span className={styles['grip']} {...drag.handle(column.key)}>
            <Glyph of={HolderOutlined} />
          </span>
          <Checkbox
            isOn={isColumnShown(column, choice)}
            onChange={({ target }) => onChange(setColumnShown(choice, column.key, target.checked))}
          >
            {column.title}
          </Checkbox>
          {isColumnShown(column, choice) && dropped.includes(column.key) && (
            <span className={styles['note']}>放不下</span>
          )}
        </li>
      ))}
    </>
  )
}

/** Reorders by the grip; all rows have the same height, so the position follows from the distance. */
function useDrag(onMove: (key: string, to: number) => void) {
  const [moving, setMoving] = useState<string>()
  const start = useRef({ y: 0, at: 0, height: 1 })
  const handle = (key: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const row = event.currentTarget.closest('li')!
      const rows = [...row.parentElement!.children]
      // The first row is the column that does not move.
      start.current = { y: event.clientY, at: rows.indexOf(row) - 1, height: row.offsetHeight || 1 }
      event.currentTarget.setPointerCapture(event.pointerId)
      setMoving(key)
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      const { y, at, height } = start.current
      if (moving === key) onMove(key, at + Math.round((clientY - y) / height))
    },
    onPointerUp: () => setMoving(undefined),
    onPointerCancel: () => setMoving(undefined),
  })
  return { moving, handle }
}
