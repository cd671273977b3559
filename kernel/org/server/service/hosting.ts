import { districtId, found, invalid, Refusal, scopeOf, type Ctx, type DistrictId } from '#packages/core'
import type { BodyOf } from '#packages/contract'
import { inCell, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { enqueue } from '#packages/jobs'
import { recordOperation } from '#kernel/audit/server'
import { orgApi } from '../../contract.ts'
import { findGoverned } from '../edit-queries.ts'
import {
  claimHost,
  districtOfBureauHost,
  districtOfHost,
  holdHosts,
  isHostTaken,
  pendingHost,
  settleHosts,
  storeHost,
} from '../host-queries.ts'
import { claimMs, settleHost } from '../jobs.ts'
import { canGovern } from '../policy.ts'

type HostForm = BodyOf<typeof orgApi.setHost>

/**
 * Gives an organisation an address of its own, or takes it back. It is claimed over the whole platform first, then the
 * organisation has it, then the claim counts and the one before it is free. Whoever dies in between leaves a job behind
 * that goes by what the organisation has.
 */
export async function setHost(own: OwnCtx, { orgId, host }: HostForm) {
  const { cells, now } = own
  const { districtId } = own.actor!
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) => inOwnDistrict(own, work)

  await inside(async (ctx) => {
    await requireHostable(ctx, orgId)
    await settleLater(ctx, orgId)
  })
  if (host !== '') await claim(cells, { host, districtId, orgId }, now)
  const isStored = await inside(async (ctx) => {
    await requireHostable(ctx, orgId)
    const { path, title } = orgApi.setHost
    await recordOperation(ctx, { route: path, title, objectIds: [orgId] })
    return storeHost(ctx.db, orgId, host, now)
  })
  if (!isStored) throw new Refusal('该组织已被删除')
  await inDirectory(cells, (db) => settleHosts(db, { host, districtId, orgId }, now))
  return { host }
}

/** The address of a district leads there before anybody is known, so it is nobody's in the district to change. */
async function requireHostable(ctx: Ctx, orgId: string) {
  const scope = scopeOf(ctx, 'org.edit')
  const node = found(await findGoverned(ctx.db, scope, orgId), '组织')
  if (node.type === 'bureau') throw new Refusal('教育局的域名由平台管理员设置')
  if (node.type === 'department') throw new Refusal('部门没有自己的域名')
  if (!canGovern(scope, node)) throw new Refusal('本单位的域名由上级单位设置')
}

interface Claim {
  host: string
  districtId: DistrictId
  orgId: string
}

const claim = (cells: Cells, wanted: Claim, now: Date) =>
  inDirectory(cells, async (db) => {
    await holdHosts(db)
    const taken = () => invalid([{ field: 'host', msg: '该域名已被使用' }])
    if (await isHostTaken(db, wanted)) throw taken()
    // Of two who give one organisation different addresses at once, the later would free the one that it kept.
    const other = await pendingHost(db, wanted, new Date(now.getTime() - claimMs))
    if (other && other.host !== wanted.host) throw new Refusal('有人正在设置该组织的域名，请稍后再试')
    await claimHost(db, wanted, now)
  })

/** Later than anybody could still be at it. */
const settleLater = (ctx: Ctx, orgId: string) =>
  enqueue(ctx, settleHost, { orgId }, { startAfter: new Date(ctx.now.getTime() + 2 * claimMs) })

/** An organisation that ends gives its address back, a little later. */
export const giveBackHost = (ctx: Ctx, orgId: string) => settleLater(ctx, orgId)

/** The district that this address leads to: the bureau's own, or that of one of its organisations. */
export async function districtOfAddress(cells: Cells, host: string): Promise<DistrictId | undefined> {
  const bureau = await inCell(cells, cells.ids[0]!, (db) => districtOfBureauHost(db, host))
  const found = bureau ?? (await inDirectory(cells, (db) => districtOfHost(db, host)))
  return found && districtId(found.id)
}
