import { DownOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useId } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useOrganisations } from './object-pane.tsx'
import styles from './org-select.module.css'

interface Props {
  orgId: string
  onChoose: (orgId: string) => void
}

/** Selects the organisation, for callers with several organisations in scope. */
export function OrgSelect({ orgId, onChoose }: Props) {
  const id = useId()
  const isPhone = usePhone()
  const { data = [] } = useOrganisations()
  if (data.length < 2) return null
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>单位</label>
      <Select
        id={id}
        className={styles['select']!}
        size={isPhone ? 'large' : 'middle'}
        suffixIcon={<Glyph of={DownOutlined} />}
        // null until the name is loaded.
        value={data.some((row) => row.id === orgId) ? orgId : null}
        options={data.map(({ id: value, name }) => ({ value, label: name }))}
        notFoundContent="没有找到"
        showSearch={{ filterOption: (typed, option) => String(option?.label ?? '').includes(typed.trim()) }}
        onChange={(chosen: string | null) => chosen && onChoose(chosen)}
      />
    </div>
  )
}
