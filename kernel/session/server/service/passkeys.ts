import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticatorTransport,
} from '@simplewebauthn/server'
import { Refusal } from '#packages/core'
import { loadFieldCipher, globalIndex } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { hashToken, type RequestCtx } from '#packages/http'
import {
  savePasskey,
  recordPasskeyUse,
  listPasskeysOfAccount,
  refuseManyPasskeys,
  type StoredPasskey,
} from '#kernel/identity/server/api.ts'
import { findDistrictByAddress } from '#kernel/org/server/api.ts'
import type { NewPasskeyAnswer, PasskeyAnswer } from '../../contract-second-factors.ts'
import { getSignInSettings } from '../settings.ts'
import { findSignInTicket, setChallenge, setPasskeyCode, consumeChallenge } from '../ticket-queries.ts'
import { maxCodeTries, recordWrongCode } from './one-time-codes.ts'
import { acceptsAnyMethod, getPasskeyHost } from './verification-methods.ts'
import { findTokenDistrict, isTicketOfBrowser, ticketExpired } from './tickets.ts'

const timeout = 5 * 60_000
const codeSeconds = 120
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The origins that the browser may report. A proxy may hide TLS from us, so https is accepted as well. */
const listOrigins = ({ client }: RequestCtx) => [client.origin, client.origin.replace(/^http:/, 'https:')]

/** Whether passkeys may be created on this host: a known host name. Any other host could be a copy of the portal. */
export async function isOwnHost(ctx: RequestCtx): Promise<boolean> {
  const host = getPasskeyHost(ctx)
  if (host === 'localhost') return true
  if (isIP(host)) return false
  return host === getSignInSettings(ctx).publicHost || (await findDistrictByAddress(ctx.cells, host)) !== undefined
}

const describePasskey = ({ credentialId, transports: how }: StoredPasskey) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: how.filter((one): one is (typeof transports)[number] => transports.includes(one as never)),
})

/** The open ticket of this browser, and its account. */
async function getPasskeyTicket(ctx: RequestCtx, token: string) {
  const district = await findTokenDistrict(ctx.cells, token)
  if (district === undefined) throw ticketExpired()
  const reading = { readOnly: true }
  const ticket = await inDistrict(ctx.cells, district, (db) => findSignInTicket(db, hashToken(token), ctx.now), reading)
  if (!ticket?.accountId || !isTicketOfBrowser(ctx, ticket) || !acceptsAnyMethod(ticket)) throw ticketExpired()
  const host = getPasskeyHost(ctx)
  const passkeys = (await listPasskeysOfAccount(ctx.cells, ticket.accountId)).filter((one) => one.host === host)
  return { district, ticket, accountId: ticket.accountId, passkeys, host }
}

/** The challenge for a passkey of the ticket's account. */
export async function beginPasskeyVerification(ctx: RequestCtx, token: string) {
  const { district, ticket, passkeys, host } = await getPasskeyTicket(ctx, token)
  if (passkeys.length === 0) throw new Refusal('没有可在此使用的通行密钥，请换一种方式验证')
  const { challenge } = await generateAuthenticationOptions({ rpID: host })
  await inDistrict(ctx.cells, district, (db) => setChallenge(db, ticket.id, challenge))
  return {
    challenge,
    rpId: host,
    timeout,
    userVerification: 'preferred' as const,
    allowCredentials: passkeys.map(describePasskey),
  }
}

const passkeyRefusal = () => new Refusal('通行密钥验证失败，请重试或换一种方式')

/**
 * Verifies the signature. On success the ticket gets a code, which only this answer contains and which is valid once.
 */
