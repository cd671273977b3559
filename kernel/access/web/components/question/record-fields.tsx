import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { silentClear } from '#packages/web/desk/clear-icon.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { foundRecords, recordKinds, type FoundRecord } from '../../mirror-queries.ts'
import { useSettled } from '../people-select.tsx'
import type { QuestionProps } from './asked.ts'
import styles from './question.module.css'

interface Props extends QuestionProps {
  /** The record that the address names, once the answer has said what it is. */
  known: FoundRecord | undefined
}

/** Which record, and what is to be done to it. */
export function RecordFields({ asked: { kind, recordId, permission, field }, known, isPhone, onAsk }: Props) {
  const id = useId()
  const { data = [], isError, error } = useQuery(recordKinds)
  const chosen = data.find((one) => one.kind === kind)
  const choose = (next: string) =>
    onAsk({
      kind: next,
      recordId: null,
      field: '',
      permission: data.find((one) => one.kind === next)?.permissions[0]?.code ?? '',
    })
  if (isError) return <p className={styles['failed']}>{wordsOf(error)}</p>
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
          onChoose={(one) => onAsk({ recordId: one })}
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
          onChange={(code) => onAsk({ permission: code })}
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
            onChange={(code) => onAsk({ field: code })}
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
  const keyword = useSettled(typed.trim())
  const { data, isFetching } = useQuery({ ...foundRecords(kind, keyword), enabled: kind !== '' && keyword !== '' })
  const [chosen, setChosen] = useState<FoundRecord>()
  const kept = [chosen, known].find((one) => one?.id === value)
  const found = (data ?? []).filter((one) => one.id !== kept?.id)
  const options = [...(kept ? [kept] : []), ...found]
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
      // What the address names has no words until the answer has told them.
      options={[
        ...options.map((one) => ({ value: one.id, label: label(one) })),
        ...(value && !kept && !found.some((one) => one.id === value) ? [{ value, label: '链接中的数据' }] : []),
      ]}
      value={value}
      onChange={(next: string | undefined) => {
        setChosen(options.find((one) => one.id === next))
        onChoose(next ?? null)
      }}
    />
  )
}
