import type { TreeProps } from 'antd'
import { useRef, type KeyboardEvent } from 'react'
import type { NodeActions } from './node-actions.ts'
import type { TreeState } from './use-tree.ts'

type TreeControlProps = Pick<TreeProps, 'draggable' | 'allowDrop' | 'onDrop' | 'onRightClick' | 'onActiveChange'>

const stepOf: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Menu, name and order of nodes, by mouse and by keys: the menu key or Shift+F10; F2; Alt with an arrow, or dragging.
 */
export function useTreeNodeControls(tree: TreeState, nodeActions: NodeActions = {}) {
  const { menu, sort, rename } = nodeActions
  // The tree reports its active node; until then it is the chosen one.
  const active = useRef<string>(undefined)
  const move = (id: string, by: number) => {
    const { at, last } = getNodePosition(tree, id)
    // A root has no position among its siblings, which this user may not see.
    if (at < 0 || by === 0 || at + by < 0 || at + by > last) return
    sort?.(id, by)
  }
  const press = (event: KeyboardEvent) => {
    const id = active.current ?? tree.chosen?.id
    const by = event.altKey ? stepOf[event.key] : undefined
    const isMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
    const run =
      by !== undefined && sort
        ? () => move(id!, by)
        : isMenu && menu
          ? () => menu(id!, rowAt(event.currentTarget as HTMLElement))
          : event.key === 'F2' && rename
            ? () => rename(id!)
            : undefined
    if (!id || !run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const props: TreeControlProps = {
    onActiveChange: (key) => {
      active.current = key === null ? undefined : String(key)
    },
    ...(menu && {
      onRightClick: ({ event, node }) => {
        event.preventDefault()
        menu(String(node.key), event.target as HTMLElement)
      },
    }),
    ...(sort && {
      draggable: { icon: false, nodeDraggable: ({ key }) => getNodePosition(tree, String(key)).last > 0 },
      allowDrop: ({ dragNode, dropNode, dropPosition }) =>
        dropPosition !== 0 &&
        getNodePosition(tree, String(dragNode.key)).parent === getNodePosition(tree, String(dropNode.key)).parent,
      onDrop: ({ dragNode, node, dropPosition }) => {
        const [from, to] = [getNodePosition(tree, String(dragNode.key)), getNodePosition(tree, String(node.key))]
        const isAfter = dropPosition > Number(node.pos.split('-').at(-1))
        move(String(dragNode.key), getDropIndex(from.at, to.at, isAfter) - from.at)
      },
    }),
  }
  return { press, tree: props }
}

/** The position on a level after a node was removed and inserted before or after another. */
export const getDropIndex = (from: number, beside: number, isAfter: boolean) =>
  beside + (isAfter ? 1 : 0) - (from < beside + (isAfter ? 1 : 0) ? 1 : 0)

/** The position of a node among its siblings; -1 for a root, and for nodes that are not loaded. */
function getNodePosition({ levels }: TreeState, id: string) {
  for (const [parent, { data = [] }] of levels) {
    const at = data.findIndex((node) => node.id === id)
    if (at >= 0) return { parent, at, last: data.length - 1 }
  }
  return { parent: undefined, at: -1, last: -1 }
}

/** The active row, as the anchor of a menu. */
const rowAt = (tree: HTMLElement) =>
  tree.querySelector<HTMLElement>('.ant-tree-treenode-active, .ant-tree-treenode-selected') ?? tree
