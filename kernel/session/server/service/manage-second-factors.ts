import { orNotFound, invalid, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordIdentityChange, recordOperation, type IdentityChange } from '#kernel/audit/server/api.ts'
import {
  listAccountDistricts,
  deleteAllFactors,
  deletePasskeyOfAccount,
  deleteTotpOfAccount,
  findAccount,
  findPersonOfAccount,
  saveTotp,
  limitAttempts,
  maskPhone,
  generateTotp,
  getFactors,
  getPerson,
  findTotpStep,
} from '#kernel/identity/server/api.ts'
import { defineTemplate, sendMessages, notifyBySms } from '#kernel/message/server/api.ts'
import { sessionApi, type SecondFactors } from '../../contract.ts'
import type { NewPasskeyAnswer } from '../../contract-second-factors.ts'
import { addSessionFactor } from '../session-queries.ts'
import { getPasskeyHost } from './verification-methods.ts'
import { beginPasskeyRegistration, isOwnHost, verifyNewPasskey } from './passkeys.ts'
import { requireStepUp, type StepUpProof } from './step-up.ts'
import { ticketExpired } from './tickets.ts'

const beginSeconds = 600

export const factorChangedMessage = defineTemplate({
  code: 'session.factor-changed',
  kind: 'notice',
  title: '登录验证方式已变更',
  body: '您的账号已{what}。如非本人操作，请立即修改密码并联系管理员。',
})

/** The second factors of the caller's account. */
export async function listFactors(ctx: RequestCtx): Promise<SecondFactors> {
  const { accountId, districtId, personId } = ctx.actor!
  const { totpSince, passkeys, isBound } = await getFactors(ctx.cells, accountId)
  const self = await inOwnDistrict(ctx, ({ db }) => getPerson({ db, districtId }, personId), { readOnly: true })
  const host = getPasskeyHost(ctx)
  return {
    totpSince: totpSince?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, host: madeAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isHere: madeAt === host,
    })),
    canAddPasskey: await isOwnHost(ctx),
    isBound,
    phone: maskPhone(self?.phone ?? ''),
  }
}

const getTotpKey = ({ actor }: RequestCtx) => `totp:${actor!.accountId}:${actor!.sessionId}`

/** Creates an authenticator secret; it counts after a code of it was checked. */
export async function beginTotp(ctx: RequestCtx, proof: StepUpProof) {
  await requireStepUp(ctx, 'totp-add', proof)
  const made = generateTotp((await getOwnName(ctx)) || '账号')
  await ctx.ephemeralStore.put(getTotpKey(ctx), { secret: made.secret }, beginSeconds)
  return made
}

async function getOwnName(ctx: RequestCtx) {
  const { districtId, personId } = ctx.actor!
  const self = await inOwnDistrict(ctx, ({ db }) => getPerson({ db, districtId }, personId), { readOnly: true })
  return self?.name ?? ''
}

export async function confirmTotp(ctx: RequestCtx, code: string) {
  await limitAttempts(ctx, 'totp-confirm', ctx.actor!.accountId, 20, beginSeconds)
  const begun = await ctx.ephemeralStore.get<{ secret: string }>(getTotpKey(ctx))
  if (!begun) throw ticketExpired()
  const step = findTotpStep(begun.secret, code, ctx.now)
  if (step === undefined) throw invalid([{ field: 'code', msg: '动态口令不对，请核对手机时间后重试' }])
  if (!(await ctx.ephemeralStore.take(getTotpKey(ctx)))) throw ticketExpired()
  await recordFactorChange(ctx, 'totp-added', sessionApi.totpConfirm, '开启动态口令')
  await saveTotp(ctx.cells, ctx.actor!.accountId, begun.secret, step, ctx.now)
  await inOwnDistrict(ctx, ({ db }) => addSessionFactor(db, ctx.actor!.sessionId, 'totp'))
  return null
}

export async function removeTotp(ctx: RequestCtx, proof: StepUpProof) {
  const { accountId } = ctx.actor!
  if (!(await getFactors(ctx.cells, accountId)).totpSince) throw notFound('动态口令')
  await requireStepUp(ctx, 'totp-remove', proof)
  await recordFactorChange(ctx, 'totp-removed', sessionApi.totpRemove, '移除动态口令')
  await deleteTotpOfAccount(ctx.cells, accountId)
  return null
}

