import { use, useState } from 'react'
import type { Reference } from '#packages/contract/entity/index.ts'
import { formatRange } from '#packages/web/core/list/day-range-filter.ts'
import type { FilterSpec } from '#packages/web/core/list/list-spec.ts'
import { Button } from '../button.tsx'
import { lazyComponent } from '../lazy-component.tsx'
import { PhoneControlsContext } from '../module-parts.ts'
import { CloseIcon } from '../part-icons.tsx'
import { SearchField } from '../search-field.tsx'
import type { AnyList, AnyRow } from './any-list.ts'
import { findReference, type NameReference } from './find-reference.ts'
import type { Filter } from './use-rows.ts'
import styles from './phone-list.module.css'

const FilterSheet = lazyComponent(() => import('./filter-sheet.tsx').then((loaded) => loaded.FilterSheet))

interface Props {
  list: AnyList
  /** The loaded rows: they have the names of what they refer to. */
  rows: readonly AnyRow[]
  filter: Filter
  onSearch: (keyword: string) => void
  onFilter: (filter: Filter) => void
}

/** The search field, a button for the filters, and what is chosen in them. */
export function ListSearch({ list, rows, filter, onSearch, onFilter }: Props) {
  const [isOpen, setOpen] = useState(false)
  // A filter may leave no rows that have the name.
  const [named, setNamed] = useState<readonly Reference[]>([])
  const nameOf: NameReference = (spec, value) =>
    findReference(spec, value, rows) ?? named.find(({ id }) => id === value)
  const { controls } = use(PhoneControlsContext)
  // A reference is chosen with the control of a module, where that has one for phones.
  const filters = (list.filters ?? []).filter(({ reference }) => !reference || reference.control in controls)
  const chosen = filters.filter(({ name }) => filter[name])
  if (!list.search && filters.length === 0) return null
  const apply = (next: Filter) => {
    setOpen(false)
    onFilter(filter['keyword'] ? { ...next, keyword: filter['keyword'] } : next)
  }
  return (
    <div className={styles['head']}>
      <div className={styles['search']}>
        {list.search && <SearchField placeholder={list.search} onSearch={onSearch} />}
        {filters.length > 0 && (
          <Button kind="plain" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            筛选{chosen.length > 0 && ` ${chosen.length}`}
          </Button>
        )}
      </div>
      {chosen.length > 0 && (
        <ul className={styles['chosen']} aria-label="已选条件">
          {chosen.map((spec) => (
            <li key={spec.name}>
              <button type="button" onClick={() => onFilter(without(filter, spec.name))}>
                {describeChoice(spec, filter[spec.name]!, nameOf)}
                <span aria-label="，取消" role="img">
                  <CloseIcon size={14} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <FilterSheet
          filters={filters}
          nameOf={nameOf}
          onName={(chosen) => setNamed((before) => [...before, chosen])}
          filter={filter}
          onApply={apply}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

const without = (filter: Filter, name: string): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name))

function describeChoice(spec: FilterSpec, value: string, nameOf: NameReference) {
  const { label, options, isRange, reference } = spec
  // A link to a filter without rows does not know the name; the filter can still be taken back.
  if (reference) return [label, nameOf(spec, value)?.name].filter(Boolean).join('：')
  const text = isRange ? formatRange(spec, value) : (options.find((option) => option.value === value)?.label ?? value)
  return `${label}：${text}`
}
