import { useState, type ReactNode } from 'react'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import type { ConstantItem, ConstantType } from '../contract.ts'

export const makeConstantType = (part: Partial<ConstantType>): ConstantType => ({
  code: 'diploma',
  name: '学历',
  about: '',
  level: 'platform',
  isTree: false,
  isEnabled: true,
  isOpen: false,
  itemCount: 2,
  mayEdit: false,
  mayAdd: true,
  mayHide: true,
  maySort: true,
  version: 0,
  ...part,
})

export const makeConstantItem = (part: Partial<ConstantItem>): ConstantItem => ({
  id: `diploma/${part.code ?? '21'}`,
  code: '21',
  name: '本科',
  parentCode: '',
  parentName: '',
  depth: 0,
  ext: {},
  isInTree: false,
  sort: 10,
  level: 'platform',
  isEnabled: true,
  isOffered: true,
  fromOn: null,
  toOn: null,
  names: [{ name: part.name ?? '本科', fromOn: null }],
  useCount: 3,
  mayEdit: false,
  mayHide: true,
  maySort: true,
  version: 0,
  ...part,
})

/** Wraps a page like the app shell does. */
export function Shell({ address = '', children }: { address?: string; children: ReactNode }) {
  const [search, setText] = useState(() => new URLSearchParams(address))
  const info = { title: '常量维护', group: '系统设置', permission: { code: 'const.read', title: '' }, actions: [] }
  return (
    <PermissionContext value={new Set(['const.read', 'const.edit'])}>
      <PageContext value={info}>
        <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
          {children}
        </PageSearchContext>
      </PageContext>
    </PermissionContext>
  )
}
