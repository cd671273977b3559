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
import { fieldsOf, globalIndex } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { hashOf, type OwnCtx } from '#packages/http'
import {
  keepPasskey,
  notePasskeyUse,
  readPasskeys,
  refuseManyPasskeys,
  type Passkey as StoredPasskey,
} from '#kernel/identity/server'
import { districtOfAddress } from '#kernel/org/server'
import type { NewPasskeyAnswer, PasskeyAnswer } from '../../contract-factors.ts'
import { installation } from '../settings.ts'
import { findTicket, putChallenge, putProvedCode, takeChallenge } from '../ticket-queries.ts'
import { mostTries, noteWrongCode } from './codes.ts'
import { answersAnyMethod, hostOf } from './methods.ts'
import { districtOfWord, isOfBrowser, overdue } from './tickets.ts'

const timeout = 5 * 60_000
const codeSeconds = 120
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** Where the browser says it is. A proxy that does not tell us of TLS changes nothing about whose page it is. */
const originsOf = ({ client }: OwnCtx) => [client.origin, client.origin.replace(/^http:/, 'https:')]

/** Whether passkeys may be made at this address: one of ours, with a name. Any other could be somebody's copy of us. */
export async function isOwnHost(ctx: OwnCtx): Promise<boolean> {
  const host = hostOf(ctx)
  if (host === 'localhost') return true
  if (isIP(host)) return false
  return host === installation.publicHost || (await districtOfAddress(ctx.cells, host)) !== undefined
}

const described = ({ credentialId, transports: how }: StoredPasskey) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: how.filter((one): one is (typeof transports)[number] => transports.includes(one as never)),
})

/** The ticket that this browser has to answer, and whose it is. */
async function ticketFor(ctx: OwnCtx, word: string) {
  const district = await districtOfWord(ctx.cells, word)
  if (district === undefined) throw overdue()
  const reading = { readOnly: true }
  const ticket = await inDistrict(ctx.cells, district, (db) => findTicket(db, hashOf(word), ctx.now), reading)
  if (!ticket?.accountId || !isOfBrowser(ctx, ticket) || !answersAnyMethod(ticket)) throw overdue()
  const host = hostOf(ctx)
  const passkeys = (await readPasskeys(ctx.cells, ticket.accountId)).filter((one) => one.host === host)
  return { district, ticket, accountId: ticket.accountId, passkeys, host }
}

/** What a passkey of the ticket's account has to sign. */
export async function askForPasskey(ctx: OwnCtx, word: string) {
  const { district, ticket, passkeys, host } = await ticketFor(ctx, word)
  if (passkeys.length === 0) throw new Refusal('没有可在此使用的通行密钥，请换一种方式验证')
  const { challenge } = await generateAuthenticationOptions({ rpID: host })
  await inDistrict(ctx.cells, district, (db) => putChallenge(db, ticket.id, challenge))
  return {
    challenge,
    rpId: host,
    timeout,
    userVerification: 'preferred' as const,
    allowCredentials: passkeys.map(described),
  }
}

const notVerified = () => new Refusal('通行密钥验证失败，请重试或换一种方式')

/** Compares the signature. If it is right the ticket gets a code, which is told to nobody else and counts once. */
export async function provePasskey(ctx: OwnCtx, word: string, answer: PasskeyAnswer) {
  const { district, ticket, accountId, passkeys, host } = await ticketFor(ctx, word)
  const { challenge } = ticket.facts
  if (typeof challenge !== 'string') throw overdue()
  const isOurs = await inDistrict(ctx.cells, district, (db) =>
    takeChallenge(db, ticket.id, challenge, mostTries, ctx.now),
  )
  if (!isOurs) throw overdue()
  const passkey = passkeys.find(({ credentialId }) => credentialId.toString('base64url') === answer.id)
  if (!passkey || !(await isSigned(ctx, { passkey, challenge, host, answer }))) {
    noteWrongCode(ctx, district, accountId)
    throw notVerified()
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = new Date(ctx.now.getTime() + codeSeconds * 1000)
  const isKept = await inDistrict(ctx.cells, district, async (db) => {
    const fields = await fieldsOf(db, district)
    return putProvedCode(db, ticket.id, fields.index('ticket.code', `${ticket.id}:${code}`), until, ctx.now)
  })
  if (!isKept) throw overdue()
  return { code }
}

interface Signed {
  passkey: StoredPasskey
  challenge: string
  host: string
  answer: PasskeyAnswer
}

async function isSigned(ctx: OwnCtx, { passkey, challenge, host, answer }: Signed): Promise<boolean> {
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
      expectedOrigin: originsOf(ctx),
      expectedRPID: host,
      requireUserVerification: false,
      credential: { id: credentialId.toString('base64url'), publicKey: new Uint8Array(publicKey), counter },
    })
    return verified && (await notePasskeyUse(ctx.cells, id, authenticationInfo.newCounter, ctx.now))
  } catch (error) {
    ctx.log.info({ requestId: ctx.requestId, why: (error as Error).message }, 'a passkey was not believed')
    return false
  }
}

const begunKey = ({ actor }: OwnCtx) => `passkey:${actor!.accountId}:${actor!.sessionId}`

/** What a browser needs to make a key for somebody of this name. */
export async function beginPasskey(ctx: OwnCtx, name: string) {
  const { accountId } = ctx.actor!
  if (!(await isOwnHost(ctx))) throw new Refusal('请从平台的正式网址打开，再添加通行密钥')
  const host = hostOf(ctx)
  const passkeys = await readPasskeys(ctx.cells, accountId)
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
  await ctx.shelf.put(begunKey(ctx), { challenge, host }, timeout / 1000)
  return {
    challenge,
    rp: { id: host, name: '启明' },
    user: { id: user.id, name, displayName: name },
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key' as const, alg })),
    timeout,
    attestation: 'none' as const,
    excludeCredentials: passkeys.filter((one) => one.host === host).map(described),
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
  }
}

/** Reads the new key; `keep` stores it. What was begun is used up, whatever comes of it. */
export async function readNewPasskey(ctx: OwnCtx, answer: NewPasskeyAnswer) {
  const begun = await ctx.shelf.take<{ challenge: string; host: string }>(begunKey(ctx))
  if (!begun || begun.host !== hostOf(ctx)) throw overdue()
  const { transports: how, ...response } = answer.response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: answer.id,
      rawId: answer.rawId,
      type: answer.type,
      clientExtensionResults: {},
      response: { ...response, transports: (how ?? []) as AuthenticatorTransport[] },
    },
    expectedChallenge: begun.challenge,
    expectedOrigin: originsOf(ctx),
    expectedRPID: begun.host,
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
      keepPasskey(
        ctx.cells,
        {
          account_id: ctx.actor!.accountId,
          host: begun.host,
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
