import { useId, useState } from 'react'
import type { AnyEntity, EntityRoutes, FieldMap, Reference, RowOf } from '#packages/contract/entity/index.ts'
import type { Page, PageQuery } from '#packages/contract/params.ts'
import { call } from '#packages/web/core/call.ts'
import type { PhoneControlProps } from '#packages/web/core/field-control.ts'
import { BottomSheet } from '../bottom-sheet.tsx'
import { Button } from '../button.tsx'
import { useRows } from '../list/use-rows.ts'
import { LinkList, LinkRow } from '../row.tsx'
import { SearchField } from '../search-field.tsx'
import { InlineLoadError, Skeleton } from '../state-notice.tsx'
import { FieldFrame } from '../text-field.tsx'
import styles from './form.module.css'

export interface PickerSource {
  /** One page of the rows that the caller may see and refer to. */
  search: (
    query: PageQuery & { keyword: string; orgId: string | null },
    signal: AbortSignal,
  ) => Promise<Page<Reference>>
  placeholder?: string
  /** Nothing is listed before a name is typed. */
  needsKeyword?: boolean
}

/** A control for a reference on a phone: a sheet searches the rows on the server. */
export const createPhonePicker = (source: PickerSource) =>
  function PhonePicker({ label, isOptional, error, hint, value, known, orgId, onChange }: PhoneControlProps) {
    const id = useId()
    const [isOpen, setOpen] = useState(false)
    const [chosen, setChosen] = useState<Reference>()
    const shown = [chosen, known as Reference | null | undefined].find((one) => one?.id === value)
    const choose = (one: Reference | undefined) => {
      setChosen(one)
      setOpen(false)
      onChange(one?.id ?? null, one)
    }
    return (
      <FieldFrame id={id} label={label} isOptional={isOptional} error={error} hint={hint}>
        <button
          type="button"
          id={id}
          className={styles['reference']}
          data-wrong={error ? '' : undefined}
          aria-describedby={error || hint ? `${id}-below` : undefined}
          onClick={() => setOpen(true)}
        >
          {shown?.name ?? '请选择'}
        </button>
        {isOpen && (
          <BottomSheet title={`选择${label}`} onClose={() => setOpen(false)}>
            <ReferenceChoices source={source} orgId={orgId ?? null} onChoose={choose} />
            {isOptional && value !== null && (
              <Button kind="plain" onClick={() => choose(undefined)}>
                不选
              </Button>
            )}
          </BottomSheet>
        )}
      </FieldFrame>
    )
  }

interface ChoicesProps {
  source: PickerSource
  orgId: string | null
  onChoose: (one: Reference) => void
}

/** Searches the rows of a picker. */
export function ReferenceChoices({
  source: { search, placeholder, needsKeyword = false },
  orgId,
  onChoose,
}: ChoicesProps) {
  const list = useRows<Reference>(async ({ filter, pageNumber, pageSize }, signal) => {
    const keyword = filter['keyword'] ?? ''
    if (needsKeyword && !keyword) return { itemCount: 0, pageCount: 0, items: [] }
    return search({ keyword, orgId, pageNumber, pageSize }, signal)
  })
  const isWaiting = needsKeyword && !list.keyword
  return (
    <>
      <SearchField placeholder={placeholder} onSearch={list.search} />
      {!list.rows && !list.hasFailed && <Skeleton />}
      {list.hasFailed && <InlineLoadError onRetry={list.retry} />}
      {list.rows?.length === 0 && <p className={styles['none']}>{isWaiting ? '请输入姓名' : '没有找到'}</p>}
      <LinkList>
        {(list.rows ?? []).map(({ id, name }) => (
          <LinkRow key={id} label={name} onClick={() => onChoose({ id, name })} />
        ))}
      </LinkList>
      {list.hasMore && (
        <Button kind="plain" busy={list.isLoading && '正在加载…'} onClick={list.loadMore}>
          更多
        </Button>
      )}
    </>
  )
}

/** The control for references to an entity: searches its list. Disabled rows are not offered, where it has that filter. */
export function createPhoneEntityPicker<E extends AnyEntity>(
  entity: E,
  { list }: Pick<EntityRoutes<E>, 'list'>,
  labelOf?: (row: RowOf<E>) => string,
) {
  const { disabled, name } = entity
  const filters: readonly string[] = entity.list.filters ?? []
  const enabled = disabled && filters.includes(disabled) ? { [disabled]: false } : {}
  const nameOf = (row: RowOf<E>) => String((row as Readonly<Record<string, unknown>>)[name] as string)
  return createPhonePicker({
    search: async (query, signal) => {
      const { items, ...counts } = await call(list, { query: { ...query, ...enabled } as never, signal })
      const rows = items as readonly (RowOf<E> & { id: string })[]
      return {
        ...counts,
        items: rows.map((row) => ({ id: row.id, name: (labelOf ?? nameOf)(row) })),
      } as Page<Reference>
    },
    placeholder: entity.list.search.map((field) => (entity.fields as FieldMap)[field]!.label).join('、'),
  })
}
