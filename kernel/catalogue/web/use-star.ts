import { useMutation, useQueryClient } from '@tanstack/react-query'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { mostShortcuts } from '../contract.ts'
import { centre, saveShortcuts, shortcutKeys, type Centre } from './queries.ts'

/** Puts an application among the shortcuts or takes it out; the star changes at once, and back where it is refused. */
export function useStar() {
  const toast = useToast()
  const client = useQueryClient()
  const keep = (keys: readonly string[]) =>
    client.setQueryData<Centre>(centre.queryKey, (before) => before && { ...before, shortcuts: [...keys] })
  const saving = useMutation({
    // One after another: each says the whole list, so the last one has to come last.
    scope: { id: 'catalogue-shortcuts' },
    mutationFn: saveShortcuts,
    onError: async (error) => {
      toast.error(wordsOf(error))
      await client.invalidateQueries({ queryKey: centre.queryKey })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: shortcutKeys.lists }),
  })
  return (key: string) => {
    const before = client.getQueryData<Centre>(centre.queryKey)?.shortcuts ?? []
    const isIn = before.includes(key)
    if (!isIn && before.length >= mostShortcuts) return toast.error(`快捷方式最多${mostShortcuts}个`)
    const after = isIn ? before.filter((one) => one !== key) : [...before, key]
    void client.cancelQueries({ queryKey: centre.queryKey })
    keep(after)
    saving.mutate(after, { onSuccess: () => toast.success(isIn ? '已移出快捷访问' : '已加入快捷访问') })
  }
}
