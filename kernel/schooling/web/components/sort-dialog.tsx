import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Refusal } from '#packages/web/desk/list/act-told.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSending } from '#packages/web/desk/use-sending.ts'
import { classTree, schoolingKey, sortClasses, spotOf } from '../class-queries.ts'
import styles from './sort-dialog.module.css'

/** 排序: the classes of a grade, one place up or down at a time. */
export function SortDialog({ onClose }: { onClose: () => void }) {
  const { search } = usePageSearch()
  const spot = spotOf(search.get('node'))
  const query = useQuery(classTree(spot.orgId))
  const client = useQueryClient()
  const toast = useToast()
  const { isBusy, refusal, send } = useSending()
  const [gradeId, setGradeId] = useState(spot.gradeId)
  const [order, setOrder] = useState<readonly string[]>()
  const grades = query.data?.grades ?? []
  const grade = grades.find(({ id }) => id === gradeId) ?? grades[0]
  const ids = order ?? grade?.classes.map(({ id }) => id) ?? []
  const save = async () => {
    await sortClasses([...ids])
    await client.invalidateQueries({ queryKey: schoolingKey })
    toast.success('已调整顺序')
    onClose()
  }
  return (
    <Dialog
      title="班级排序"
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" disabled={!order} loading={isBusy} onClick={() => void send(save)}>
            保存
          </Button>
        </>
      }
    >
      <Refusal words={refusal} />
      {query.isError ? (
        <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <PageState status="loading" />
      ) : !grade ? (
        <PageState status="empty" title="还没有班级" />
      ) : (
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
          <ol className={styles['rows']}>
            {ids.map((id, at) => (
              <Row
                key={id}
                name={grade.classes.find((one) => one.id === id)?.label ?? ''}
                onUp={at > 0 ? () => setOrder(swapped(ids, at - 1)) : undefined}
                onDown={at < ids.length - 1 ? () => setOrder(swapped(ids, at)) : undefined}
              />
            ))}
          </ol>
        </>
      )}
    </Dialog>
  )
}

/** The one at this place and the one behind it change places. */
const swapped = (ids: readonly string[], at: number) => [
  ...ids.slice(0, at),
  ids[at + 1]!,
  ids[at]!,
  ...ids.slice(at + 2),
]

interface RowProps {
  name: string
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

/** At either end a button does nothing, but keeps the focus of whoever came there by pressing it. */
const Row = ({ name, onUp, onDown }: RowProps) => (
  <li className={styles['row']}>
    <span>{name}</span>
    <Button
      type="text"
      icon={<Glyph of={ArrowUpOutlined} />}
      aria-label={`${name}上移`}
      title="上移"
      aria-disabled={!onUp}
      onClick={() => onUp?.()}
    />
    <Button
      type="text"
      icon={<Glyph of={ArrowDownOutlined} />}
      aria-label={`${name}下移`}
      title="下移"
      aria-disabled={!onDown}
      onClick={() => onDown?.()}
    />
  </li>
)
