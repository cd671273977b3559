import { takeSavedRedirect } from '#kernel/session/web/api.ts'
import { parseDingTalkReturn } from './dingtalk-return.ts'
import { NoAuthCodeError } from './no-auth-code-error.ts'
import { WorkplaceSignIn } from './workplace-sign-in.tsx'

// Read once and removed from the address before anything is rendered, so that it is not in the history.
const { ddId, code, state, isRefused, address } = parseDingTalkReturn(location.pathname, location.search)
if (code || isRefused) {
  const redirect = takeSavedRedirect()
  history.replaceState(null, '', redirect && !address.includes('?') ? address + redirect : address)
}

async function obtainCode() {
  if (code) return { code, ddId, corpId: '', state }
  if (isRefused) throw new NoAuthCodeError('您没有同意钉钉授权')
  const { redirectToDingTalk } = await import('./dingtalk-redirect.ts')
  await redirectToDingTalk(ddId)
  return undefined
}

/** The DingTalk sign-in of the district in a browser: redirect to DingTalk's page, and back. */
export default function DdReturnPage() {
  return <WorkplaceSignIn obtainCode={obtainCode} retry={() => location.replace(location.pathname + location.search)} />
}
