import { DownOutlined, FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Input, Select } from 'antd'
import { useState, type FormEvent, type ReactNode } from 'react'
import { isDateRange } from '#packages/web/core/format/date-range.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { LazyDayFilter } from './lazy-day-filter.tsx'
import { customRange, getCustomRange } from '#packages/web/core/list/day-range-filter.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import { ReferenceFilter } from './reference-filter.tsx'
import { useSaveView } from './save-view.tsx'
import type { FilterSpec, RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'
import { useSearchDraft } from './use-search-draft.ts'
import styles from './filter-line.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  /** Tools that the page does not place elsewhere. */
  tools?: ReactNode
}

/** The filters. A choice applies at once, text with Enter or 查询. */
export function FilterLine<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { spec, list, listState, refresh, views } = props.model
  const { text, setText, apply, choose, clear } = useSearchDraft(props.model)
  const [saveButton, saveDialog] = useSaveView(views)
  const filters = spec.filters ?? []
  const more = filters.filter(({ isMore }) => isMore)
  const [isOpen, setOpen] = useState(() => more.some(({ name }) => name in listState.filter))
  if (!spec.search && filters.length === 0) return null
  const submitSearch = (event: FormEvent) => {
    event.preventDefault()
    // The same keyword again: the rows are reloaded.
    if (!apply()) void refresh()
  }
  const choice = (filter: FilterSpec) => {
    const { name, label, isDay, isRange, reference } = filter
    const value = listState.filter[name]
    if (reference)
      return (
        <ReferenceFilter
          key={name}
          filter={{ ...filter, reference }}
          value={value}
          rows={list.counted?.items ?? []}
          isPhone={false}
          onChoose={(id) => choose(name, id)}
        />
      )
    if (isRange) return <RangeChoice key={name} filter={filter} value={value} onChoose={choose} />
    if (!isDay) return <Choice key={name} filter={filter} value={value} onChoose={choose} />
    return (
      <LazyDayFilter key={name} label={label} value={value} isPhone={false} onChoose={(day) => choose(name, day)} />
    )
  }
  return (
    <>
      <form className={styles['form']} role="search" onSubmit={submitSearch}>
        <div className={styles['line']}>
          {spec.search && <SearchField placeholder={spec.search} text={text} onChange={setText} />}
          {filters.filter(({ isMore }) => !isMore).map(choice)}
          {more.length > 0 && (
            <Button
              type="text"
              icon={<Glyph of={FilterOutlined} />}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              更多筛选
            </Button>
          )}
          <div className={styles['end']}>
            {saveButton}
            <Button onClick={clear}>重置</Button>
            <Button htmlType="submit" type="primary" ghost>
              查询
            </Button>
            {props.tools && <span className={styles['rule']} />}
            {props.tools}
          </div>
        </div>
        {isOpen && <div className={styles['line']}>{more.map(choice)}</div>}
      </form>
      {saveDialog}
    </>
  )
}

function SearchField(props: { placeholder: string; text: string; onChange: (text: string) => void }) {
  const { placeholder, text, onChange } = props
  return (
    <Input
      className={styles['search']!}
      data-search=""
      aria-label="搜索"
      maxLength={50}
      placeholder={placeholder}
      prefix={<Glyph of={SearchOutlined} />}
      suffix={
        <kbd className={styles['key']} aria-hidden>
          /
        </kbd>
      }
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface ChoiceProps {
  filter: FilterSpec
  value: string | undefined
  onChoose: (name: string, value: string | undefined) => void
}

/** A shortcut, or two days in separate fields. */
function RangeChoice({ filter, value, onChoose }: ChoiceProps) {
  const isCustom = value !== undefined && isDateRange(value)
  const withCustom = { ...filter, options: [...filter.options, customRange] }
  const choose = (name: string, chosen: string | undefined) =>
    onChoose(name, chosen === customRange.value ? getCustomRange(value) : chosen)
  return (
    <>
      <Choice filter={withCustom} value={isCustom ? customRange.value : value} onChoose={choose} />
      {isCustom && (
        <DayRangeFields
          label={filter.label}
          value={value}
          isPhone={false}
          onChoose={(days) => onChoose(filter.name, days)}
        />
      )}
    </>
  )
}

function Choice({ filter: { name, label, options, none }, value, onChoose }: ChoiceProps) {
  return (
    <Select
      className={styles['choice']!}
      aria-label={label}
      popupMatchSelectWidth={false}
      suffixIcon={<Glyph of={DownOutlined} />}
      value={value ?? ''}
      options={[{ value: '', label: none ?? `全部${label}` }, ...options]}
      labelRender={({ value: chosen, label: chosenLabel }) =>
        chosen === '' ? <span className={styles['none']}>{none ?? label}</span> : chosenLabel
      }
      onChange={(next: string) => onChoose(name, next || undefined)}
    />
  )
}
