import { ExclamationCircleFilled } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { useEffect, useRef } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { KeySchema, Source } from '../../contract.ts'
import { KeyControl } from './key-control.tsx'
import { asRows, Words } from './rows-editor.tsx'
import { SourceBadge } from './source-badge.tsx'
import type { Draft } from './use-draft.ts'
import { printed } from './words.ts'
import styles from './key-row.module.css'

interface Props {
  of: KeySchema
  draft: Draft
  mayEdit: boolean
  error: string | undefined
  /** It was looked for. */
  isFound: boolean
}

/** One thing to decide: what it is, what it means, what counts, and where that comes from. */
export function KeyRow({ of: key, draft, mayEdit, error, isFound }: Props) {
  const { base } = draft
  const row = useRef<HTMLDivElement>(null)
  const wantsEye = isFound || error !== undefined
  useEffect(() => {
    if (wantsEye) row.current?.scrollIntoView({ block: 'center' })
  }, [wantsEye])
  const source: Source = base.source[key.key] ?? { kind: 'standard', orgId: null, orgName: '' }
  const isHeld = source.kind === 'fixed'
  const isChanged = draft.isChanged(key)
  const canReset = mayEdit && !isHeld && !draft.isReset(key) && (isChanged || source.kind === 'own')
  return (
    <div ref={row} className={styles['row']} role="group" aria-label={key.title} data-found={isFound || undefined}>
      <div className={styles['head']}>
        <span className={styles['title']}>{key.title}</span>
        <span className={styles['about']}>{key.about}</span>
      </div>
      <div className={styles['value']}>
        {mayEdit && !isHeld ? (
          <KeyControl
            of={key}
            value={draft.valueOf(key)}
            inherited={base.inherited[key.key]}
            error={error}
            onChange={(value) => draft.change(key, value)}
          />
        ) : (
          <Shown of={key} value={base.value[key.key]} />
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
        {isHeld && <span className={styles['about']}>由{source.orgName}统一设置</span>}
        {mayEdit && base.mayFix && !isHeld && !key.isJoined && (
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

/** Only to be read. */
function Shown({ of: { control, title }, value }: { of: KeySchema; value: unknown }) {
  if (control.kind !== 'rows') return <span className={styles['shown']}>{printed(control, value)}</span>
  const rows = asRows(value)
  if (rows.length === 0) return <span className={styles['shown']}>还没有{title}</span>
  return (
    <ul className={styles['list']}>
      {rows.map((row, at) => (
        <li key={at}>
          <Words fields={control.fields} row={row} />
        </li>
      ))}
    </ul>
  )
}
