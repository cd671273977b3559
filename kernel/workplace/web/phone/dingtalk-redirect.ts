import { saveRedirect } from '#kernel/session/web/api.ts'
import { workplaceApi } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'

/** Loads the address of DingTalk's sign-in; a refusal means that this district has none. */
export const startDingTalkSignIn = (ddId = '') => call(workplaceApi.start, { body: { ddId, corpId: '' } })

export const isDingTalkEnabled = () =>
  startDingTalkSignIn().then(
    () => true,
    () => false,
  )

/** Goes to DingTalk's page. The redirect for afterwards is stored in this tab. */
export async function redirectToDingTalk(ddId?: string) {
  const { url } = await startDingTalkSignIn(ddId)
  const target = new URL(url, location.origin)
  if (!/^https?:$/.test(target.protocol)) throw new Error('not an address that can be opened')
  saveRedirect()
  location.assign(target.href)
}
