import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { maxShortcuts } from '../contract.ts'
import { centre, saveShortcuts, shortcutKeys, type AppCentreData } from './queries.ts'

/** Adds or removes a shortcut; the star changes at once, and back when the server refuses. */
export function useShortcutStar() {
  const toast = useToast()
  const client = useQueryClient()
  const keep = (keys: readonly string[]) =>
    client.setQueryData<AppCentreData>(centre.queryKey, (before) => before && { ...before, shortcuts: [...keys] })
  const saving = useMutation({
    // In sequence: each request contains the whole list, so the last one has to arrive last.
    scope: { id: 'catalogue-shortcuts' },
    mutationFn: saveShortcuts,
    onError: async (error) => {
      toast.error(getErrorMessage(error))
      await client.invalidateQueries({ queryKey: centre.queryKey })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: shortcutKeys.lists }),
  })
  return (key: string) => {
    const before = client.getQueryData<AppCentreData>(centre.queryKey)?.shortcuts ?? []
    const isIn = before.includes(key)
    if (!isIn && before.length >= maxShortcuts) return toast.error(`快捷方式最多${maxShortcuts}个`)
    const after = isIn ? before.filter((one) => one !== key) : [...before, key]
    void client.cancelQueries({ queryKey: centre.queryKey })
    keep(after)
    saving.mutate(after, { onSuccess: () => toast.success(isIn ? '已移出快捷访问' : '已加入快捷访问') })
  }
}
