import { districtId, orNotFound, invalid, Refusal, scopeOf, type Ctx, type DistrictId } from '#packages/core'
import type { BodyOf } from '#packages/contract'
import { inCell, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { enqueue } from '#packages/jobs'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { orgApi } from '../../contract.ts'
import { findManagedOrganisation } from '../edit-queries.ts'
import {
  claimHost,
  findDistrictByBureauHost,
  findDistrictByHost,
  lockHosts,
  isHostTaken,
  findPendingHost,
  confirmHosts,
  updateHost,
} from '../host-queries.ts'
import { hostClaimMs, confirmHostJob } from '../jobs.ts'
import { canManage } from '../policy.ts'

type HostForm = BodyOf<typeof orgApi.setHost>

/**
 * Sets or removes the address of an organisation. First the address is claimed on the whole platform, then the
 * organisation gets it, then the claim is confirmed and the previous address released. If the process dies in between,
 * a job finishes according to the organisation's row.
 */
export async function setHost(own: RequestCtx, { orgId, host }: HostForm) {
  const { cells, now } = own
  const { districtId } = own.actor!
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) => inOwnDistrict(own, work)

  await inside(async (ctx) => {
    await requireHostable(ctx, orgId)
    await enqueueHostConfirmation(ctx, orgId)
  })
  if (host !== '') await claimHostForOrg(cells, { host, districtId, orgId }, now)
  const isStored = await inside(async (ctx) => {
    await requireHostable(ctx, orgId)
    const { path, title } = orgApi.setHost
    await recordOperation(ctx, { route: path, title, objectIds: [orgId] })
    return updateHost(ctx.db, orgId, host, now)
  })
  if (!isStored) throw new Refusal('该组织已被删除')
  await inDirectory(cells, (db) => confirmHosts(db, { host, districtId, orgId }, now))
  return { host }
}

/** The address of a district selects the district before sign-in, so nobody inside the district may change it. */
async function requireHostable(ctx: Ctx, orgId: string) {
  const scope = scopeOf(ctx, 'org.edit')
  const node = orNotFound(await findManagedOrganisation(ctx.db, scope, orgId), '组织')
  if (node.type === 'bureau') throw new Refusal('教育局的域名由平台管理员设置')
  if (node.type === 'department') throw new Refusal('部门没有自己的域名')
  if (!canManage(scope, node)) throw new Refusal('本单位的域名由上级单位设置')
}

interface OrgHostClaim {
  host: string
  districtId: DistrictId
  orgId: string
}

const claimHostForOrg = (cells: Cells, hostClaim: OrgHostClaim, now: Date) =>
  inDirectory(cells, async (db) => {
    await lockHosts(db)
    const taken = () => invalid([{ field: 'host', msg: '该域名已被使用' }])
    if (await isHostTaken(db, hostClaim)) throw taken()
    // If two people set different addresses at once, the later confirmation would release the stored one.
    const other = await findPendingHost(db, hostClaim, new Date(now.getTime() - hostClaimMs))
    if (other && other.host !== hostClaim.host) throw new Refusal('有人正在设置该组织的域名，请稍后再试')
    await claimHost(db, hostClaim, now)
  })

/** Scheduled after every running claim must have ended. */
const enqueueHostConfirmation = (ctx: Ctx, orgId: string) =>
  enqueue(ctx, confirmHostJob, { orgId }, { startAfter: new Date(ctx.now.getTime() + 2 * hostClaimMs) })

/** Releases the address of an organisation that ends. */
export const releaseHost = (ctx: Ctx, orgId: string) => enqueueHostConfirmation(ctx, orgId)

/** The district of an address: the bureau's own, or that of one of its organisations. */
export async function findDistrictByAddress(cells: Cells, host: string): Promise<DistrictId | undefined> {
  const bureau = await inCell(cells, cells.ids[0]!, (db) => findDistrictByBureauHost(db, host))
  const found = bureau ?? (await inDirectory(cells, (db) => findDistrictByHost(db, host)))
  return found && districtId(found.id)
}
