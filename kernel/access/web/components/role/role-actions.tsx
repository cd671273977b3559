import { MoreOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import icon from '#packages/web/desk/icon-button.module.css'
import type { MenuItem } from '#packages/web/desk/menu-items.tsx'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { RoleDetail } from '../../../contract.ts'
import type { OrgRoles } from '../../role-queries.ts'
import { DeleteDialog } from './delete-dialog.tsx'

const Copy = lazy(() => import('./copy-dialog.tsx'))
const Compare = lazy(() => import('./compare-dialog.tsx'))
const PreviewMenu = lazy(() => import('./preview-dialog.tsx'))
const Rename = lazy(() => import('./rename-dialog.tsx'))

interface Props {
  detail: RoleDetail
  roles: OrgRoles
  isDirty: boolean
  onGo: (id: string | undefined) => void
}

/** Actions on a whole role. */
export function RoleActions({ detail, roles, isDirty, onGo }: Props) {
  const [open, setOpen] = useState<'copy' | 'compare' | 'preview' | 'rename' | 'delete'>()
  const toast = useToast()
  const close = () => setOpen(undefined)
  /** Runs an action only without unsaved changes, which would be lost or missing in the copy. */
  const settled = (what: NonNullable<typeof open>) => () =>
    isDirty ? toast.error('请先保存或放弃改动') : setOpen(what)
  const mayCopy = roles.mayCreate || roles.mayCreateForDistrict
  const items: MenuItem[] = [
    ...(detail.mayEdit ? [{ key: 'rename', label: '修改名称', onSelect: settled('rename') }] : []),
    ...(mayCopy ? [{ key: 'copy', label: '复制', onSelect: settled('copy') }] : []),
    { key: 'compare', label: '对比', onSelect: () => setOpen('compare') },
    { key: 'preview', label: '以此角色预览', onSelect: () => setOpen('preview') },
    // System roles stay, because other modules find them by template.
    ...(detail.mayEdit && detail.template === null
      ? [{ key: 'delete', label: '删除', isDanger: true, dividerBefore: true, onSelect: settled('delete') }]
      : []),
  ]
  return (
    <>
      <SmallMenu
        label="更多操作"
        isIcon
        className={icon['button']!}
        button={<Glyph of={MoreOutlined} />}
        items={items}
      />
      <Suspense>
        {open === 'copy' && <Copy detail={detail} roles={roles} onGo={onGo} onClose={close} />}
        {open === 'compare' && <Compare detail={detail} roles={roles} onClose={close} />}
        {open === 'preview' && <PreviewMenu detail={detail} onClose={close} />}
        {open === 'rename' && <Rename detail={detail} onClose={close} />}
      </Suspense>
      {open === 'delete' && <DeleteDialog detail={detail} onClose={close} onDeleted={() => onGo(undefined)} />}
    </>
  )
}
