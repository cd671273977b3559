import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { requestAuthCode, takeCode } from './auth-code.ts'
import { NoCode } from './no-code.ts'
import { WorkplaceDoor } from './workplace-door.tsx'

let given = takeCode()

async function obtain() {
  const named = new URLSearchParams(location.search).get('corpId') ?? ''
  if (given) {
    const code = given
    given = ''
    return { code, corpId: named, ddId: '', state: '' }
  }
  if (!isInDingTalk()) throw new NoCode('请在钉钉的工作台中打开')
  const { askDingTalk } = await import('../sign-in/dingtalk.ts')
  const corpId = named || (await askDingTalk()).corpId
  const code = await requestAuthCode(corpId)
  if (!code) throw new NoCode('没能连接钉钉，请关闭后从工作台重新打开')
  return { code, corpId, ddId: '', state: '' }
}

/** Opened from DingTalk's workplace: who uses DingTalk there is who signs in here. */
export default function DdPage() {
  return <WorkplaceDoor obtain={obtain} again={() => location.reload()} />
}
