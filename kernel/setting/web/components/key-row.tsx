import { ExclamationCircleFilled } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { useEffect, useRef } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { SettingKeySchema, SettingSource } from '../../contract.ts'
import { KeyControl } from './key-control.tsx'
import { asRows, RowSummary } from './rows-editor.tsx'
import { SourceBadge } from './source-badge.tsx'
import type { SettingDraft } from './use-draft.ts'
import { formatValue } from './setting-labels.ts'
import styles from './key-row.module.css'

interface Props {
  of: SettingKeySchema
  draft: SettingDraft
  mayEdit: boolean
  error: string | undefined
  /** The key was found by the search. */
  isFound: boolean
}

/** One key: title, description, value, and source. */
export function KeyRow({ of: key, draft, mayEdit, error, isFound }: Props) {
  const { base } = draft
  const row = useRef<HTMLDivElement>(null)
  const wantsEye = isFound || error !== undefined
  useEffect(() => {
    if (wantsEye) row.current?.scrollIntoView({ block: 'center' })
  }, [wantsEye])
  const source: SettingSource = base.source[key.key] ?? { kind: 'standard', orgId: null, orgName: '' }
  const isLocked = source.kind === 'fixed'
  const isChanged = draft.isChanged(key)
  const canReset = mayEdit && !isLocked && !draft.isReset(key) && (isChanged || source.kind === 'own')
  return (
    <div ref={row} className={styles['row']} role="group" aria-label={key.title} data-found={isFound || undefined}>
      <div className={styles['head']}>
        <span className={styles['title']}>{key.title}</span>
        <span className={styles['about']}>{key.about}</span>
      </div>
      <div className={styles['value']}>
        {mayEdit && !isLocked ? (
          <KeyControl
            of={key}
            value={draft.valueOf(key)}
            inherited={base.inherited[key.key]}
            error={error}
            onChange={(value) => draft.change(key, value)}
          />
        ) : (
          <ReadOnlyValue of={key} value={base.value[key.key]} />
        )}
        {error && (
          <p className={styles['error']} role="alert">
            <Glyph of={ExclamationCircleFilled} />
            {error}
          </p>
        )}
      </div>
      <div className={styles['from']}>
        {!key.isJoined && (
          <SourceBadge source={source} isChanged={isChanged} isFixedHere={base.fixedHere.includes(key.key)} />
        )}
        {isLocked && <span className={styles['about']}>由{source.orgName}统一设置</span>}
        {mayEdit && base.mayFix && !isLocked && !key.isJoined && (
          <Checkbox checked={draft.isFixed(key)} onChange={({ target }) => draft.fix(key, target.checked)}>
            锁定，下级不可修改
          </Checkbox>
        )}
        {canReset && !key.isJoined && (
          <Button type="link" size="small" onClick={() => draft.reset(key)}>
            恢复默认
          </Button>
        )}
      </div>
    </div>
  )
}

function ReadOnlyValue({ of: { control, title }, value }: { of: SettingKeySchema; value: unknown }) {
  if (control.kind !== 'rows') return <span className={styles['shown']}>{formatValue(control, value)}</span>
  const rows = asRows(value)
  if (rows.length === 0) return <span className={styles['shown']}>还没有{title}</span>
  return (
    <ul className={styles['list']}>
      {rows.map((row, at) => (
        <li key={at}>
          <RowSummary fields={control.fields} row={row} />
        </li>
      ))}
    </ul>
  )
}
