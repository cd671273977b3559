import { ApartmentOutlined, CloseOutlined, DownOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { SlideOver } from '../slide-over.tsx'
import type { TreeSpec } from './tree-list-spec.ts'
import { TreeSearch } from './tree-search.tsx'
import type { TreeState } from './use-tree.ts'
import styles from './phone-tree.module.css'

interface Props {
  spec: TreeSpec
  tree: TreeState
  onChoose: (id: string) => void
}

/** The line with the current node, which opens the tree. */
export function PhoneTree({ spec, tree, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!tree.isThere) return null
  const parent = tree.path.at(-2)
  return (
    <>
      <button type="button" className={styles['path']} onClick={() => setOpen(true)}>
        <Glyph of={ApartmentOutlined} />
        <span className={styles['where']}>
          {parent && <span>{parent.name} / </span>}
          <strong>{tree.chosen?.name}</strong>
        </span>
        <span className={styles['change']}>
          {spec.change}
          <Glyph of={DownOutlined} />
        </span>
      </button>
      {isOpen && (
        <SlideOver from="below" label={spec.change} onClose={() => setOpen(false)}>
          <header className={styles['sheetHead']}>
            <h2>{spec.change}</h2>
            <Button type="text" icon={<Glyph of={CloseOutlined} />} aria-label="关闭" onClick={() => setOpen(false)} />
          </header>
          <TreeSearch
            spec={spec}
            tree={tree}
            onChoose={(id) => {
              setOpen(false)
              onChoose(id)
            }}
          />
        </SlideOver>
      )}
    </>
  )
}
