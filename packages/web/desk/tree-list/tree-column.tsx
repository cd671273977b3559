import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { sizes } from '#packages/web/core/tokens.ts'
import type { NodeActions } from './node-actions.ts'
import type { TreeSpec } from './tree-list-spec.ts'
import { TreeSearch } from './tree-search.tsx'
import { clampTreeWidth, getTreeWidth, storeTreeWidth, maxTreeWidth, minTreeWidth } from './tree-width.ts'
import type { TreeState } from './use-tree.ts'
import styles from './tree-column.module.css'

interface Props {
  spec: TreeSpec
  tree: TreeState
  onChoose: (id: string) => void
  nodeActions?: NodeActions | undefined
  /** The actions on the chosen node. */
  foot?: ReactNode
}

const step = 16

/** The tree at the left; its width can be dragged, and is remembered. */
export function TreeColumn({ foot, ...props }: Props) {
  const [width, setWidth] = useState(getTreeWidth)
  const start = useRef<{ x: number; width: number }>(undefined)
  const put = (next: number) => {
    setWidth(clampTreeWidth(next))
    storeTreeWidth(clampTreeWidth(next))
  }
  const grab = (event: PointerEvent<HTMLElement>) => {
    start.current = { x: event.clientX, width }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const pull = ({ clientX }: PointerEvent) => {
    if (start.current) put(start.current.width + clientX - start.current.x)
  }
  const letGo = () => {
    start.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    put(width + by)
  }
  return (
    <div className={`${styles['column']} no-print`} style={width === sizes.treeWidth ? undefined : { width }}>
      <div className={styles['card']}>
        <TreeSearch {...props} />
        {foot && <div className={styles['foot']}>{foot}</div>}
      </div>
      {/* A movable separator is focusable, and has these keys. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles['edge']}
        role="separator"
        aria-orientation="vertical"
        aria-label="树的宽度"
        aria-valuenow={width}
        aria-valuemin={minTreeWidth}
        aria-valuemax={maxTreeWidth}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerDown={grab}
        onPointerMove={pull}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onDoubleClick={() => put(sizes.treeWidth)}
        onKeyDown={press}
      />
    </div>
  )
}
