import { EllipsisOutlined, PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { listRowActions } from '../list/action-items.ts'
import { RowMenu, type MenuAnchor } from '../list/row-menu.tsx'
import type { RowWithId } from '../list/list-spec.ts'
import type { ListModel } from '../list/use-list-model.ts'
import { useMay } from '../permissions.tsx'
import { useToast } from '../toast.tsx'
import type { NodeActions } from './node-actions.ts'
import type { TreeListSpec } from './tree-list-spec.ts'
import type { TreeState } from './use-tree.ts'

/**
 * The page without its actions where they are not allowed: the root of the tree may belong to a higher organisation.
 */
export function useChangeableSpec<Row extends RowWithId, Detail extends Row, Values extends object>(
  spec: TreeListSpec<Row, Detail, Values>,
  { roots }: TreeState,
): TreeListSpec<Row, Detail, Values> {
  return useMemo(() => {
    const { canChange, actions, edit } = spec
    if (!canChange) return spec
    const tops = new Set(roots.data?.map(({ id }) => id))
    const also = (when: ((row: Row) => boolean) | undefined) => (row: Row) =>
      canChange(row, tops.has(row.id)) && (when?.(row) ?? true)
    return {
      ...spec,
      ...(actions && { actions: actions.map((action) => ({ ...action, when: also(action.when) })) }),
      ...(edit && { edit: { ...edit, when: also(edit.when) } }),
    }
  }, [spec, roots.data])
}

interface NodeControls {
  nodeActions: NodeActions
  /** Below the tree: the actions on the chosen node. */
  foot: ReactNode
  /** The open menu. */
  menu: ReactNode
}

/** The actions on nodes that are rows as well: loads the details of a node, and then its actions. */
export function useNodeActions<Row extends RowWithId, Detail extends Row, Values extends object>(
  spec: TreeListSpec<Row, Detail, Values>,
  model: ListModel<Row, Detail, Values>,
): NodeControls {
  const client = useQueryClient()
  const toast = useToast()
  const may = useMay()
  const [anchor, setAnchor] = useState<MenuAnchor<Row>>()
  const { tree } = spec
  const detail = spec.detail && 'of' in spec.detail ? spec.detail : undefined
  const { actions, actionRunner, context, rowForm, refresh } = model
  const hasActions = detail !== undefined && !tree.isOther && actions.length > 0
  const tried = (work: Promise<unknown>) => void work.catch((error: unknown) => toast.error(getErrorMessage(error)))

  const menu = (id: string, button: HTMLElement) =>
    detail &&
    tried(
      client
        .fetchQuery(detail.of(id))
        .then((row) => listRowActions<Row>(actions, row).length > 0 && setAnchor({ row, button })),
    )
  const start = (key: string, id: string) =>
    detail &&
    tried(
      client.fetchQuery(detail.of(id)).then((row) => {
        const action = listRowActions<Row>(actions, row).find((one) => one.key === key)
        if (action) actionRunner.start(action, { ids: [id] }, 1, [row])
      }),
    )
  const rename = (id: string) =>
    detail && tried(client.fetchQuery(detail.of(id)).then((row) => rowForm.canEdit(row) && rowForm.edit(row)))
  const { sorting, foot } = tree
  const sort = async (id: string, by: number) => {
    if (!sorting) return
    await sorting.sort(id, by)
    toast.undo('已调整顺序', () => sorting.sort(id, -by).then(refresh))
    await refresh()
  }
  const node = context.node
  // The root of the tree has few actions; they are in the details.
  const isTop = (context.path?.length ?? 0) < 2
  const named = hasActions && !isTop ? actions.filter(({ key }) => foot?.actions.includes(key)) : []
  return {
    nodeActions: {
      menu: hasActions ? menu : undefined,
      rename: detail && rowForm.mayEdit && !tree.isOther ? rename : undefined,
      sort: sorting && may(sorting.permission) ? (id, by) => tried(sort(id, by)) : undefined,
    },
    foot: foot && node && (rowForm.canCreate || (hasActions && !isTop)) && (
      <Foot
        create={rowForm.canCreate ? foot.create : undefined}
        onCreate={rowForm.create}
        actions={named}
        onAction={(key) => start(key, node)}
        onMore={hasActions && !isTop ? (button) => menu(node, button) : undefined}
      />
    ),
    menu: anchor && <RowMenu anchor={anchor} model={model} onClose={() => setAnchor(undefined)} />,
  }
}

interface FootProps {
  create: string | undefined
  onCreate: () => void
  actions: readonly { key: string; label: string }[]
  onAction: (key: string) => void
  onMore: ((button: HTMLElement) => void) | undefined
}

const Foot = ({ create, onCreate, actions, onAction, onMore }: FootProps) => (
  <>
    {create && (
      <Button type="text" size="small" icon={<Glyph of={PlusOutlined} />} onClick={onCreate}>
        {create}
      </Button>
    )}
    {actions.map(({ key, label }) => (
      <Button key={key} type="text" size="small" onClick={() => onAction(key)}>
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
