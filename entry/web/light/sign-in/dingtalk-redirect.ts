import { workplaceApi } from '#kernel/workplace/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { saveRedirect } from './redirect-store.ts'

/** Asks where DingTalk's door is; a refusal means that this district has none. */
export const startDingTalkSignIn = (ddId = '') => call(workplaceApi.start, { body: { ddId, corpId: '' } })

/** Goes to DingTalk's own page. Where the visitor wants to go afterwards waits here, in this tab. */
export async function redirectToDingTalk(ddId?: string) {
  const { url } = await startDingTalkSignIn(ddId)
  const target = new URL(url, location.origin)
  if (!/^https?:$/.test(target.protocol)) throw new Error('not an address that can be opened')
  saveRedirect()
  location.assign(target.href)
}