export async function checkPasskeyAnswer(ctx: RequestCtx, token: string, answer: PasskeyAnswer) {
  const { district, ticket, accountId, passkeys, host } = await getPasskeyTicket(ctx, token)
  const { challenge } = ticket.facts
  if (typeof challenge !== 'string') throw ticketExpired()
  const isOurs = await inDistrict(ctx.cells, district, (db) =>
    consumeChallenge(db, ticket.id, challenge, maxCodeTries, ctx.now),
  )
  if (!isOurs) throw ticketExpired()
  const passkey = passkeys.find(({ credentialId }) => credentialId.toString('base64url') === answer.id)
  if (!passkey || !(await isSignatureValid(ctx, { passkey, challenge, host, answer }))) {
    recordWrongCode(ctx, district, accountId)
    throw passkeyRefusal()
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = new Date(ctx.now.getTime() + codeSeconds * 1000)
  const isStored = await inDistrict(ctx.cells, district, async (db) => {
    const fields = await loadFieldCipher(db, district)
    return setPasskeyCode(db, ticket.id, fields.index('ticket.code', `${ticket.id}:${code}`), until, ctx.now)
  })
  if (!isStored) throw ticketExpired()
  return { code }
}

interface SignedChallenge {
  passkey: StoredPasskey
  challenge: string
  host: string
  answer: PasskeyAnswer
}

async function isSignatureValid(
  ctx: RequestCtx,
  { passkey, challenge, host, answer }: SignedChallenge,
): Promise<boolean> {
  const { id, counter, publicKey, credentialId } = passkey
  const { userHandle, ...response } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: answer.type,
        clientExtensionResults: {},
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
      },
      expectedChallenge: challenge,
      expectedOrigin: listOrigins(ctx),
      expectedRPID: host,
      requireUserVerification: false,
      credential: { id: credentialId.toString('base64url'), publicKey: new Uint8Array(publicKey), counter },
    })
    return verified && (await recordPasskeyUse(ctx.cells, id, authenticationInfo.newCounter, ctx.now))
  } catch (error) {
    ctx.log.info({ requestId: ctx.requestId, why: (error as Error).message }, 'a passkey was not believed')
    return false
  }
}

const getRegistrationKey = ({ actor }: RequestCtx) => `passkey:${actor!.accountId}:${actor!.sessionId}`

/** Options for a browser to create a passkey with this name. */
export async function beginPasskeyRegistration(ctx: RequestCtx, name: string) {
  const { accountId } = ctx.actor!
  if (!(await isOwnHost(ctx))) throw new Refusal('请从平台的正式网址打开，再添加通行密钥')
  const host = getPasskeyHost(ctx)
  const passkeys = await listPasskeysOfAccount(ctx.cells, accountId)
  refuseManyPasskeys(passkeys.length)
  const options = await generateRegistrationOptions({
    rpName: '启明',
    rpID: host,
    userName: name,
    userDisplayName: name,
    timeout,
    attestationType: 'none',
    userID: new Uint8Array(globalIndex('passkey-user', accountId)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const { challenge, user } = options
  await ctx.ephemeralStore.put(getRegistrationKey(ctx), { challenge, host }, timeout / 1000)
  return {
    challenge,
    rp: { id: host, name: '启明' },
    user: { id: user.id, name, displayName: name },
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key' as const, alg })),
    timeout,
    attestation: 'none' as const,
    excludeCredentials: passkeys.filter((one) => one.host === host).map(describePasskey),
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
  }
}

/** Verifies the new passkey; `keep` stores it. The challenge is consumed in any case. */
export async function verifyNewPasskey(ctx: RequestCtx, answer: NewPasskeyAnswer) {
  const registration = await ctx.ephemeralStore.take<{ challenge: string; host: string }>(getRegistrationKey(ctx))
  if (!registration || registration.host !== getPasskeyHost(ctx)) throw ticketExpired()
  const { transports: how, ...response } = answer.response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: answer.id,
      rawId: answer.rawId,
      type: answer.type,
      clientExtensionResults: {},
      response: { ...response, transports: (how ?? []) as AuthenticatorTransport[] },
    },
    expectedChallenge: registration.challenge,
    expectedOrigin: listOrigins(ctx),
    expectedRPID: registration.host,
    requireUserVerification: false,
  }).catch((error: Error) => {
    ctx.log.info({ requestId: ctx.requestId, why: error.message }, 'a new passkey was not believed')
    throw new Refusal('通行密钥没有添加成功，请重试')
  })
  if (!verified) throw new Refusal('通行密钥没有添加成功，请重试')
  const { credential } = registrationInfo
  const known = (how ?? []).filter((one) => transports.includes(one as never))
  return {
    keep: (name: string) =>
      savePasskey(
        ctx.cells,
        {
          account_id: ctx.actor!.accountId,
          host: registration.host,
          name,
          credential_id: Buffer.from(credential.id, 'base64url'),
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: known,
        },
        ctx.now,
      ),
  }
}
