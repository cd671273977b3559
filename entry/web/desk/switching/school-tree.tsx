import { CaretDownFilled } from '@ant-design/icons'
import { Tree } from 'antd'
import { useMemo, useState } from 'react'
import type { SwitchNode } from '#kernel/org/contract.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import treeStyles from '#packages/web/desk/tree-list/tree-pane.module.css'
import { isSchool, getSchoolKind, findPathTo, type TreeOrganisation } from './organisation-tree.ts'
import styles from './school-tree.module.css'

interface Branch {
  key: string
  node: SwitchNode
  isLeaf: boolean
  children: Branch[]
  'aria-level': number
}

interface Props {
  roots: readonly SwitchNode[]
  organisations: ReadonlyMap<string, TreeOrganisation>
  currentId: string
  chosenId: string | undefined
  onChoose: (node: SwitchNode) => void
}

/** The tree of the district. Only schools can be chosen; a click on other nodes expands or collapses them. */
export function SchoolTree({ roots, organisations, currentId, chosenId, onChoose }: Props) {
  const [open, setOpen] = useState<readonly string[]>(() => [
    ...roots.map(({ id }) => id),
    ...(findPathTo(roots, currentId) ?? []),
  ])
  const branches = useMemo(() => buildBranches(roots, 1), [roots])
  const press = (node: SwitchNode) => {
    if (isSchool(node) && node.id === currentId) return
    onChoose(node)
    if (node.children.length > 0 && !isSchool(node))
      setOpen(open.includes(node.id) ? open.filter((id) => id !== node.id) : [...open, node.id])
  }
  return (
    <Tree<Branch>
      className={`${treeStyles['tree']} ${styles['tree']}`}
      aria-label="学校"
      blockNode
      virtual={false}
      motion={false}
      treeData={branches}
      expandedKeys={[...open]}
      onExpand={(keys) => setOpen(keys.map(String))}
      selectedKeys={chosenId ? [chosenId] : []}
      onSelect={(_, { node: { node } }) => press(node)}
      switcherIcon={<Glyph of={CaretDownFilled} />}
      titleRender={({ node }) => (
        <Title node={node} organisation={organisations.get(node.id)} isCurrent={node.id === currentId} />
      )}
    />
  )
}

const buildBranches = (nodes: readonly SwitchNode[], level: number): Branch[] =>
  nodes.map((node) => ({
    key: node.id,
    node,
    isLeaf: node.children.length === 0,
    'aria-level': level,
    children: buildBranches(node.children, level + 1),
  }))

function Title({
  node,
  organisation,
  isCurrent,
}: {
  node: SwitchNode
  organisation: TreeOrganisation | undefined
  isCurrent: boolean
}) {
  return (
    <span className={treeStyles['node']}>
      <span className={treeStyles['name']} title={node.name}>
        {node.name}
        {isCurrent && <span className={styles['current']}>当前</span>}
      </span>
      <span className={treeStyles['count']}>{getNote(node, organisation)}</span>
    </span>
  )
}

function getNote(node: SwitchNode, organisation: TreeOrganisation | undefined) {
  if (isSchool(node) || node.type === 'institution') return getSchoolKind(node)
  if (organisation?.isWhole) return `${organisation.schools} 所`
  return node.children.length === 0 ? '请搜索' : ''
}
