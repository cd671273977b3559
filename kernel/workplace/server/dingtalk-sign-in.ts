import { randomBytes } from 'node:crypto'
import { newId, notFound, Refusal, type Ctx, type DistrictId } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import {
  listBoundPersonIds,
  claimWorkplaceKeys,
  findDistrictByWorkplaceKey,
  findAccountByWorkplace,
  findPersonOfAccount,
  updateWorkplaceBinding,
  type WorkplaceBinding,
} from '#kernel/identity/server/api.ts'
import { findDistrictByAddress } from '#kernel/org/server/api.ts'
import {
  createPersonCtx,
  completeSignIn,
  getBrowserKey,
  checkPassword,
  bindWorkplaceUser,
  deleteTickets,
  createOneTimeTicket,
  redeemTicket,
  presentCodeNeeded,
} from '#kernel/session/server/api.ts'
import type { LoginForm, LoginResult } from '#kernel/session/contract.ts'
import type { WorkplaceLogin } from '../contract.ts'
import { getDingTalkService, getSignInUrl, getUserByInsideCode, getUserByWebCode } from './dingtalk-client.ts'
import { findDingTalk, upsertDingTalk } from './dingtalk-queries.ts'

const stateSeconds = 600
const bindSeconds = 300

interface DingTalkKey {
  ddId: string
  corpId: string
}

export interface DingTalkConfig extends DingTalkKey {
  /** The application id for work notices; without it none are sent. */
  agentId?: number | undefined
  clientId: string
  clientSecret: string
}

/** Configures the DingTalk company and application of a district. The keys are global, so they are claimed first. */
export async function configureDingTalkDistrict(
  ctx: Ctx,
  { ddId, corpId, clientId, clientSecret, agentId }: DingTalkConfig,
) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
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
export const claimDingTalkKeys = (cells: RequestCtx['cells'], district: DistrictId, { ddId, corpId }: DingTalkKey) =>
  claimWorkplaceKeys(cells, district, [`dd:${ddId}`, `corp:${corpId}`])

const notSetUp = () => notFound('钉钉登录')

async function getConfiguration(ctx: RequestCtx, key: DingTalkKey) {
  const district = await findDistrict(ctx, key)
  if (district === undefined) throw notSetUp()
  return inDistrict(
    ctx.cells,
    district,
    async (db) => {
      const row = await findDingTalk(db, key)
      if (!row) throw notSetUp()
      const fields = await loadFieldCipher(db, district)
      return { ...row, district, clientSecret: fields.decrypt('dingtalk.client_secret', row.clientSecret, row.corpId) }
    },
    { readOnly: true },
  )
}

async function findDistrict(ctx: RequestCtx, { ddId, corpId }: DingTalkKey): Promise<DistrictId | undefined> {
  if (ddId) return findDistrictByWorkplaceKey(ctx.cells, `dd:${ddId}`)
  if (corpId) return findDistrictByWorkplaceKey(ctx.cells, `corp:${corpId}`)
  return findDistrictByAddress(ctx.cells, ctx.client.host)
}

/** Returns the sign-in URL. The redirect must return the state that is stored for this browser. */
export async function startSignIn(ctx: RequestCtx, key: DingTalkKey) {
  const { corpId, clientId, ddId } = await getConfiguration(ctx, key)
  const back = new URL(`/DDLogin/${encodeURIComponent(ddId)}`, ctx.client.origin)
  const state = randomBytes(24).toString('base64url')
  await ctx.ephemeralStore.put(`dd-state:${state}`, { browser: getBrowserKey(ctx), ddId }, stateSeconds)
  return { corpId, url: getSignInUrl(getDingTalkService(ctx), { clientId }, { redirectUri: back.href, state }) }
}

interface SignInCode extends DingTalkKey {
  code: string
  state: string
}

