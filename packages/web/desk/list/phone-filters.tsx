import { CloseOutlined, FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import { isDateRange } from '#packages/web/core/format/date-range.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { SlideOver } from '../slide-over.tsx'
import { LazyDayFilter } from './lazy-day-filter.tsx'
import { keyword, nameKey, parseSort, formatSort, type ViewQuery } from './list-state.ts'
import { customRange, getCustomRange, formatRange } from '#packages/web/core/list/day-range-filter.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import type { FilterSpec, RowWithId } from './list-spec.ts'
import { findChosen, ReferenceFilter } from './reference-filter.tsx'
import { useSearchDraft } from './use-search-draft.ts'
import type { ListModel } from './use-list-model.ts'
import styles from './phone-filters.module.css'

/** The filters on a phone: a search field, a sheet with the choices, and the active filters as chips. */
export function PhoneFilters<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  model: ListModel<Row, Detail, Values>
}) {
  const { spec, listState } = props.model
  const draft = useSearchDraft(props.model)
  const [isOpen, setOpen] = useState(false)
  const filters = spec.filters ?? []
  const hasSheet = filters.length > 0 || canIncludeDescendants(props.model)
  if (!spec.search && !hasSheet) return null
  const count = filters.filter(({ name }) => name in listState.filter).length
  return (
    <>
      <form
        className={styles['line']}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          draft.apply()
        }}
      >
        {spec.search && (
          <Input
            className={styles['search']!}
            data-search=""
            aria-label="搜索"
            enterKeyHint="search"
            maxLength={50}
            placeholder={spec.search}
            prefix={<Glyph of={SearchOutlined} />}
            value={draft.text}
            onChange={({ target }) => draft.setText(target.value)}
          />
        )}
        {hasSheet && (
          <Button
            className={styles['filter']!}
            icon={<Glyph of={FilterOutlined} />}
            aria-label={count ? `筛选，已选 ${count} 项` : '筛选'}
            type={count ? 'primary' : 'default'}
            ghost={count > 0}
            onClick={() => setOpen(true)}
          />
        )}
      </form>
      <Chips model={props.model} onRemove={(name) => draft.choose(name, undefined)} />
      {isOpen && <FilterSheet model={props.model} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Saved views, and the active filters. */
function Chips<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  model: ListModel<Row, Detail, Values>
  onRemove: (name: string) => void
}) {
  const { spec, list, listState, views } = props.model
  const rows = list.counted?.items ?? []
  const narrowed = [
    ...(listState.filter[keyword] ? [{ name: keyword, label: `“${listState.filter[keyword]}”` }] : []),
    ...(spec.filters ?? []).flatMap((filter) => {
      const { name, label, options, isDay, isRange, reference } = filter
      const chosenValue = listState.filter[name]
      if (isRange) return chosenValue ? [{ name, label: formatRange(filter, chosenValue) }] : []
      if (reference && chosenValue) {
        const { name: chosenName = '已选' } = findChosen({ ...filter, reference }, rows, chosenValue) ?? {}
        return [{ name, label: `${label} ${chosenName}` }]
      }
      if (isDay) return chosenValue ? [{ name, label: `${label} ${chosenValue}` }] : []
      const chosen = options.find(({ value }) => value === chosenValue)
      return chosen ? [{ name, label: chosen.label }] : []
    }),
  ]
  const saved = views?.all ?? []
  if (narrowed.length === 0 && saved.length === 0) return null
  return (
    <ul className={styles['chips']} aria-label="视图与筛选">
      {saved.map((view) => {
        const isCurrent = view === views?.current
        return (
          <li key={view.id}>
            <button
              type="button"
              className={styles['chip']}
              aria-pressed={isCurrent}
              onClick={() => views?.choose(isCurrent ? undefined : view)}
            >
              {view.name}
            </button>
          </li>
        )
      })}
      {narrowed.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className={`${styles['chip']} ${styles['narrowing']}`}
            aria-label={`去掉筛选 ${label}`}
            onClick={() => props.onRemove(name)}
          >
            {label}
            <Glyph of={CloseOutlined} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function FilterSheet<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  model: ListModel<Row, Detail, Values>
  onClose: () => void
}) {
  const { model, onClose } = props
  const { spec, listState, move } = model
  const keywordText = listState.filter[keyword]
  const [viewQuery, setViewQuery] = useState<ViewQuery>(listState)
  const choose = (name: string, value: string | undefined) => {
    const { [name]: before, ...others } = viewQuery.filter
    setViewQuery({
      ...viewQuery,
      filter: value === undefined || before === value ? others : { ...others, [name]: value },
    })
  }
  const orders = [{ key: nameKey, ...spec.name }, ...spec.columns]
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => [
      { value: key, label: `${title} ↑` },
      { value: `-${key}`, label: `${title} ↓` },
    ])
  return (
    <SlideOver from="below" label="筛选" onClose={onClose}>
      <header className={styles['head']}>
        <h2>筛选</h2>
        <Button type="text" icon={<Glyph of={CloseOutlined} />} aria-label="关闭" onClick={onClose} />
      </header>
      <div className={styles['groups']}>
        {canIncludeDescendants(model) && (
          <Group
            label="范围"
            options={listScopeOptions(spec.isDeep ?? false)}
            chosen={viewQuery.below ? 'below' : 'children'}
            onChoose={(value) => setViewQuery({ ...viewQuery, below: value === 'below' })}
          />
        )}
        {(spec.filters ?? []).map((filter) => (
          <FilterGroup
            key={filter.name}
            filter={filter}
            chosen={viewQuery.filter[filter.name]}
            rows={model.list.counted?.items ?? []}
            onChoose={(value) => choose(filter.name, value)}
          />
        ))}
        {orders.length > 0 && (
          <Group
            label="排序"
            options={orders}
            chosen={viewQuery.sort && formatSort(viewQuery.sort)}
            onChoose={(value) =>
              setViewQuery({
                ...viewQuery,
                sort: viewQuery.sort && formatSort(viewQuery.sort) === value ? undefined : parseSort(value),
              })
            }
          />
        )}
      </div>
      <footer className={styles['foot']}>
        <Button
          onClick={() =>
            setViewQuery({
              below: spec.isDeep ?? false,
              filter: keywordText ? { [keyword]: keywordText } : {},
              sort: undefined,
            })
          }
        >
          重置
        </Button>
        <Button
          type="primary"
          onClick={() => {
            const { below, filter, sort } = viewQuery
            move({ below, filter, sort })
            onClose()
          }}
        >
          查询
        </Button>
      </footer>
    </SlideOver>
  )
}

