import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { OrgRelation } from '../../../contract.ts'
import { OrgGrid } from './org-grid.tsx'
import {
  buildOrgRows,
  toggleOrg,
  setAllOrgs,
  toggleBelow,
  filterUnfolded,
  filterWithAncestors,
  type OrgDraft,
  type OrgGrantRow,
} from './org-grant-draft.ts'
import styles from './org-checklist.module.css'

const shownParts = [
  { value: 'all', label: '全部单位' },
  { value: 'on', label: '已开通' },
  { value: 'coming', label: '待生效' },
  { value: 'off', label: '未开通' },
  { value: 'changed', label: '有改动' },
]
const matchesPart: Record<string, (row: OrgGrantRow) => boolean> = {
  on: ({ isOn }) => isOn,
  coming: ({ comesOn }) => comesOn !== null,
  off: ({ isOn, comesOn }) => !isOn && comesOn === null,
  changed: ({ isChanged, isOn, wasOn }) => isChanged || isOn !== wasOn,
}

interface Props {
  roots: readonly OrgRelation[]
  draft: OrgDraft
  /** Undefined for a caller who may only review. */
  onChange: ((draft: OrgDraft) => void) | undefined
}

/** The organisations with their state for an application: granted, granted with those below, refused or inherited. */
export function OrgChecklist({ roots, draft, onChange }: Props) {
  const [keyword, setKeyword] = useState('')
  const [part, setPart] = useState('all')
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(roots.map(({ id }) => id)))
  const rows = useMemo(() => buildOrgRows(roots, draft), [roots, draft])
  const wanted = keyword.trim()
  const isFound = (row: OrgGrantRow) => row.name.includes(wanted) && (matchesPart[part]?.(row) ?? true)
  const isNarrowed = wanted !== '' || part !== 'all'
  // Search results are shown even if their parents are folded.
  const shown = isNarrowed ? filterWithAncestors(rows, isFound) : filterUnfolded(rows, open)
  const found = wanted === '' ? [] : rows.filter(isFound)
  const tickFound = (isOn: boolean) => {
    const ids = new Set(found.map(({ id }) => id))
    onChange?.(setAllOrgs(roots, draft, ({ id }) => ids.has(id), isOn))
  }
  const hands = onChange && {
    onTick: (row: OrgGrantRow) => onChange(toggleOrg(roots, draft, row)),
    onBelow: (row: OrgGrantRow) => onChange(toggleBelow(roots, draft, row)),
    onAll: (row: OrgGrantRow, isOn: boolean) =>
      onChange(setAllOrgs(roots, draft, ({ above }) => above.includes(row.id), isOn)),
  }
  const fold = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const clear = () => {
    setKeyword('')
    setPart('all')
  }
  return (
    <div className={styles['part']}>
      <div className={styles['tools']}>
        <Input
          type="search"
          className={styles['search']!}
          aria-label="搜索单位"
          placeholder="单位名称"
          prefix={<Glyph of={SearchOutlined} />}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        <PlainSelect
          label="显示哪些单位"
          value={part}
          options={hands ? shownParts : shownParts.filter(({ value }) => value !== 'changed')}
          onChange={setPart}
        />
        {hands && found.length > 0 ? (
          <span className={styles['found']}>
            <Button type="link" onClick={() => tickFound(true)}>{`开通这 ${found.length} 个`}</Button>
            <Button type="link" onClick={() => tickFound(false)}>{`取消这 ${found.length} 个`}</Button>
          </span>
        ) : (
          <span className={styles['count']}>
            已开通 <strong>{rows.filter(({ isOn }) => isOn).length.toLocaleString()}</strong> /{' '}
            {rows.length.toLocaleString()} 个单位
          </span>
        )}
      </div>
      {shown.length === 0 ? (
        <PageState status="noMatch" title="没有找到单位" text="换个词，或查看全部单位。" onClear={clear} />
      ) : (
        <OrgGrid
          rows={shown}
          isOpen={(id) => isNarrowed || open.has(id)}
          onFold={isNarrowed ? undefined : fold}
          handlers={hands}
          isAllOn={(row) => rows.every(({ above, isOn }) => isOn || !above.includes(row.id))}
        />
      )}
    </div>
  )
}
