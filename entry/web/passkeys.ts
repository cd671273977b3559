import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'

/** Old browsers, and pages that were not opened by https, have none. */
export const canUsePasskeys = () => typeof globalThis.PublicKeyCredential === 'function'

// Loaded when somebody uses one.
const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Lets a passkey answer what waits for a code. The code that it stands for. */
export async function verifyPasskey(msgId: string): Promise<string> {
  const { startAuthentication } = await loadWebAuthn()
  const optionsJSON = await call(sessionApi.passkeyOptions, { body: { msgId } })
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON })
  const answer = { id, rawId, type: type as 'public-key', response }
  return (await call(sessionApi.passkeyProof, { body: { msgId, answer } })).code
}

type PasskeyCreationOptions = Parameters<
  Awaited<ReturnType<typeof loadWebAuthn>>['startRegistration']
>[0]['optionsJSON']

/** Makes a passkey on this device, or on one that is near. */
export async function createPasskey(options: PasskeyCreationOptions) {
  const { startRegistration } = await loadWebAuthn()
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: type as 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** What to tell of a passkey that did not answer: most often somebody has closed the window of the browser. */
export function getPasskeyErrorMessage(error: unknown): string {
  if (error instanceof CallError) return getErrorMessage(error)
  const name = (error as Error).name
  if (name === 'InvalidStateError') return '这台设备已经添加过'
  if (name === 'NotAllowedError' || name === 'AbortError') return '没有完成验证，可以重试或换一种方式'
  return '通行密钥暂不可用，请换一种方式'
}
