import { found, invalid, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordIdentityChange, recordOperation, type IdentityChange } from '#kernel/audit/server'
import {
  districtsOf,
  dropFactors,
  dropPasskey,
  dropTotp,
  findAccount,
  findPersonOfAccount,
  keepTotp,
  limitTries,
  maskPhone,
  newTotp,
  readFactors,
  readPerson,
  stepOfCode,
} from '#kernel/identity/server'
import { defineTemplate, sendMessages } from '#kernel/message/server'
import { sessionApi, type Factors } from '../../contract.ts'
import type { NewPasskeyAnswer } from '../../contract-factors.ts'
import { addFactor } from '../queries.ts'
import { hostOf } from './methods.ts'
import { tell } from './notices.ts'
import { beginPasskey, isOwnHost, readNewPasskey } from './passkeys.ts'
import { demandCode, type Proof } from './proofs.ts'
import { overdue } from './tickets.ts'

const beginSeconds = 600

const changed = defineTemplate({
  code: 'session.factor-changed',
  kind: 'notice',
  title: '登录验证方式已变更',
  body: '您的账号已{what}。如非本人操作，请立即修改密码并联系管理员。',
})

/** How my account is opened besides its password. */
export async function listFactors(ctx: OwnCtx): Promise<Factors> {
  const { accountId, districtId, personId } = ctx.actor!
  const { totpSince, passkeys, isBound } = await readFactors(ctx.cells, accountId)
  const self = await inOwnDistrict(ctx, ({ db }) => readPerson({ db, districtId }, personId), { readOnly: true })
  const host = hostOf(ctx)
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

const totpKey = ({ actor }: OwnCtx) => `totp:${actor!.accountId}:${actor!.sessionId}`

/** A secret for an application; it counts once a code of it has come back. */
export async function beginTotp(ctx: OwnCtx, proof: Proof) {
  await demandCode(ctx, 'totp-add', proof)
  const made = newTotp((await ownName(ctx)) || '账号')
  await ctx.shelf.put(totpKey(ctx), { secret: made.secret }, beginSeconds)
  return made
}

async function ownName(ctx: OwnCtx) {
  const { districtId, personId } = ctx.actor!
  const self = await inOwnDistrict(ctx, ({ db }) => readPerson({ db, districtId }, personId), { readOnly: true })
  return self?.name ?? ''
}

export async function confirmTotp(ctx: OwnCtx, code: string) {
  await limitTries(ctx, 'totp-confirm', ctx.actor!.accountId, 20, beginSeconds)
  const begun = await ctx.shelf.get<{ secret: string }>(totpKey(ctx))
  if (!begun) throw overdue()
  const step = stepOfCode(begun.secret, code, ctx.now)
  if (step === undefined) throw invalid([{ field: 'code', msg: '动态口令不对，请核对手机时间后重试' }])
  if (!(await ctx.shelf.take(totpKey(ctx)))) throw overdue()
  await note(ctx, 'totp-added', sessionApi.totpConfirm, '开启动态口令')
  await keepTotp(ctx.cells, ctx.actor!.accountId, begun.secret, step, ctx.now)
  await inOwnDistrict(ctx, ({ db }) => addFactor(db, ctx.actor!.sessionId, 'totp'))
  return null
}

export async function removeTotp(ctx: OwnCtx, proof: Proof) {
  const { accountId } = ctx.actor!
  if (!(await readFactors(ctx.cells, accountId)).totpSince) throw notFound('动态口令')
  await demandCode(ctx, 'totp-remove', proof)
  await note(ctx, 'totp-removed', sessionApi.totpRemove, '移除动态口令')
  await dropTotp(ctx.cells, accountId)
  return null
}

export async function askForNewPasskey(ctx: OwnCtx, proof: Proof) {
  await demandCode(ctx, 'passkey-add', proof)
  return beginPasskey(ctx, (await ownName(ctx)) || '账号')
}

export async function addPasskey(ctx: OwnCtx, answer: NewPasskeyAnswer, name: string) {
  const passkey = await readNewPasskey(ctx, answer)
  await note(ctx, 'passkey-added', sessionApi.passkeyAdd, `添加通行密钥“${name}”`)
  await passkey.keep(name)
  await inOwnDistrict(ctx, ({ db }) => addFactor(db, ctx.actor!.sessionId, 'passkey'))
  return null
}

export async function removePasskey(ctx: OwnCtx, id: string, proof: Proof) {
  const { accountId } = ctx.actor!
  const passkey = found(
    (await readFactors(ctx.cells, accountId)).passkeys.find((one) => one.id === id),
    '通行密钥',
  )
  await demandCode(ctx, `passkey-remove:${id}`, proof)
  await note(ctx, 'passkey-removed', sessionApi.passkeyRemove, `移除通行密钥“${passkey.name}”`)
  await dropPasskey(ctx.cells, accountId, id)
  return null
}

/** Written before it is done: a change that nobody knows of would be worse than a note of one that failed. */
async function note(ctx: OwnCtx, kind: IdentityChange, route: { path: string; title: string }, what: string) {
  const { districtId, personId } = ctx.actor!
  const phone = await inOwnDistrict(ctx, async (own) => {
    await recordIdentityChange(own, kind, ctx.client.address)
    await recordOperation(own, { route: route.path, title: route.title, objectIds: [personId] })
    await send(own, personId, what)
    return (await readPerson({ db: own.db, districtId }, personId))?.phone
  })
  if (phone) tell(ctx, districtId, phone, wordsOf(what))
}

const wordsOf = (what: string) => `您的账号已${what}。如非本人操作，请立即修改密码并联系管理员。`
const send = (ctx: Ctx, personId: string, what: string) =>
  sendMessages(ctx, changed, {
    to: [personId],
    words: { what },
    url: '/personal/devices',
    subject: { kind: 'login-factor', id: newId() },
  })

/** Tells somebody what an administrator did to the account. */
export async function tellOwner(ctx: OwnCtx, personId: string, what: string) {
  const { districtId } = ctx.actor!
  const phone = await inOwnDistrict(ctx, async (own) => {
    await send(own, personId, what)
    return (await readPerson({ db: own.db, districtId }, personId))?.phone
  })
  if (phone) tell(ctx, districtId, phone, wordsOf(what))
}

/** Frees somebody who has lost the phone and has nobody above, from outside. Whether there was anything. */
export async function resetFactorsOf(cells: Cells, userName: string, ctxIn: CtxIn): Promise<boolean> {
  const account = await findAccount(cells, userName)
  if (!account) throw new Refusal(`nobody is called ${userName}`)
  for (const districtId of await districtsOf(cells, account.id))
    await inDistrict(cells, districtId, async (db) => {
      const person = await findPersonOfAccount({ db, districtId }, account.id)
      if (!person) return
      const ctx = ctxIn(districtId, db)
      await recordIdentityChange(ctx, 'factors-reset', '', { accountId: account.id, personId: person.id })
      await recordOperation(ctx, { route: 'admin factors reset', title: '重置登录验证方式', objectIds: [person.id] })
      await send(ctx, person.id, '由平台重置登录验证方式')
    })
  return dropFactors(cells, account.id)
}
type CtxIn = (district: Ctx['actor']['districtId'], db: Ctx['db']) => Ctx
