import { dayOf, orNotFound, invalid, may, Refusal, scopeOf, type Ctx } from '#packages/core'
import { findModulePage, listAssignableRoles, setRolesOfUser, type AssignableRole } from '#kernel/access/server/api.ts'
import { decideRecord } from '#kernel/approval/server/api.ts'
import type { AccessChoices } from '../../../contract.ts'
import { listRolesWithApp, setRequestedRole } from '../../access-request-queries.ts'
import { listAllApplications, type AppRow } from '../../application-list.ts'
import { getGranter } from '../grants/granter.ts'
import { previewGrants } from '../grants/preview-grants.ts'
import { toIdSet, listPresentObjects, saveObjectsOfApp } from '../grants/save-grants.ts'
import { accessRequests, accessRequestSubject, type KnownAccessRequest } from './access-requests.ts'

async function getPendingRequest(ctx: Ctx, id: string): Promise<KnownAccessRequest> {
  const request = await accessRequests.rows.require(ctx, scopeOf(ctx, 'app.grant'), id)
  if (request.status !== 'waiting') throw new Refusal('该申请已处理')
  return request
}

/** Previews what an approval would grant, and how many people would have it. */
export async function getAccessChoices(ctx: Ctx, { id }: { id: string }): Promise<AccessChoices> {
  const request = await getPendingRequest(ctx, id)
  const app = await getRequestedApp(ctx, request)
  if (app?.audience !== 'person') return { needsRole: true, roles: await listRolesToGrant(ctx, request), people: null }
  const userIds = await listHoldersAfter(ctx, app.key, request.userId)
  const { before, after } = await previewGrants(ctx, { key: app.key, orgs: [], roleIds: null, userIds })
  return { needsRole: false, roles: [], people: { before, after } }
}

const getRequestedApp = async (ctx: Ctx, { kind, target }: KnownAccessRequest): Promise<AppRow | undefined> =>
  kind === 'application'
    ? orNotFound(
        (await listAllApplications(ctx)).find(({ key }) => key === target),
        '应用',
      )
    : undefined

async function listRolesToGrant(ctx: Ctx, { kind, target, userId }: KnownAccessRequest): Promise<AssignableRole[]> {
  if (!may(ctx.actor, 'role.assign')) return []
  if (kind === 'application')
    return listAssignableRoles(ctx, userId, { roleIds: await listRolesWithApp(ctx.db, target, dayOf(ctx.now)) })
  return listAssignableRoles(ctx, userId, { permission: orNotFound(findModulePage(ctx, target), '页面').permission })
}

/** The memberships that have the application by name, plus the requester. */
const listHoldersAfter = async (ctx: Ctx, key: string, userId: string) => [
  ...new Set([...toIdSet(await listPresentObjects(ctx, getGranter(ctx), 'person', key)), userId]),
]

interface AccessRequestDecision {
  id: string
  isAgreed: boolean
  roleId: string | null
  reply: string
}

/** Decides a request in the caller's scope; an approval names the role that is granted, if one is needed. */
export async function decideAccessRequest(
  ctx: Ctx,
  { id, isAgreed, roleId, reply }: AccessRequestDecision,
): Promise<null> {
  await accessRequests.rows.require(ctx, scopeOf(ctx, 'app.grant'), id)
  if (!isAgreed && reply === '') throw invalid([{ field: 'reply', msg: '请填写答复' }])
  await decideRecord(ctx, {
    subject: accessRequestSubject,
    id,
    isAgreed,
    opinion: reply,
    mayTakeOver: true,
    prepare: () => setRequestedRole(ctx.db, id, isAgreed ? roleId : null),
  })
  return null
}

/**
 * Grants the requested access with the rights of the approver, and returns the role, if one is granted. Without a choice
 * the only possible role is granted.
 */
export async function grantAccess(ctx: Ctx, request: KnownAccessRequest): Promise<string | null> {
  const app = await getRequestedApp(ctx, request)
  if (app?.audience === 'person') {
    const objectIds = await listHoldersAfter(ctx, app.key, request.userId)
    await saveObjectsOfApp(ctx, { type: 3, key: app.key, objectIds, from: null, to: null })
    return null
  }
  const roles = await listRolesToGrant(ctx, request)
  const role = request.roleId
    ? roles.find(({ id }) => id === request.roleId)
    : roles.length === 1
      ? roles[0]
      : undefined
  if (roles.length === 0) throw new Refusal('您没有可授予的角色，请转交给能够授权的人员')
  if (!role) throw invalid([{ field: 'roleId', msg: '请在“权限申请”中选择要授予的角色' }])
  await setRolesOfUser(ctx, { userId: request.userId, add: [role.id], remove: [] })
  return role.id
}
