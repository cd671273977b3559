import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmAction } from './confirm-action.tsx'
import { PageState } from './page-state.tsx'

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
  const saveOrder = async () => {
    await save()
    await client.invalidateQueries({ queryKey })
  }
  return (
    <ConfirmAction
      title={title}
      submitLabel="保存"
      isDisabled={!isChanged}
      submit={saveOrder}
      done="已调整顺序"
      onClose={onClose}
    >
      {head}
      {query.isError ? (
        <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <PageState status="loading" />
      ) : (
        children
      )}
    </ConfirmAction>
  )
}
