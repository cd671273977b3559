import { EllipsisOutlined, ExportOutlined, ImportOutlined } from '@ant-design/icons'
import { Suspense, use, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import icon from '#packages/web/desk/icon-button.module.css'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SheetImportExportContext } from '#packages/web/desk/sheet-import-export.ts'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'

/** The names of the import target and export source on the server. */
const target = 'role-member'
const source = 'role-member'
const columns = ['role', 'owner', 'name', 'number', 'org', 'department', 'post', 'way', 'from', 'to', 'grantor']

interface Props {
  /** The open role; null for all roles. */
  roleId: string | null
  /** The organisation that an import is for; undefined without one. */
  orgId?: string | undefined
  /** 导出 */
  exportLabel?: string
  isPhone?: boolean
}

/** Imports and exports role grants as spreadsheets. */
export function MemberSheets({ roleId, orgId, exportLabel = '导出', isPhone = false }: Props) {
  const sheets = use(SheetImportExportContext)
  const may = useMay()
  const [isTaking, setTaking] = useState(false)
  if (!sheets) return null
  const actions = [
    ...(orgId
      ? [
          {
            key: 'import',
            label: '导入',
            icon: <Glyph of={ImportOutlined} />,
            go: () => sheets.openImport(target, orgId),
          },
        ]
      : []),
    ...(may(sheets.permission)
      ? [{ key: 'export', label: exportLabel, icon: <Glyph of={ExportOutlined} />, go: () => setTaking(true) }]
      : []),
  ]
  return (
    <>
      {isPhone && actions.length > 0 ? (
        <SmallMenu
          label="导入和导出"
          isIcon
          className={icon['button']!}
          button={<Glyph of={EllipsisOutlined} />}
          items={actions.map(({ go, ...action }) => ({ ...action, onSelect: go }))}
        />
      ) : (
        actions.map(({ key, label, icon: drawn, go }) => (
          <Button key={key} icon={drawn} onClick={go}>
            {label}
          </Button>
        ))
      )}
      {isTaking && (
        <Suspense>
          <sheets.Exporter source={source} columns={columns} filter={{ roleId }} onClose={() => setTaking(false)} />
        </Suspense>
      )}
    </>
  )
}
