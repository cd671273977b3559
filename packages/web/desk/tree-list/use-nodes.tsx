import { EllipsisOutlined, PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { actsOn } from '../list/act-items.ts'
import { RowMenu, type MenuAnchor } from '../list/row-menu.tsx'
import type { RowWithId } from '../list/spec.ts'
import type { ListModel } from '../list/use-list-model.ts'
import { useMay } from '../permissions.tsx'
import { useToast } from '../toast.tsx'
import type { NodeHands } from './node-hands.ts'
import type { TreeListSpec } from './spec.ts'
import type { TreeState } from './use-tree.ts'

/** The page with its acts only where they can be done: what the tree begins with may be looked after from above. */
export function useChangeable<Row extends RowWithId, Detail extends Row, Values extends object>(
  spec: TreeListSpec<Row, Detail, Values>,
  { roots }: TreeState,
): TreeListSpec<Row, Detail, Values> {
  return useMemo(() => {
    const { canChange, acts, edit } = spec
    if (!canChange) return spec
    const tops = new Set(roots.data?.map(({ id }) => id))
    const also = (when: ((row: Row) => boolean) | undefined) => (row: Row) =>
      canChange(row, tops.has(row.id)) && (when?.(row) ?? true)
    return {
      ...spec,
      ...(acts && { acts: acts.map((act) => ({ ...act, when: also(act.when) })) }),
      ...(edit && { edit: { ...edit, when: also(edit.when) } }),
    }
  }, [spec, roots.data])
}

interface Nodes {
  hands: NodeHands
  /** Under the tree: what can be done to the chosen node. */
  foot: ReactNode
  /** The menu that is open. */
  menu: ReactNode
}

/** What can be done to nodes where they are rows as well: a node is asked for its details, and then has its acts. */
export function useNodes<Row extends RowWithId, Detail extends Row, Values extends object>(
  spec: TreeListSpec<Row, Detail, Values>,
  model: ListModel<Row, Detail, Values>,
): Nodes {
  const client = useQueryClient()
  const toast = useToast()
  const may = useMay()
  const [anchor, setAnchor] = useState<MenuAnchor<Row>>()
  const { tree } = spec
  const detail = spec.detail && 'of' in spec.detail ? spec.detail : undefined
  const { acts, acting, ground, filling, refresh } = model
  const canAct = detail !== undefined && !tree.isOther && acts.length > 0
  const tried = (work: Promise<unknown>) => void work.catch((error: unknown) => toast.error(wordsOf(error)))

  const menu = (id: string, button: HTMLElement) =>
    detail &&
    tried(
      client.fetchQuery(detail.of(id)).then((row) => actsOn<Row>(acts, row).length > 0 && setAnchor({ row, button })),
    )
  const start = (key: string, id: string) =>
    detail &&
    tried(
      client.fetchQuery(detail.of(id)).then((row) => {
        const act = actsOn<Row>(acts, row).find((one) => one.key === key)
        if (act) acting.start(act, { ids: [id] }, 1, [row])
      }),
    )
  const rename = (id: string) =>
    detail && tried(client.fetchQuery(detail.of(id)).then((row) => filling.canEdit(row) && filling.edit(row)))
  const { sorting, foot } = tree
  const sort = async (id: string, by: number) => {
    if (!sorting) return
    await sorting.sort(id, by)
    toast.undo('已调整顺序', () => sorting.sort(id, -by).then(refresh))
    await refresh()
  }
  const node = ground.node
  // Where the tree begins there is little to be done; what there is, is with the details.
  const isTop = (ground.path?.length ?? 0) < 2
  const named = canAct && !isTop ? acts.filter(({ key }) => foot?.acts.includes(key)) : []
  return {
    hands: {
      menu: canAct ? menu : undefined,
      rename: detail && filling.mayEdit && !tree.isOther ? rename : undefined,
      sort: sorting && may(sorting.permission) ? (id, by) => tried(sort(id, by)) : undefined,
    },
    foot: foot && node && (filling.canCreate || (canAct && !isTop)) && (
      <Foot
        create={filling.canCreate ? foot.create : undefined}
        onCreate={filling.create}
        acts={named}
        onAct={(key) => start(key, node)}
        onMore={canAct && !isTop ? (button) => menu(node, button) : undefined}
      />
    ),
    menu: anchor && <RowMenu anchor={anchor} model={model} onClose={() => setAnchor(undefined)} />,
  }
}

interface FootProps {
  create: string | undefined
  onCreate: () => void
  acts: readonly { key: string; label: string }[]
  onAct: (key: string) => void
  onMore: ((button: HTMLElement) => void) | undefined
}

const Foot = ({ create, onCreate, acts, onAct, onMore }: FootProps) => (
  <>
    {create && (
      <Button type="text" size="small" icon={<Glyph of={PlusOutlined} />} onClick={onCreate}>
        {create}
      </Button>
    )}
    {acts.map(({ key, label }) => (
      <Button key={key} type="text" size="small" onClick={() => onAct(key)}>
        {label}
      </Button>
    ))}
    {onMore && <MoreButton onClick={onMore} />}
  </>
)

const MoreButton = ({ onClick }: { onClick: (button: HTMLElement) => void }) => (
  <Button
    type="text"
    size="small"
    style={{ marginLeft: 'auto' }}
    icon={<Glyph of={EllipsisOutlined} />}
    aria-label="更多操作"
    title="更多操作"
    aria-haspopup="menu"
    onClick={({ currentTarget }) => onClick(currentTarget)}
  />
)