interface FilterGroupProps {
  filter: FilterSpec
  chosen: string | undefined
  rows: readonly object[]
  onChoose: (value: string | undefined) => void
}

function FilterGroup({ filter, chosen, rows, onChoose }: FilterGroupProps) {
  const { label, options, isDay, isRange, reference } = filter
  if (reference)
    return (
      <section>
        <h3>{label}</h3>
        <ReferenceFilter filter={{ ...filter, reference }} value={chosen} rows={rows} isPhone onChoose={onChoose} />
      </section>
    )
  if (isDay)
    return (
      <section>
        <h3>{label}</h3>
        <LazyDayFilter label={label} value={chosen} isPhone onChoose={onChoose} />
      </section>
    )
  if (!isRange) return <Group label={label} options={options} chosen={chosen} onChoose={onChoose} />
  const isCustom = chosen !== undefined && isDateRange(chosen)
  return (
    <>
      <Group
        label={label}
        options={[...options, customRange]}
        chosen={isCustom ? customRange.value : chosen}
        onChoose={(value) =>
          onChoose(value === customRange.value ? (isCustom ? undefined : getCustomRange(chosen)) : value)
        }
      />
      {isCustom && <DayRangeFields label={label} value={chosen} isPhone onChoose={onChoose} />}
    </>
  )
}

const canIncludeDescendants = <Row extends RowWithId, Detail extends Row, Values extends object>({
  spec,
  context,
}: ListModel<Row, Detail, Values>) => context.node !== undefined && !spec.isShallow

/** Rows that are nodes themselves are below the chosen one; other rows belong to it. */
const listScopeOptions = (isDeep: boolean) => [
  { value: 'children', label: isDeep ? '仅本级' : '仅下一级' },
  { value: 'below', label: '含下级' },
]

interface GroupProps {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: string | undefined
  onChoose: (value: string) => void
}

function Group({ label, options, chosen, onChoose }: GroupProps) {
  return (
    <section role="group" aria-label={label}>
      <h3>{label}</h3>
      <div className={styles['options']}>
        {options.map(({ value, label: optionLabel }) => (
          <button
            key={value}
            type="button"
            className={styles['chip']}
            aria-pressed={chosen === value}
            onClick={() => onChoose(value)}
          >
            {optionLabel}
          </button>
        ))}
      </div>
    </section>
  )
}
