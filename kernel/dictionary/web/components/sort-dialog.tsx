import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { SortDialogFrame } from '#packages/web/desk/sort-dialog.tsx'
import { SortRows } from '#packages/web/desk/sort-rows.tsx'
import { allItemsQuery, constantKey, sortConstants } from '../queries.ts'
import { applyOrder, listParentOptions } from '../constant-order.ts'

/** 排序: sorts the values of a type; in a tree, the children of one value. */
export function SortDialog({ onClose }: { onClose: () => void }) {
  const { search } = usePageSearch()
  const type = search.get('node') ?? ''
  const query = useQuery(allItemsQuery(type))
  const [parent, setParent] = useState('')
  const [order, setOrder] = useState<readonly string[]>()
  const items = (query.data ?? []).filter(({ maySort }) => maySort)
  const parents = listParentOptions(items)
  const level = items.filter(({ parentCode }) => parentCode === parent)
  const codes = order ?? level.map(({ code }) => code)
  const names = new Map(level.map(({ code, name }) => [code, name]))
  return (
    <SortDialogFrame
      title="常量排序"
      query={query}
      isChanged={order !== undefined}
      save={() => sortConstants(type, applyOrder(items, codes))}
      queryKey={constantKey}
      onClose={onClose}
    >
      {items.length === 0 ? (
        <PageState status="empty" title="没有可以排序的常量" text="系统常量和上级的常量顺序固定。" />
      ) : (
        <>
          {parents.length > 1 && (
            <PlainSelect
              label="上级"
              value={parent}
              options={parents}
              onChange={(chosen) => {
                setParent(chosen)
                setOrder(undefined)
              }}
            />
          )}
          <SortRows
            label="常量"
            rows={codes.map((code) => ({ id: code, name: names.get(code) ?? '' }))}
            onSort={setOrder}
          />
        </>
      )}
    </SortDialogFrame>
  )
}
