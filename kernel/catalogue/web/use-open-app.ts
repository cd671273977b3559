import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { openApplication } from '#packages/web/core/dingtalk.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { fetchAppUrl, centre } from './queries.ts'

export const popupBlockedMessage = '新窗口被拦截，请允许弹出窗口'

const pagePrefix = 'page:'
/** The address of a built-in page; undefined for an application. */
export const getPageUrl = (key: string) => (key.startsWith(pagePrefix) ? key.slice(pagePrefix.length) : undefined)

/** Opens an application or a built-in page by its key; must be called in a click handler. */
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
      // Updates the list of recently used applications.
      else await client.invalidateQueries({ queryKey: centre.queryKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
  }
}
