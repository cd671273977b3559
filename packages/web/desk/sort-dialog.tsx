import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNote } from './list/action-preview.tsx'
import { PageState } from './page-state.tsx'
import { useToast } from './toast.tsx'
import { useSubmit } from './use-submit.ts'

interface Props {
  title: string
  /** The query of the rows to sort. */
  query: { isError: boolean; error: unknown; isPending: boolean; refetch: () => Promise<unknown> }
  isChanged: boolean
  save: () => Promise<unknown>
  /** Reloaded afterwards. */
  queryKey: QueryKey
  onClose: () => void
  /** Above the rows: which part of them is sorted. */
  head?: ReactNode
  children: ReactNode
}

/** The frame of a dialog for sorting and saving rows. */
export function SortDialogFrame({ title, query, isChanged, save, queryKey, onClose, head, children }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const { isBusy, refusal, send } = useSubmit()
  const saveAndClose = async () => {
    await save()
    await client.invalidateQueries({ queryKey })
    toast.success('已调整顺序')
    onClose()
  }
  return (
    <Dialog
      title={title}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" disabled={!isChanged} loading={isBusy} onClick={() => void send(saveAndClose)}>
            保存
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      {head}
      {query.isError ? (
        <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <PageState status="loading" />
      ) : (
        children
      )}
    </Dialog>
  )
}
