import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { clearTasks, taskKey, taskList } from '../queries.ts'

/** Clears ended tasks; hidden when there are none. */
export function ClearButton() {
  const client = useQueryClient()
  const toast = useToast()
  const { data = [] } = useQuery(taskList)
  const clear = useMutation({
    mutationFn: clearTasks,
    onSuccess: () => client.invalidateQueries({ queryKey: taskKey }),
    onError: (error) => toast.error(getErrorMessage(error)),
  })
  if (!data.some(({ endedAt }) => endedAt !== null)) return null
  return (
    <Button type="link" loading={clear.isPending} onClick={() => clear.mutate()}>
      清除已结束
    </Button>
  )
}
