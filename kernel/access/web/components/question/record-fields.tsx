import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { silentClear } from '#packages/web/desk/clear-icon.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { recordSearchQuery, recordKindsQuery, type FoundRecord } from '../../explain-access-queries.ts'
import { useDebouncedText } from '../people-select.tsx'
import type { QuestionProps } from './access-question.ts'
import styles from './question.module.css'

interface Props extends QuestionProps {
  /** The record of the URL, as soon as the answer has its title. */
  known: FoundRecord | undefined
}

/** The record and the permission of the question. */
export function RecordFields({ question: { kind, recordId, permission, field }, known, isPhone, onChange }: Props) {
  const id = useId()
  const { data = [], isError, error } = useQuery(recordKindsQuery)
  const chosen = data.find((one) => one.kind === kind)
  const choose = (next: string) =>
    onChange({
      kind: next,
      recordId: null,
      field: '',
      permission: data.find((one) => one.kind === next)?.permissions[0]?.code ?? '',
    })
  if (isError) return <p className={styles['failed']}>{getErrorMessage(error)}</p>
  return (
    <>
      <div className={styles['short']}>
        <span>数据种类</span>
        <PlainSelect
          label="数据种类"
          value={chosen ? kind : ''}
          placeholder="请选择"
          options={data.map((one) => ({ value: one.kind, label: one.title }))}
          onChange={choose}
        />
      </div>
      <div className={styles['field']}>
        <label htmlFor={id}>数据</label>
        <RecordSelect
          id={id}
          kind={kind}
          isPhone={isPhone}
          known={known}
          value={recordId}
          onChoose={(one) => onChange({ recordId: one })}
        />
      </div>
      <div className={styles['short']} data-wide="">
        <span>功能</span>
        <PlainSelect
          label="功能"
          value={chosen?.permissions.some(({ code }) => code === permission) ? permission : ''}
          placeholder="请选择"
          disabled={!chosen}
          options={(chosen?.permissions ?? []).map(({ code, title }) => ({ value: code, label: title }))}
          onChange={(code) => onChange({ permission: code })}
        />
      </div>
      {chosen && chosen.fields.length > 0 && (
        <div className={styles['short']} data-wide="">
          <span>字段</span>
          <PlainSelect
            label="字段"
            value={field}
            options={[
              { value: '', label: '不限' },
              ...chosen.fields.map(({ code, title }) => ({ value: code, label: title })),
            ]}
            onChange={(code) => onChange({ field: code })}
          />
        </div>
      )}
    </>
  )
}

interface SelectProps {
  id: string
  kind: string
  value: string | null
  known: FoundRecord | undefined
  isPhone: boolean
  onChoose: (id: string | null) => void
}

function RecordSelect({ id, kind, value, known, isPhone, onChoose }: SelectProps) {
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedText(typed.trim())
  const { data, isFetching } = useQuery({ ...recordSearchQuery(kind, keyword), enabled: kind !== '' && keyword !== '' })
  const [chosen, setChosen] = useState<FoundRecord>()
  const selected = [chosen, known].find((one) => one?.id === value)
  const found = (data ?? []).filter((one) => one.id !== selected?.id)
  const options = [...(selected ? [selected] : []), ...found]
  const label = ({ title, about }: FoundRecord) => [title, about].filter(Boolean).join('　')
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      size={isPhone ? 'large' : 'middle'}
      suffixIcon={<Glyph of={DownOutlined} />}
      placeholder={kind === '' ? '请先选择数据种类' : '输入名称查找'}
      disabled={kind === ''}
      allowClear={silentClear}
      notFoundContent={isFetching ? '正在查找' : keyword ? '没有找到' : '输入名称查找'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      // A record from the URL has no title before the answer arrives.
      options={[
        ...options.map((one) => ({ value: one.id, label: label(one) })),
        ...(value && !selected && !found.some((one) => one.id === value) ? [{ value, label: '链接中的数据' }] : []),
      ]}
      value={value}
      onChange={(next: string | undefined) => {
        setChosen(options.find((one) => one.id === next))
        onChoose(next ?? null)
      }}
    />
  )
}
