import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { requestAuthCode, takeSimulatorCode } from './auth-code.ts'
import { NoAuthCodeError } from './no-auth-code-error.ts'
import { WorkplaceSignIn } from './workplace-sign-in.tsx'

let simulatorCode = takeSimulatorCode()

async function obtainCode() {
  const named = new URLSearchParams(location.search).get('corpId') ?? ''
  if (simulatorCode) {
    const code = simulatorCode
    simulatorCode = ''
    return { code, corpId: named, ddId: '', state: '' }
  }
  if (!isInDingTalk()) throw new NoAuthCodeError('请在钉钉的工作台中打开')
  const { startDingTalkSignIn } = await import('./dingtalk-redirect.ts')
  const corpId = named || (await startDingTalkSignIn()).corpId
  const code = await requestAuthCode(corpId)
  if (!code) throw new NoAuthCodeError('没能连接钉钉，请关闭后从工作台重新打开')
  return { code, corpId, ddId: '', state: '' }
}

/** Opened from DingTalk's workplace: signs in as the DingTalk user. */
export default function DdPage() {
  return <WorkplaceSignIn obtainCode={obtainCode} retry={() => location.reload()} />
}
