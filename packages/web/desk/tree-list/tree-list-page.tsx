import { InfoCircleOutlined } from '@ant-design/icons'
import { Switch } from 'antd'
import { useEffect, useId, useRef, type RefObject } from 'react'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { ListCard } from '../list/list-card.tsx'
import type { ListHead } from '../list/list-head.ts'
import { ListFrame, WidePage } from '../list/list-page.tsx'
import { ListTool } from '../list/list-tools.tsx'
import { PhoneList } from '../list/phone-list.tsx'
import { useListState, type MoveListState, type ListState } from '../list/list-state.ts'
import type { RowWithId } from '../list/list-spec.ts'
import { useListModel } from '../list/use-list-model.ts'
import { usePageSearch } from '../page-search.tsx'
import { PageState } from '../page-state.tsx'
import { useToast } from '../toast.tsx'
import { usePhone } from '../use-phone.ts'
import { PhoneTree } from './phone-tree.tsx'
import type { TreeListSpec, TreeSpec } from './tree-list-spec.ts'
import { TreeColumn } from './tree-column.tsx'
import { useChangeableSpec, useNodeActions } from './use-node-actions.tsx'
import { useTree, type TreeState } from './use-tree.ts'
import { useWindowKeys } from '../use-window-keys.ts'
import styles from './tree-list-page.module.css'

/** A page with a tree at the left and the rows of the chosen node at the right; on phones a sheet and cards. */
export const defineTreeListPage = <Row extends RowWithId, Detail extends Row = Row, Values extends object = never>(
  spec: TreeListSpec<Row, Detail, Values>,
) =>
  function Page() {
    return <TreeListPage spec={spec} />
  }

function TreeListPage<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  spec: TreeListSpec<Row, Detail, Values>
}) {
  const isPhone = usePhone()
  const { isFront } = usePageSearch()
  const [listState, move] = useListState(props.spec)
  const tree = useTree(props.spec.tree, listState.node)
  const spec = useChangeableSpec(props.spec, tree)
  const { chosen } = tree
  const model = useListModel(spec, listState, move, {
    node: chosen?.id,
    kind: chosen?.kind,
    path: tree.path,
    isReady: chosen !== undefined,
  })
  const nodes = useNodeActions(spec, model)
  const panes = useRef<HTMLDivElement>(null)
  useLost(tree, move)
  useF6(panes, isFront)
  const head = headOf(spec, tree, listState, move, isPhone)
  const choose = (id: string) => move({ node: id })
  return (
    <ListFrame model={model}>
      {isPhone ? (
        <PhoneList model={model} head={head} where={<PhoneTree spec={spec.tree} tree={tree} onChoose={choose} />} />
      ) : (
        <WidePage model={model} note={tree.roots.data && spec.tree.note?.(tree.roots.data)} panes={panes}>
          {tree.isThere && (
            <TreeColumn
              spec={spec.tree}
              tree={tree}
              onChoose={choose}
              nodeActions={nodes.nodeActions}
              foot={nodes.foot}
            />
          )}
          <ListCard model={model} head={head} />
        </WidePage>
      )}
      {nodes.menu}
    </ListFrame>
  )
}

/** The head above the rows of a node. */
function headOf(
  { tree: spec, isShallow }: { tree: TreeSpec; isShallow?: boolean },
  tree: TreeState,
  listState: ListState,
  move: MoveListState,
  isPhone: boolean,
): ListHead {
  const { chosen, path, error, isThere } = tree
  const open = () => move({ open: chosen?.id })
  const hasDetails = chosen && !spec.isOther
  return {
    name: chosen?.name,
    about: path.at(-2)?.name,
    aside: chosen && !isShallow && <Below isOn={listState.below} onChange={(below) => move({ below })} />,
    tools: hasDetails && (isPhone ? <RoundInfo onClick={open} /> : <Info onClick={open} />),
    error,
    ...(!isThere && { instead: <PageState status="empty" {...spec.empty} /> }),
    ...(hasDetails && { next: <Button onClick={open}>查看详情</Button> }),
  }
}

const Info = ({ onClick }: { onClick: () => void }) => (
  <ListTool label="查看详情" icon={<Glyph of={InfoCircleOutlined} />} onClick={onClick} />
)
const RoundInfo = ({ onClick }: { onClick: () => void }) => (
  <Button shape="circle" icon={<Glyph of={InfoCircleOutlined} />} aria-label="查看详情" onClick={onClick} />
)

/** The label is part of the target: the switch alone is too small. */
function Below({ isOn, onChange }: { isOn: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <label htmlFor={id} className={styles['below']}>
      <Switch id={id} size="small" checked={isOn} onChange={onChange} />
      含下级
    </label>
  )
}

function useLost({ isLost }: TreeState, move: MoveListState) {
  const toast = useToast()
  useEffect(() => {
    if (!isLost) return
    toast.error('要找的内容不存在或不可见')
    move({ node: undefined }, { replace: true })
  }, [isLost, toast, move])
}

/** F6 moves between the tree and the rows; without rows, to the first button of the list. */
function useF6(panes: RefObject<HTMLElement | null>, isFront: boolean) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'F6' || !panes.current) return
    event.preventDefault()
    const tree = panes.current.querySelector<HTMLElement>('[role=tree]')
    const list = panes.current.lastElementChild
    const rows = list?.querySelector<HTMLElement>('tbody a') ?? list?.querySelector<HTMLElement>('button')
    ;(tree?.contains(document.activeElement) ? rows : tree)?.focus()
  }
  useWindowKeys(press, { isOn: isFront })
}
