import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { OrgRelation } from '../../../contract.ts'
import { OrgGrid } from './org-grid.tsx'
import { rowsOf, ticked, tickedAll, tickedBelow, unfolded, withAbove, type OrgDraft, type OrgRow } from './org-state.ts'
import styles from './org-ticks.module.css'

const shownParts = [
  { value: 'all', label: '全部单位' },
  { value: 'on', label: '已开通' },
  { value: 'coming', label: '待生效' },
  { value: 'off', label: '未开通' },
  { value: 'changed', label: '有改动' },
]
const isPart: Record<string, (row: OrgRow) => boolean> = {
  on: ({ isOn }) => isOn,
  coming: ({ comesOn }) => comesOn !== null,
  off: ({ isOn, comesOn }) => !isOn && comesOn === null,
  changed: ({ isChanged, isOn, wasOn }) => isChanged || isOn !== wasOn,
}

interface Props {
  roots: readonly OrgRelation[]
  draft: OrgDraft
  /** Nothing for whoever only looks. */
  onChange: ((draft: OrgDraft) => void) | undefined
}

/** The organisations that have an application: given, with those below, kept away, or inherited, each in words. */
export function OrgTicks({ roots, draft, onChange }: Props) {
  const [words, setWords] = useState('')
  const [part, setPart] = useState('all')
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(roots.map(({ id }) => id)))
  const rows = useMemo(() => rowsOf(roots, draft), [roots, draft])
  const wanted = words.trim()
  const isFound = (row: OrgRow) => row.name.includes(wanted) && (isPart[part]?.(row) ?? true)
  const isNarrowed = wanted !== '' || part !== 'all'
  // What was found is shown wherever it stands, folded or not.
  const shown = isNarrowed ? withAbove(rows, isFound) : unfolded(rows, open)
  const found = wanted === '' ? [] : rows.filter(isFound)
  const tickFound = (isOn: boolean) => {
    const ids = new Set(found.map(({ id }) => id))
    onChange?.(tickedAll(roots, draft, ({ id }) => ids.has(id), isOn))
  }
  const hands = onChange && {
    onTick: (row: OrgRow) => onChange(ticked(roots, draft, row)),
    onBelow: (row: OrgRow) => onChange(tickedBelow(roots, draft, row)),
    onAll: (row: OrgRow, isOn: boolean) =>
      onChange(tickedAll(roots, draft, ({ above }) => above.includes(row.id), isOn)),
  }
  const fold = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const clear = () => {
    setWords('')
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
          value={words}
          onChange={({ target }) => setWords(target.value)}
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
        <PageState status="noMatch" title="没有找到单位" words="换个词，或查看全部单位。" onClear={clear} />
      ) : (
        <OrgGrid
          rows={shown}
          isOpen={(id) => isNarrowed || open.has(id)}
          onFold={isNarrowed ? undefined : fold}
          hands={hands}
          isAllOn={(row) => rows.every(({ above, isOn }) => isOn || !above.includes(row.id))}
        />
      )}
    </div>
  )
}
