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

/** One of more than could be listed: typed, looked for by the server, chosen. */
export function SearchSelect<Match extends { id: string }>(props: Props<Match>) {
  const { control, value, placeholder, isRequired, isPhone, none, find, labelOf, onChange } = props
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const query = useQuery({ ...find(keyword), placeholderData: (before) => before })
  const found = (query.data ?? []).map((one) => ({ value: one.id, label: labelOf(one) }))
  // What was chosen keeps its name when something else is looked for.
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
      // Nothing chosen may be an empty text as well: the words that help to search stand there then.
      value={typeof value === 'string' && value ? value : null}
      options={options}
      allowClear={!isRequired && silentClear}
      notFoundContent={query.isFetching ? '正在查找' : '没有找到'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      // Nothing lies above an open dialog but what is inside.
      getPopupContainer={(node: HTMLElement) => node.closest('dialog') ?? document.body}
      onChange={(id: string | undefined) => {
        setChosen(options.find((one) => one.value === id))
        onChange(id ?? none)
      }}
    />
  )
}

/** What was typed, once nobody has typed for a moment. */
function useDebounced(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const clock = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(clock)
  }, [text])
  return settled
}
