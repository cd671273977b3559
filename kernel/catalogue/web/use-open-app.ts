import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { openApplication } from '#packages/web/core/dingtalk.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { fetchAppUrl, centre } from './queries.ts'

export const popupBlockedMessage = '新窗口被拦截，请允许弹出窗口'

const pagePrefix = 'page:'
/** The address of a page of the house that stands among the applications; nothing for an application. */
export const getPageUrl = (key: string) => (key.startsWith(pagePrefix) ? key.slice(pagePrefix.length) : undefined)

/** Opens an application, or a page of the house, by its key, in the moment of a press. */
export function useOpenApp() {
  const toast = useToast()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (key: string) => {
    const page = getPageUrl(key)
    if (page) return navigate(page)
    try {
      const outcome = await openApplication(() => fetchAppUrl(key))
      if (outcome === 'blocked') toast.error(popupBlockedMessage)
      // It is the last used one now.
      else await client.invalidateQueries({ queryKey: centre.queryKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
  }
}
