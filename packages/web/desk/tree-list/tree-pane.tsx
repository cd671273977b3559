import { CaretDownFilled } from '@ant-design/icons'
import { Tree } from 'antd'
import type { Key } from 'react'
import type { NodeActions } from './node-actions.ts'
import { SkeletonLines } from '../skeleton.tsx'
import type { TreeNode } from './tree-list-spec.ts'
import type { TreeState } from './use-tree.ts'
import { useTreeNodeControls } from './use-tree-node-controls.ts'
import { Glyph } from '../glyph.tsx'
import styles from './tree-pane.module.css'

interface Branch {
  key: string
  node: TreeNode | undefined
  text?: string
  isLeaf: boolean
  selectable: boolean
  children?: Branch[]
  'aria-level': number
}

interface Props {
  title: string
  tree: TreeState
  onChoose: (id: string) => void
  nodeActions?: NodeActions | undefined
}

/** antd's tree, wrapped once: it announces its levels, loads one level at a time, and its whole row is clickable. */
export function TreePane({ title, tree, onChoose, nodeActions }: Props) {
  const { roots, levels, open, setOpen, chosen } = tree
  const controls = useTreeNodeControls(tree, nodeActions)
  if (!roots.data) return <SkeletonLines widths={[70, 50, 56, 44, 60, 52]} />

  const choose = (key: Key) => {
    const id = String(key)
    if (id.endsWith(failed)) void levels.get(id.slice(0, -failed.length))?.refetch()
    else onChoose(id)
  }
  return (
    // In the capture phase, because the tree would handle Alt with an arrow itself.
    <div onKeyDownCapture={controls.press}>
      <Tree<Branch>
        {...controls.tree}
        className={styles['tree']!}
        aria-label={title}
        blockNode
        virtual={false}
        motion={false}
        treeData={branchesOf(roots.data, levels, open, 1)}
        expandedKeys={[...open]}
        onExpand={(keys) => setOpen(keys.map(String))}
        selectedKeys={chosen ? [chosen.id] : []}
        onSelect={(_, { node }) => choose(node.key)}
        switcherIcon={<Glyph of={CaretDownFilled} />}
        titleRender={Title}
        onClick={(_, { node }) => node?.isPassing && setOpen(toggled(open, node.id))}
      />
    </div>
  )
}

const toggled = (open: readonly string[], id: string) =>
  open.includes(id) ? open.filter((one) => one !== id) : [...open, id]

const failed = ':failed'

function branchesOf(
  nodes: readonly TreeNode[],
  levels: TreeState['levels'],
  open: readonly string[],
  level: number,
): Branch[] {
  return nodes.map((node) => {
    const below = open.includes(node.id) ? levels.get(node.id) : undefined
    const isLeaf = !node.hasChild || below?.data?.length === 0
    const base = { key: node.id, node, isLeaf, selectable: !node.isPassing, 'aria-level': level }
    if (!below) return base
    if (below.data) return { ...base, children: branchesOf(below.data, levels, open, level + 1) }
    const note = { node: undefined, isLeaf: true, 'aria-level': level + 1 }
    const child = below.isError
      ? { ...note, key: node.id + failed, text: '读取失败，点此重试', selectable: true }
      : { ...note, key: `${node.id}:pending`, text: '正在读取…', selectable: false }
    return { ...base, children: [child] }
  })
}

function Title({ node, text }: Branch) {
  if (!node) return <span className={styles['note']}>{text}</span>
  return (
    <span
      className={styles['node']}
      data-off={node.isOff ? '' : undefined}
      data-passing={node.isPassing ? '' : undefined}
    >
      <span className={styles['name']} title={node.name}>
        {node.name}
      </span>
      {!node.isUncounted && <span className={styles['count']}>{node.count.toLocaleString()}</span>}
    </span>
  )
}
