import { useState } from 'react'
import type { ScopeKind } from '#packages/contract'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { RoleDetail } from '../../../contract.ts'
import { listScopeOptions, type RoleScope } from '../../role-model.ts'
import { OrgsDialog } from './orgs-dialog.tsx'
import styles from './permission-matrix.module.css'

interface Props {
  label: string
  detail: RoleDetail
  scope: ScopeKind | 'mixed' | 'none'
  orgIds: readonly string[]
  isFixed: boolean
  /** Why the scope cannot be changed. */
  why?: string | undefined
  onChoose: (roleScope: RoleScope) => void
}

/** Selects a scope. Organisations are listed in a separate dialog. */
export function ScopeSelect({ label, detail, scope, orgIds, isFixed, why, onChoose }: Props) {
  const [isListing, setListing] = useState(false)
  if (scope === 'none') return <span className={styles['nothing']}>未授权</span>
  const isMixed = scope === 'mixed'
  return (
    <span className={styles['scope']} title={why}>
      <PlainSelect
        isDense
        label={label}
        value={isMixed ? '' : scope}
        options={listScopeOptions(detail, scope)}
        {...(isMixed && { placeholder: '范围不一' })}
        disabled={isFixed}
        onChange={(kind) =>
          kind === 'listed-orgs' ? setListing(true) : onChoose({ scope: kind as ScopeKind, orgIds: [] })
        }
      />
      {scope === 'listed-orgs' && (
        <button type="button" className={styles['listed']} onClick={() => setListing(true)}>
          {orgIds.length} 个单位
        </button>
      )}
      {isListing && (
        <OrgsDialog
          orgIds={orgIds}
          isFixed={isFixed}
          onClose={() => setListing(false)}
          onChoose={(chosen) => onChoose({ scope: 'listed-orgs', orgIds: chosen })}
        />
      )}
    </span>
  )
}
