import { takeWish } from '../sign-in/wish.ts'
import { readReturn } from './return-address.ts'
import { NoCode } from './no-code.ts'
import { WorkplaceDoor } from './workplace-door.tsx'

// Read once and taken out of the address before anything is drawn: it must not stay in the history.
const { ddId, code, state, isRefused, address } = readReturn(location.pathname, location.search)
if (code || isRefused) {
  const wish = takeWish()
  history.replaceState(null, '', wish && !address.includes('?') ? address + wish : address)
}

async function obtain() {
  if (code) return { code, ddId, corpId: '', state }
  if (isRefused) throw new NoCode('您没有同意钉钉授权')
  const { goToDingTalk } = await import('../sign-in/dingtalk.ts')
  await goToDingTalk(ddId)
  return undefined
}

/** The district's DingTalk door in a browser: out to DingTalk's page, and back. */
export default function DdReturnPage() {
  return <WorkplaceDoor obtain={obtain} again={() => location.replace(location.pathname + location.search)} />
}
