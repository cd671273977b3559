import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MenuItems } from '../menu-items.tsx'
import { listRowActions, listQuickActions, createRowMenuItems } from './action-items.ts'
import type { RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'
import layer from '../small-menu.module.css'
import styles from './row-table.module.css'

export interface MenuAnchor<Row> {
  row: Row
  button: HTMLElement
}

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  anchor: MenuAnchor<Row>
  model: ListModel<Row, Detail, Values>
  onClose: () => void
}

/** From the edge of the window. */
const edge = 8
// Not hidden: otherwise it could not take the focus.
const unplaced = { left: 0, top: 0, opacity: 0 }

/** The further actions of a row. One menu for the whole table, over it: inside it would be cut off at the last row. */
export function RowMenu<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { anchor, model, onClose } = props
  const { row, button } = anchor
  const [quick] = listRowActions(listQuickActions(model), row)
  const others = model.actions.filter((one) => one !== quick)
  const frame = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const { width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {}
    const at = button.getBoundingClientRect()
    const isRoom = at.bottom + 4 + height <= window.innerHeight
    // A long menu has no room above either: then it lies over its row.
    const above = at.top - 4 - height
    const top = isRoom ? at.bottom + 4 : above >= edge ? above : Math.max(edge, window.innerHeight - edge - height)
    setPosition({ left: Math.max(edge, at.right - width), top })
  }, [button])
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!frame.current?.contains(target as Node) && !button.contains(target as Node)) onClose()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [button, onClose])
  return (
    <div ref={frame} className={`${layer['layer']} ${styles['menu']}`} style={position ?? unplaced}>
      <MenuItems
        label="更多操作"
        items={createRowMenuItems(others, model.actionRunner, row)}
        onClose={() => {
          onClose()
          button.focus()
        }}
        onLeave={onClose}
      />
    </div>
  )
}
