import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { ActionLine, PageActions } from '../action-line.tsx'
import { useToast } from '../toast.tsx'
import { usePhone } from '../use-phone.ts'
import { usePlace } from './address.ts'
import { DetailDrawer } from './detail.tsx'
import { ListPane } from './list-pane.tsx'
import type { PaneProps } from './pane-props.ts'
import { PhoneList } from './phone-list.tsx'
import type { RowWithId, TreeListSpec } from './spec.ts'
import { TreePane } from './tree-pane.tsx'
import { useList } from './use-list.ts'
import { useTree } from './use-tree.ts'
import styles from './tree-list-page.module.css'

/** A page with a tree at the left and the rows of the chosen node at the right; on phones a sheet and cards. */
export const defineTreeListPage = <Row extends RowWithId, Detail>(spec: TreeListSpec<Row, Detail>) =>
  function Page() {
    return <TreeListPage spec={spec} />
  }

function TreeListPage<Row extends RowWithId, Detail>({ spec }: { spec: TreeListSpec<Row, Detail> }) {
  const client = useQueryClient()
  const toast = useToast()
  const isPhone = usePhone()
  const [place, move] = usePlace()
  const refresh = () => client.invalidateQueries({ queryKey: spec.queryKey })
  const tree = useTree(spec.tree, place.node)
  const list = useList(spec.list, tree.chosen?.id, place)

  useEffect(() => {
    if (!tree.isLost) return
    toast.error('要找的内容不存在或不可见')
    move({ node: undefined }, { replace: true })
  }, [tree.isLost, toast, move])
  const { page } = list
  useEffect(() => {
    // A page that an old address names may be gone since.
    if (page && page.items.length === 0 && page.pageCount > 0) move({ page: page.pageCount }, { replace: true })
  }, [page, move])

  const props: PaneProps<Row, Detail> = { spec, tree, list, place, move, refresh }
  return (
    <>
      {isPhone ? <PhoneList {...props} /> : <Wide {...props} />}
      {place.open && (
        <DetailDrawer
          spec={spec.detail}
          id={place.open}
          rows={page?.items ?? []}
          onStep={(id) => move({ open: id }, { replace: true })}
          onClose={() => move({ open: undefined }, { replace: true })}
        />
      )}
    </>
  )
}

function Wide<Row extends RowWithId, Detail>(props: PaneProps<Row, Detail>) {
  const { spec, tree, move, refresh } = props
  const panes = useRef<HTMLDivElement>(null)
  useF6(panes)
  return (
    <div className={styles['page']}>
      <ActionLine note={tree.roots.data && spec.tree.note?.(tree.roots.data)}>
        <PageActions refresh={refresh} />
      </ActionLine>
      <div ref={panes} className={styles['panes']}>
        {tree.isThere && (
          <div className={styles['tree']}>
            <TreePane title={spec.tree.title} tree={tree} onChoose={(id) => move({ node: id })} />
          </div>
        )}
        <ListPane {...props} />
      </div>
    </div>
  )
}

/** F6 goes from the tree to the rows and back. */
function useF6(panes: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !panes.current) return
      event.preventDefault()
      const tree = panes.current.querySelector<HTMLElement>('[role=tree]')
      const rows = panes.current.querySelector<HTMLElement>('tbody a')
      ;(tree?.contains(document.activeElement) ? rows : tree)?.focus()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [panes])
}
