import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { comparisonQuery } from '../queries.ts'
import styles from './push-dialog.module.css'

interface Props {
  type: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** Selects some of the district's schools. */
export function SchoolChoice({ type, chosen, onChange }: Props) {
  const [keyword, setKeyword] = useState('')
  const { data, isError, error, refetch } = useQuery(comparisonQuery(type))
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  const shown = data.schools.filter(({ name }) => name.includes(keyword.trim()))
  const ids = new Set(chosen)
  const toggle = (id: string, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <>
      <div className={styles['tools']}>
        <Input
          type="search"
          aria-label="查找学校"
          placeholder="查找学校"
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        <Button size="small" onClick={() => onChange([...new Set([...chosen, ...shown.map(({ id }) => id)])])}>
          全选
        </Button>
        <Button size="small" disabled={chosen.length === 0} onClick={() => onChange([])}>
          清除
        </Button>
        <span className={styles['count']}>已选 {chosen.length} 所</span>
      </div>
      <div className={styles['list']} role="group" aria-label="学校">
        {shown.map(({ id, name }) => (
          <Checkbox key={id} checked={ids.has(id)} onChange={({ target }) => toggle(id, target.checked)}>
            {name}
          </Checkbox>
        ))}
        {shown.length === 0 && '没有找到学校'}
      </div>
    </>
  )
}
