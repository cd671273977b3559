import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { SortDialogFrame } from '#packages/web/desk/sort-dialog.tsx'
import { SortRows } from '#packages/web/desk/sort-rows.tsx'
import { classTreeQuery, schoolingKey, sortClasses, parseTreeNode } from '../class-queries.ts'

/** 排序: the classes of a grade. */
export function SortDialog({ onClose }: { onClose: () => void }) {
  const { search } = usePageSearch()
  const position = parseTreeNode(search.get('node'))
  const query = useQuery(classTreeQuery(position.orgId))
  const [gradeId, setGradeId] = useState(position.gradeId)
  const [order, setOrder] = useState<readonly string[]>()
  const grades = query.data?.grades ?? []
  const grade = grades.find(({ id }) => id === gradeId) ?? grades[0]
  const ids = order ?? grade?.classes.map(({ id }) => id) ?? []
  return (
    <SortDialogFrame
      title="班级排序"
      query={query}
      isChanged={order !== undefined}
      save={() => sortClasses([...ids])}
      queryKey={schoolingKey}
      onClose={onClose}
    >
      {grade ? (
        <>
          <PlainSelect
            label="年级"
            value={grade.id}
            options={grades.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => {
              setGradeId(id)
              setOrder(undefined)
            }}
          />
          <SortRows
            label={`${grade.name}的班级`}
            rows={ids.map((id) => ({ id, name: grade.classes.find((one) => one.id === id)?.label ?? '' }))}
            onSort={setOrder}
          />
        </>
      ) : (
        <PageState status="empty" title="还没有班级" />
      )}
    </SortDialogFrame>
  )
}
