import { DownOutlined } from '@ant-design/icons'
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState, type UIEvent } from 'react'
import type { AnyEntity, EntityRoutes, FieldMap, Reference, RowOf } from '#packages/contract/entity/index.ts'
import type { Page, PageQuery } from '#packages/contract/params.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { getEntityKey } from '#packages/web/core/entity-key.ts'
import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import { silentClear } from '../clear-icon.tsx'
import { useDebounced } from '../form/controls/search-select.tsx'
import styles from '../form/controls/search-select.module.css'
import { getLabelId } from '../form/form-row.tsx'
import { Glyph } from '../glyph.tsx'
import type { RowWithId } from '../list/list-spec.ts'

interface PickerQuery extends PageQuery {
  keyword: string
  orgId: string | null
}

interface PickerSource<Row> {
  queryKey: QueryKey
  /** One page of the rows that the caller may see. */
  search: (query: PickerQuery, signal: AbortSignal) => Promise<Page<Row>>
  labelOf: (row: Row) => string
  placeholder?: string
  /** Nothing is listed before a name is typed. */
  needsKeyword?: boolean
}

const pageSize = 20
/** Pixels above the end of the list at which the next page is loaded. */
const nearEnd = 48

/** A control for a reference: the server searches the rows and returns them page by page. */
export const createReferencePicker = <Row extends RowWithId>(source: PickerSource<Row>) =>
  function ReferencePicker(props: FieldControlProps) {
    const { control, value, placeholder, isRequired, isPhone, none, orgId = null, onChange } = props
    const known = props.known as Reference | null | undefined
    const [typed, setTyped] = useState('')
    const keyword = useDebounced(typed.trim())
    const isWaiting = source.needsKeyword === true && keyword === ''
    const query = useInfiniteQuery({
      queryKey: [...source.queryKey, 'picker', orgId, keyword],
      queryFn: ({ pageParam, signal }) => source.search({ keyword, orgId, pageNumber: pageParam, pageSize }, signal),
      initialPageParam: 1,
      getNextPageParam: ({ pageCount }, _, pageNumber) => (pageNumber < pageCount ? pageNumber + 1 : undefined),
      placeholderData: (before) => before,
      enabled: !isWaiting,
    })
    const found = isWaiting ? [] : (query.data?.pages ?? []).flatMap(({ items }) => items)
    const listed = found.map((row) => ({ value: row.id, label: source.labelOf(row) }))
    // The chosen row keeps its name when the user searches again.
    const [chosen, setChosen] = useState<(typeof listed)[number]>()
    const present = known && 'id' in known ? { value: known.id, label: known.name } : undefined
    const named = [chosen, present].find((one) => one?.value === value)
    const options = named && listed.every((option) => option.value !== value) ? [named, ...listed] : listed
    const loadMore = ({ currentTarget: list }: UIEvent) => {
      const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - nearEnd
      if (isAtEnd && query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    }
    const noRows = query.error ? getErrorMessage(query.error) : query.isFetching ? '正在查找' : '没有找到'
    return (
      <Select
        {...control}
        className={styles['select']!}
        size={isPhone ? 'large' : 'middle'}
        aria-required={isRequired}
        aria-labelledby={getLabelId(control.id)}
        suffixIcon={<Glyph of={DownOutlined} />}
        placeholder={placeholder ?? source.placeholder ?? '请选择'}
        value={typeof value === 'string' && value ? value : null}
        options={options}
        labelRender={({ label }) => label ?? '已选'}
        allowClear={!isRequired && silentClear}
        notFoundContent={isWaiting ? '请输入姓名' : noRows}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        onPopupScroll={loadMore}
        // Only elements inside an open dialog are visible above it.
        getPopupContainer={(node: HTMLElement) => node.closest('dialog') ?? document.body}
        onChange={(id: string | undefined) => {
          setChosen(options.find((option) => option.value === id))
          onChange(id ?? none)
        }}
      />
    )
  }

/** The control for references to an entity: searches its list. Disabled rows are not offered, where the list can be filtered by them. */
export function createEntityPicker<E extends AnyEntity>(
  entity: E,
  { list }: Pick<EntityRoutes<E>, 'list'>,
  labelOf?: (row: RowOf<E>) => string,
) {
  const { disabled, name } = entity
  const filters: readonly string[] = entity.list.filters ?? []
  const enabled = disabled && filters.includes(disabled) ? { [disabled]: false } : {}
  const nameOf = (row: RowOf<E>) => String((row as Readonly<Record<string, unknown>>)[name] as string)
  return createReferencePicker<RowOf<E> & RowWithId>({
    queryKey: getEntityKey(entity),
    search: (query, signal) =>
      call(list, { query: { ...query, ...enabled } as never, signal }) as Promise<Page<RowOf<E> & RowWithId>>,
    labelOf: labelOf ?? nameOf,
    placeholder: entity.list.search.map((field) => (entity.fields as FieldMap)[field]!.label).join('、'),
  })
}
