import { sessionApi } from '../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'

/** Old browsers, and pages without https, do not support passkeys. */
export const canUsePasskeys = () => typeof globalThis.PublicKeyCredential === 'function'

// Loaded on first use.
const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Verifies a challenge with a passkey. Returns the code to submit. */
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

/** Creates a passkey on this device, or on one nearby. */
export async function createPasskey(options: PasskeyCreationOptions) {
  const { startRegistration } = await loadWebAuthn()
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: type as 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** The message for a failed passkey: most often the user has closed the browser's prompt. */
export function getPasskeyErrorMessage(error: unknown): string {
  if (error instanceof CallError) return getErrorMessage(error)
  const name = (error as Error).name
  if (name === 'InvalidStateError') return '这台设备已经添加过'
  if (name === 'NotAllowedError' || name === 'AbortError') return '没有完成验证，可以重试或换一种方式'
  return '通行密钥暂不可用，请换一种方式'
}
