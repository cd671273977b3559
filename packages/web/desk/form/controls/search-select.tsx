import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { Glyph } from '../../glyph.tsx'
import { getLabelId } from '../form-row.tsx'
import type { ControlProps } from './control-props.ts'
import styles from './search-select.module.css'
import { silentClear } from '../../clear-icon.tsx'

const pauseMs = 250

interface Props<Match> extends ControlProps {
  find: (keyword: string) => QueryDefinition<Match[]>
  labelOf: (found: Match) => string
}

/** A choice among more options than can be listed: the server searches them. */
export function SearchSelect<Match extends { id: string }>(props: Props<Match>) {
  const { control, value, placeholder, isRequired, isPhone, none, find, labelOf, onChange } = props
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const query = useQuery({ ...find(keyword), placeholderData: (before) => before })
  const found = (query.data ?? []).map((one) => ({ value: one.id, label: labelOf(one) }))
  // The chosen option keeps its name when the user searches again.
  const [chosen, setChosen] = useState<(typeof found)[number]>()
  const options = chosen && found.every((one) => one.value !== chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      {...control}
      className={styles['select']!}
      size={isPhone ? 'large' : 'middle'}
      aria-required={isRequired}
      aria-labelledby={getLabelId(control.id)}
      suffixIcon={<Glyph of={DownOutlined} />}
      placeholder={placeholder}
      // No choice may also be an empty text: then the placeholder is shown.
      value={typeof value === 'string' && value ? value : null}
      options={options}
      allowClear={!isRequired && silentClear}
      notFoundContent={query.isFetching ? '正在查找' : '没有找到'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      // Only elements inside an open dialog are visible above it.
      getPopupContainer={(node: HTMLElement) => node.closest('dialog') ?? document.body}
      onChange={(id: string | undefined) => {
        setChosen(options.find((one) => one.value === id))
        onChange(id ?? none)
      }}
    />
  )
}

/** The typed text, after a pause in typing. */
export function useDebounced(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const clock = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(clock)
  }, [text])
  return settled
}