/** Signs in a bound account, or returns a ticket for binding. */
export async function signInByWorkplace(ctx: RequestCtx, { code, state, ...key }: SignInCode): Promise<WorkplaceLogin> {
  const config = await getConfiguration(ctx, key)
  // The code must come back to the browser that was sent to DingTalk's page: otherwise an attacker could have their own
  // DingTalk bound to a colleague's account. Inside DingTalk the company identifies the user.
  if (key.ddId && !state) throw new Refusal('钉钉授权已失效，请重新扫码')
  if (state) {
    const started = await ctx.ephemeralStore.take<{ browser: string; ddId: string }>(`dd-state:${state}`)
    if (started?.browser !== getBrowserKey(ctx) || started.ddId !== config.ddId)
      throw new Refusal('钉钉授权已失效，请重新扫码')
  }
  const { unionId, nick } = await (state ? getUserByWebCode : getUserByInsideCode)(
    getDingTalkService(ctx),
    config,
    code,
  )
  const account = await findAccountByWorkplace(ctx.cells, config.corpId, unionId)
  if (account) {
    const { id: accountId } = account
    const arrival = {
      accountId,
      signInMethod: 'dingtalk',
      district: config.district,
      factors: ['dingtalk'],
    } as const
    const result = await completeSignIn(ctx, arrival)
    await rememberBinding(ctx, config.district, accountId, { corpId: config.corpId, unionId })
    return { ...result, goBind: false, dingdingID: '', accountId, userNick: nick }
  }
  const facts = {
    browser_hash: ctx.client.browserHash(),
    facts: { corpId: config.corpId, unionId },
    seconds: bindSeconds,
  }
  const ticket = await inDistrict(ctx.cells, config.district, (db) =>
    createOneTimeTicket(db, config.district, 'bind', facts, ctx.now),
  )
  await ctx.ephemeralStore.put(`dd-bind:${getBrowserKey(ctx)}`, { district: config.district }, bindSeconds)
  return { ...createUnboundResult(ctx), goBind: true, dingdingID: ticket, accountId: '', userNick: nick }
}

/** Stores the binding of people who were bound before bindings were stored, so that they get notices. */
const rememberBinding = (ctx: RequestCtx, district: DistrictId, accountId: string, binding: WorkplaceBinding) =>
  inDistrict(ctx.cells, district, async (db) => {
    const person = await findPersonOfAccount({ db, districtId: district }, accountId)
    if (!person?.isBound || (await listBoundPersonIds({ db }, [person.id])).size > 0) return
    await updateWorkplaceBinding(createPersonCtx(ctx, db, district, accountId, person.id), person.id, binding)
  })

const createUnboundResult = (ctx: RequestCtx): LoginResult => ({
  ...presentCodeNeeded(ctx, '', '', { methods: [], offersTrust: false }),
  needMsg: false,
})

/** Binds the account with this password to the DingTalk user of the ticket. Administrators also need an SMS code. */
export async function bindDingTalk(
  ctx: RequestCtx,
  { dingdingID, ...form }: LoginForm & { dingdingID: string },
): Promise<WorkplaceLogin> {
  const { id: accountId } = await checkPassword(ctx, form)
  const { ticket, district } = await redeemTicket(ctx, dingdingID, 'bind')
  const binding = { corpId: String(ticket.facts['corpId']), unionId: String(ticket.facts['unionId']) }
  const owner = await findAccountByWorkplace(ctx.cells, binding.corpId, binding.unionId)
  if (owner && owner.id !== accountId) throw new Refusal('该钉钉账号已绑定其他用户')
  const result = await completeSignIn(ctx, {
    accountId,
    signInMethod: 'password',
    factors: ['password'],
    district,
    binding,
  })
  if (!result.needMsg) await bindWorkplaceUser(ctx, district, accountId, binding)
  return { ...result, isBound: !result.needMsg, goBind: false, dingdingID: '', accountId, userNick: '' }
}

/** Cancels a binding that this browser began. */
export async function cancelBinding(ctx: RequestCtx) {
  const begun = await ctx.ephemeralStore.take<{ district: DistrictId }>(`dd-bind:${getBrowserKey(ctx)}`)
  if (begun) await deleteTickets(ctx, begun.district, 'bind')
  return null
}
