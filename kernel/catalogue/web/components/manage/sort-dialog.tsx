import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appCategories, type AppCategory } from '#packages/contract'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { SortDialogFrame } from '#packages/web/desk/sort-dialog.tsx'
import { SortRows } from '#packages/web/desk/sort-rows.tsx'
import { applicationsKey, categoryAppsQuery, sortCategory } from '../../application-queries.ts'
import { applicationFilterOptions } from './application-labels.ts'

/** 排序: sorts the applications of one category for all users. */
export function SortDialog({ onClose }: { onClose: () => void }) {
  const [category, setCategory] = useState<AppCategory>('teaching')
  const [order, setOrder] = useState<readonly string[]>()
  const query = useQuery(categoryAppsQuery(category))
  const rows = query.data ?? []
  const ids = order ?? rows.map(({ id }) => id)
  return (
    <SortDialogFrame
      title="应用排序"
      query={query}
      isChanged={order !== undefined}
      save={() => sortCategory(category, [...ids])}
      queryKey={applicationsKey}
      onClose={onClose}
      head={
        <PlainSelect
          label="分类"
          value={category}
          options={applicationFilterOptions.category}
          onChange={(next) => {
            setCategory(next as AppCategory)
            setOrder(undefined)
          }}
        />
      }
    >
      {rows.length === 0 ? (
        <PageState status="empty" title="该分类还没有应用" />
      ) : (
        <SortRows
          label={`${appCategories[category]}的应用`}
          rows={ids.map((id) => ({ id, name: rows.find((row) => row.id === id)?.name ?? '' }))}
          onSort={setOrder}
        />
      )}
    </SortDialogFrame>
  )
}

export const openSortDialog = () => showDialog((close) => <SortDialog onClose={close} />)
