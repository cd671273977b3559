import { EditOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnyEntity, EntityRoutes, FieldChange, FieldMap } from '#packages/contract/entity/index.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { getEntityKey } from '#packages/web/core/entity-key.ts'
import { getFieldText } from '#packages/web/core/field-text.ts'
import { Button } from '../button.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import { Timeline } from '../timeline.tsx'

interface Props {
  entity: AnyEntity
  history: EntityRoutes<AnyEntity>['history']
  id: string
}

const pageSize = 20

/** The changes of a row, newest first. */
export function EntityHistory({ entity, history, id }: Props) {
  const query = useInfiniteQuery({
    queryKey: [...getEntityKey(entity), 'history', id],
    queryFn: ({ pageParam, signal }) => call(history, { query: { id, pageNumber: pageParam, pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pageCount }, _, pageNumber) => (pageNumber < pageCount ? pageNumber + 1 : undefined),
  })
  if (query.error) return <p role="alert">{getErrorMessage(query.error)}</p>
  if (!query.data) return <SkeletonLines widths={[80, 60]} />
  const changes = query.data.pages.flatMap(({ items }) => items)
  if (changes.length === 0) return <p>没有变更</p>
  return (
    <>
      <Timeline label="变更记录" of={changes.map((change) => toEvent(entity, change))} />
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          更多
        </Button>
      )}
    </>
  )
}

function toEvent(entity: AnyEntity, { id, at, by, field: name, before, after }: FieldChange) {
  const field = (entity.fields as FieldMap)[name]!
  const textOf = (value: unknown) => getFieldText(field, value) || '空'
  const words = field.kind === 'password' ? '已更换' : `${textOf(before)} → ${textOf(after)}`
  return { id, at, icon: EditOutlined, title: field.label, details: [words, by] }
}
