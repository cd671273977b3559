import { randomBytes } from 'node:crypto'
import { newId, notFound, Refusal, type Ctx, type DistrictId } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import {
  boundAmong,
  claimWorkplaceKeys,
  districtOfKey,
  findAccountOfWorkplace,
  findPersonOfAccount,
  keepBinding,
  readPerson,
  unbindWorkplace,
  type Binding,
} from '#kernel/identity/server'
import { districtOfAddress } from '#kernel/org/server'
import {
  actingFor,
  arrive,
  browserOf,
  checkPassword,
  completeBinding,
  dropTickets,
  endEverywhere,
  makeTicket,
  prepareEnding,
  takeTicket,
  waitingForCode,
} from '#kernel/session/server'
import type { LoginForm, LoginResult } from '#kernel/session/contract.ts'
import type { WorkplaceLogin } from '../contract.ts'
import { signInUrl, userByInsideCode, userByWebCode } from './dingtalk.ts'
import { findDingTalk, upsertDingTalk } from './queries.ts'

const stateSeconds = 600
const bindSeconds = 300

interface Which {
  ddId: string
  corpId: string
}

export interface DingTalkFacts extends Which {
  /** The application as work notices name it; without it there are none. */
  agentId?: number | undefined
  clientId: string
  clientSecret: string
}

/** Says which DingTalk company and application belong to a district. The keys are claimed first, as they are global. */
export async function configureDistrict(ctx: Ctx, { ddId, corpId, clientId, clientSecret, agentId }: DingTalkFacts) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const secret = fields.encrypt('dingtalk.client_secret', clientSecret, corpId)
  await upsertDingTalk(
    ctx.db,
    {
      id: newId(),
      dd_id: ddId,
      corp_id: corpId,
      client_id: clientId,
      client_secret: secret,
      agent_id: agentId ?? null,
    },
    ctx.now,
  )
}
export const claimKeys = (cells: OwnCtx['cells'], district: DistrictId, { ddId, corpId }: Which) =>
  claimWorkplaceKeys(cells, district, [`dd:${ddId}`, `corp:${corpId}`])

const notSetUp = () => notFound('钉钉登录')

async function configurationOf(ctx: OwnCtx, which: Which) {
  const district = await districtFor(ctx, which)
  if (district === undefined) throw notSetUp()
  return inDistrict(
    ctx.cells,
    district,
    async (db) => {
      const row = await findDingTalk(db, which)
      if (!row) throw notSetUp()
      const fields = await fieldsOf(db, district)
      return { ...row, district, clientSecret: fields.decrypt('dingtalk.client_secret', row.clientSecret, row.corpId) }
    },
    { readOnly: true },
  )
}

async function districtFor(ctx: OwnCtx, { ddId, corpId }: Which): Promise<DistrictId | undefined> {
  if (ddId) return districtOfKey(ctx.cells, `dd:${ddId}`)
  if (corpId) return districtOfKey(ctx.cells, `corp:${corpId}`)
  return districtOfAddress(ctx.cells, ctx.client.host)
}

/** Where the door is. What comes back has to say the word that we give here to this browser. */
export async function startSignIn(ctx: OwnCtx, which: Which) {
  const { corpId, clientId, ddId } = await configurationOf(ctx, which)
  const back = new URL(`/DDLogin/${encodeURIComponent(ddId)}`, ctx.client.origin)
  const state = randomBytes(24).toString('base64url')
  await ctx.shelf.put(`dd-state:${state}`, { browser: browserOf(ctx), ddId }, stateSeconds)
  return { corpId, url: signInUrl({ clientId }, { redirectUri: back.href, state }) }
}

interface ByCode extends Which {
  code: string
  state: string
}