export async function beginAddPasskey(ctx: RequestCtx, proof: StepUpProof) {
  await requireStepUp(ctx, 'passkey-add', proof)
  return beginPasskeyRegistration(ctx, (await getOwnName(ctx)) || '账号')
}

export async function addPasskey(ctx: RequestCtx, answer: NewPasskeyAnswer, name: string) {
  const passkey = await verifyNewPasskey(ctx, answer)
  await recordFactorChange(ctx, 'passkey-added', sessionApi.passkeyAdd, `添加通行密钥“${name}”`)
  await passkey.keep(name)
  await inOwnDistrict(ctx, ({ db }) => addSessionFactor(db, ctx.actor!.sessionId, 'passkey'))
  return null
}

export async function removePasskey(ctx: RequestCtx, id: string, proof: StepUpProof) {
  const { accountId } = ctx.actor!
  const passkey = orNotFound(
    (await getFactors(ctx.cells, accountId)).passkeys.find((one) => one.id === id),
    '通行密钥',
  )
  await requireStepUp(ctx, `passkey-remove:${id}`, proof)
  await recordFactorChange(ctx, 'passkey-removed', sessionApi.passkeyRemove, `移除通行密钥“${passkey.name}”`)
  await deletePasskeyOfAccount(ctx.cells, accountId, id)
  return null
}

/** Recorded before the change: an unrecorded change would be worse than a record of a failed one. */
async function recordFactorChange(
  ctx: RequestCtx,
  kind: IdentityChange,
  route: { path: string; title: string },
  what: string,
) {
  const { districtId, personId } = ctx.actor!
  const phone = await inOwnDistrict(ctx, async (own) => {
    await recordIdentityChange(own, kind)
    await recordOperation(own, { route: route.path, title: route.title, objectIds: [personId] })
    await sendFactorMessage(own, personId, what)
    return (await getPerson({ db: own.db, districtId }, personId))?.phone
  })
  if (phone) notifyBySms(ctx, districtId, phone, getNoticeText(what))
}

const getNoticeText = (what: string) => `您的账号已${what}。如非本人操作，请立即修改密码并联系管理员。`
const sendFactorMessage = (ctx: Ctx, personId: string, what: string) =>
  sendMessages(ctx, factorChangedMessage, {
    to: [personId],
    values: { what },
    url: '/personal/devices',
    subject: { kind: 'login-factor', id: newId() },
  })

/** Notifies a person of an administrator's change to the account. */
export async function notifyAccountOwner(ctx: RequestCtx, personId: string, what: string) {
  const { districtId } = ctx.actor!
  const phone = await inOwnDistrict(ctx, async (own) => {
    await sendFactorMessage(own, personId, what)
    return (await getPerson({ db: own.db, districtId }, personId))?.phone
  })
  if (phone) notifyBySms(ctx, districtId, phone, getNoticeText(what))
}

/**
 * Resets the factors of a person who lost the phone and has no administrator above; from the command line. Returns
 * whether there were any.
 */
export async function resetFactorsByLogin(cells: Cells, userName: string, createCtx: CreateCtx): Promise<boolean> {
  const account = await findAccount(cells, userName)
  if (!account) throw new Refusal(`nobody is called ${userName}`)
  for (const districtId of await listAccountDistricts(cells, account.id))
    await inDistrict(cells, districtId, async (db) => {
      const person = await findPersonOfAccount({ db, districtId }, account.id)
      if (!person) return
      const ctx = createCtx(districtId, db)
      await recordIdentityChange(ctx, 'factors-reset', { accountId: account.id, personId: person.id })
      await recordOperation(ctx, { route: 'admin factors reset', title: '重置登录验证方式', objectIds: [person.id] })
      await sendFactorMessage(ctx, person.id, '由平台重置登录验证方式')
    })
  return deleteAllFactors(cells, account.id)
}
type CreateCtx = (district: Ctx['actor']['districtId'], db: Ctx['db']) => Ctx
