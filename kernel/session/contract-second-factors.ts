import { z } from 'zod'
import { signedInRoute, publicRoute, ownSessionRoute, route, usersPath } from './contract-sign-in.ts'
import { codeForm, msgId } from './contract-forms.ts'

/** The proof of the second step, after -7. */
const proof = { msgId: msgId.optional(), code: z.string().max(10).optional() }

const encoded = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
const keyType = z.literal('public-key')
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const knownKey = z.object({ id: z.string(), type: keyType, transports: z.array(transport) })
const signed = { id: encoded(2000), rawId: encoded(2000), type: keyType }

/** The challenge for an existing passkey, in WebAuthn's terms. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('preferred'),
  allowCredentials: z.array(knownKey),
})

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: keyType, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownKey),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('preferred') }),
})

export const passkeyAnswer = z.object({
  ...signed,
  response: z.object({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(4000),
    userHandle: encoded(200).optional(),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

export const newPasskey = z.object({
  ...signed,
  response: z.object({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type NewPasskeyAnswer = z.output<typeof newPasskey>

export const passkeyName = z.object({
  name: z.string().trim().min(1, '请填写名称').max(20, '名称不超过20个字'),
})

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Created on this host; it works on no other. */
  isHere: z.boolean(),
})

const factorList = z.object({
  /** Since when authenticator codes are accepted. */
  totpSince: z.iso.datetime().nullable(),
  passkeys: z.array(passkey),
  /** Whether passkeys can be created on this host. */
  canAddPasskey: z.boolean(),
  /** A DingTalk user is bound to the account. */
  isBound: z.boolean(),
  /** Masked; SMS codes go there. */
  phone: z.string(),
})
export type SecondFactors = z.output<typeof factorList>
export type PasskeyItem = SecondFactors['passkeys'][number]

export const secondFactorRoutes = {
  /** The passkey challenge of a ticket that waits for a code. */
  passkeyOptions: route({
    method: 'POST',
    path: `${usersPath}/passkeyOptions`,
    title: '通行密钥验证',
    ...publicRoute,
    withoutKey: 'no session yet; the newest challenge counts',
    body: z.object({ msgId }),
    data: requestOptions,
  }),
  /** After a valid signature returns the ticket's code, which is valid once. */
  passkeyProof: route({
    method: 'POST',
    path: `${usersPath}/passkeyProof`,
    title: '核对通行密钥',
    ...publicRoute,
    withoutKey: 'no session yet; a challenge is valid once',
    secretAnswer: true,
    body: z.object({ msgId, answer: passkeyAnswer }),
    data: z.object({ code: z.string() }),
  }),
  factors: route({
    ...ownSessionRoute,
    method: 'GET',
    path: `${usersPath}/factors`,
    title: '我的登录验证方式',
    ...signedInRoute,
    data: factorList,
  }),
  totpBegin: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/totpBegin`,
    title: '添加动态口令',
    ...signedInRoute,
    secretAnswer: true,
    body: z.object(proof),
    /** Valid for ten minutes: the secret as text, and as the URI of a QR code. */
    data: z.object({ secret: z.string(), uri: z.string() }),
  }),
  totpConfirm: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/totpConfirm`,
    title: '启用动态口令',
    ...signedInRoute,
    body: codeForm,
    data: z.null(),
  }),
  totpRemove: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/totpRemove`,
    title: '移除动态口令',
    ...signedInRoute,
    body: z.object(proof),
    data: z.null(),
  }),
  passkeyBegin: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/passkeyBegin`,
    title: '添加通行密钥',
    ...signedInRoute,
    body: z.object(proof),
    data: creationOptions,
  }),
  passkeyAdd: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/passkeyAdd`,
    title: '保存通行密钥',
    ...signedInRoute,
    body: z.object({ answer: newPasskey, name: passkeyName.shape.name }),
    data: z.null(),
  }),
  passkeyRemove: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/passkeyRemove`,
    title: '移除通行密钥',
    ...signedInRoute,
    body: z.object({ id: z.uuid(), ...proof }),
    data: z.null(),
  }),
}
