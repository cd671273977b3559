import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import type { ConstantType } from '../../contract.ts'
import { constantKey, deleteType, saveType, typesQuery } from '../queries.ts'
import { TypeDialog } from './type-dialog.tsx'
import styles from './types-dialog.module.css'

/** 管理类型: lists the types that the caller may change. */
export function TypesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(typesQuery)
  const [open, setOpen] = useState<{ type: ConstantType | undefined }>()
  const { isBusy, refusal, send } = useSubmit()
  const remove = useRemoving()
  const { data } = query
  if (open && data) return <TypeDialog type={open.type} isDistrict={data.isDistrict} onClose={onClose} />
  const own = data?.types.filter(({ mayEdit }) => mayEdit) ?? []
  return (
    <Dialog
      title={data?.isDistrict ? '区常量类型' : '本校常量类型'}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          {data?.mayAddTypes && (
            <Button type="primary" icon={<Glyph of={PlusOutlined} />} onClick={() => setOpen({ type: undefined })}>
              新建类型
            </Button>
          )}
        </>
      }
    >
      <ErrorNote message={refusal} />
      {query.isError ? (
        <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <PageState status="loading" />
      ) : own.length === 0 ? (
        <PageState status="empty" title="还没有自己的类型" text={whyNone(data.mayAddTypes)} />
      ) : (
        <ul className={styles['rows']}>
          {own.map((type) => (
            <Row
              key={type.code}
              type={type}
              isBusy={isBusy}
              onEdit={() => setOpen({ type })}
              onRemove={() => void send(() => remove(type))}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const whyNone = (may: boolean) =>
  may ? '平台的类型由系统维护，可以另外新建。' : '教育局未允许学校新建常量类型，需要时请联系区管理员。'

/** Only empty types can be deleted, so undo is creating the type again. */
function useRemoving() {
  const { search, setSearch } = usePageSearch()
  const client = useQueryClient()
  const toast = useToast()
  const refresh = () => client.invalidateQueries({ queryKey: constantKey })
  return async (type: ConstantType) => {
    await deleteType(type.code)
    if (search.get('node') === type.code) setSearch(() => new URLSearchParams(), { replace: true })
    const { code, name, about, isTree, isOpen } = type
    toast.undo('已删除类型', () =>
      saveType({ orgId: null, isNew: true, code, name, about, isTree, isOpen, version: 0 }).then(refresh),
    )
    await refresh()
  }
}

interface RowProps {
  type: ConstantType
  isBusy: boolean
  onEdit: () => void
  onRemove: () => void
}

const Row = ({ type: { name, code, itemCount }, isBusy, onEdit, onRemove }: RowProps) => (
  <li className={styles['row']}>
    <span className={styles['name']}>
      {name}
      <span className={styles['about']}>
        {code} · {itemCount} 项
      </span>
    </span>
    <Button type="link" aria-label={`编辑${name}`} onClick={onEdit}>
      编辑
    </Button>
    <Button type="link" danger disabled={isBusy} aria-label={`删除${name}`} onClick={onRemove}>
      删除
    </Button>
  </li>
)