/** A code from DingTalk says who it is: an account that is bound comes in, another one may be bound. */
export async function signInByWorkplace(ctx: OwnCtx, { code, state, ...which }: ByCode): Promise<WorkplaceLogin> {
  const config = await configurationOf(ctx, which)
  // A code that came through DingTalk's page must come back to the browser that was sent there: otherwise somebody
  // could have his own DingTalk bound to a colleague's account. Inside DingTalk the company says who is asking.
  if (which.ddId && !state) throw new Refusal('钉钉授权已失效，请重新扫码')
  if (state) {
    const started = await ctx.shelf.take<{ browser: string; ddId: string }>(`dd-state:${state}`)
    if (started?.browser !== browserOf(ctx) || started.ddId !== config.ddId)
      throw new Refusal('钉钉授权已失效，请重新扫码')
  }
  const { unionId, nick } = await (state ? userByWebCode : userByInsideCode)(config, code)
  const account = await findAccountOfWorkplace(ctx.cells, config.corpId, unionId)
  if (account) {
    const { id: accountId } = account
    const arrival = {
      accountId,
      door: 'dingtalk',
      district: config.district,
      factors: ['dingtalk'],
    } as const
    const result = await arrive(ctx, arrival)
    await rememberBinding(ctx, config.district, accountId, { corpId: config.corpId, unionId })
    return { ...result, goBind: false, dingdingID: '', accountId, userNick: nick }
  }
  const facts = {
    browser_hash: ctx.client.browserHash(),
    facts: { corpId: config.corpId, unionId },
    seconds: bindSeconds,
  }
  const ticket = await inDistrict(ctx.cells, config.district, (db) =>
    makeTicket(db, config.district, 'bind', facts, ctx.now),
  )
  await ctx.shelf.put(`dd-bind:${browserOf(ctx)}`, { district: config.district }, bindSeconds)
  return { ...nobodyYet(ctx), goBind: true, dingdingID: ticket, accountId: '', userNick: nick }
}

/** Who was bound before this was kept can be told things from now on. */
const rememberBinding = (ctx: OwnCtx, district: DistrictId, accountId: string, binding: Binding) =>
  inDistrict(ctx.cells, district, async (db) => {
    const person = await findPersonOfAccount({ db, districtId: district }, accountId)
    if (!person?.isBound || (await boundAmong({ db }, [person.id])).size > 0) return
    await keepBinding(actingFor(ctx, db, district, accountId, person.id), person.id, binding)
  })

const nobodyYet = (ctx: OwnCtx): LoginResult => ({
  ...waitingForCode(ctx, '', '', { methods: [], offersTrust: false }),
  needMsg: false,
})

/** Binds whoever knows the password to the DingTalk user that the ticket stands for. Administrators need a code too. */
export async function bind(
  ctx: OwnCtx,
  { dingdingID, ...form }: LoginForm & { dingdingID: string },
): Promise<WorkplaceLogin> {
  const { id: accountId } = await checkPassword(ctx, form)
  const { ticket, district } = await takeTicket(ctx, dingdingID, 'bind')
  const binding = { corpId: String(ticket.facts['corpId']), unionId: String(ticket.facts['unionId']) }
  const owner = await findAccountOfWorkplace(ctx.cells, binding.corpId, binding.unionId)
  if (owner && owner.id !== accountId) throw new Refusal('该钉钉账号已绑定其他用户')
  const result = await arrive(ctx, { accountId, door: 'password', factors: ['password'], district, binding })
  if (!result.needMsg) await completeBinding(ctx, district, accountId, binding)
  return { ...result, isBound: !result.needMsg, goBind: false, dingdingID: '', accountId, userNick: '' }
}

/** Gives up a binding that this browser began. */
export async function cancelBinding(ctx: OwnCtx) {
  const begun = await ctx.shelf.take<{ district: DistrictId }>(`dd-bind:${browserOf(ctx)}`)
  if (begun) await dropTickets(ctx, begun.district, 'bind')
  return null
}

/** The DingTalk account opens nothing any more, and what was open ends. */
export async function unbind(ctx: OwnCtx) {
  const { accountId, districtId: district, personId } = ctx.actor!
  const self = await inOwnDistrict(ctx, ({ db }) => readPerson({ db, districtId: district }, personId))
  if (!self?.isBound) throw new Refusal('尚未绑定钉钉账号')
  const ending = { accountId, by: 'unbound' } as const
  await prepareEnding(ctx, district, ending)
  await unbindWorkplace(ctx.cells, accountId)
  await inOwnDistrict(ctx, (own) => keepBinding(own, personId, null))
  await endEverywhere(ctx, { ...ending, change: 'unbound' })
  return null
}
