import { useQueryClient } from '@tanstack/react-query'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { openApplication } from '#packages/web/core/dingtalk.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { addressOf, centre } from './queries.ts'

export const blockedWords = '新窗口被拦截，请允许弹出窗口'

/** Opens an application, by its key, in the moment of a press. */
export function useOpenApp() {
  const toast = useToast()
  const client = useQueryClient()
  return async (key: string) => {
    try {
      const outcome = await openApplication(() => addressOf(key))
      if (outcome === 'blocked') toast.error(blockedWords)
      // It is the last used one now.
      else await client.invalidateQueries({ queryKey: centre.queryKey })
    } catch (error) {
      toast.error(wordsOf(error))
    }
  }
}
