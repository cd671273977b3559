import { workplaceApi } from '#kernel/workplace/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { keepWish } from './wish.ts'

/** Asks where DingTalk's door is; a refusal means that this district has none. */
export const askDingTalk = (ddId = '') => call(workplaceApi.start, { body: { ddId, corpId: '' } })

/** Goes to DingTalk's own page. Where the visitor wants to go afterwards waits here, in this tab. */
export async function goToDingTalk(ddId?: string) {
  const { url } = await askDingTalk(ddId)
  const target = new URL(url, location.origin)
  if (!/^https?:$/.test(target.protocol)) throw new Error('not an address that can be opened')
  keepWish()
  location.assign(target.href)
}
