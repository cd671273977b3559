import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import type { Reference } from '#packages/contract'
import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import { useDebounced } from '#packages/web/desk/form/controls/search-select.tsx'
import styles from '#packages/web/desk/form/controls/search-select.module.css'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { findColleagues } from '../colleague-choices.ts'

/** Chooses colleagues by their memberships. The value is a list of references, with `max` 1 of at most one. */
export default function ColleaguesPicker({ control, value, max, isPhone, isRequired, onChange }: FieldControlProps) {
  const chosen = value as readonly Reference[]
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const query = useQuery({
    queryKey: ['contacts', 'colleague-choices', keyword],
    queryFn: ({ signal }) => findColleagues(keyword, signal),
    placeholderData: (before) => before,
  })
  const found = query.data ?? []
  const choose = (ids: readonly string[]) => {
    const known = [...chosen, ...found]
    const last = max === 1 ? ids.slice(-1) : ids
    onChange(
      last.flatMap((id) => {
        const one = known.find((each) => each.id === id)
        return one ? [{ id: one.id, name: one.name }] : []
      }),
    )
    setTyped('')
  }
  return (
    <Select
      {...control}
      mode="multiple"
      className={styles['select']!}
      size={isPhone ? 'large' : 'middle'}
      aria-required={isRequired}
      aria-labelledby={getLabelId(control.id)}
      suffixIcon={<Glyph of={DownOutlined} />}
      placeholder="姓名或拼音首字母"
      value={chosen.map(({ id }) => id)}
      options={[
        ...found.map(({ id, name, about }) => ({ value: id, label: `${name}　${about}` })),
        ...chosen
          .filter(({ id }) => found.every((one) => one.id !== id))
          .map(({ id, name }) => ({ value: id, label: name })),
      ]}
      labelRender={({ value: id }) => chosen.find((one) => one.id === id)?.name ?? '已选'}
      notFoundContent={query.isFetching ? '正在查找' : '没有找到'}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      // Only elements inside an open dialog are visible above it.
      getPopupContainer={(node: HTMLElement) => node.closest('dialog') ?? document.body}
      onChange={choose}
    />
  )
}
