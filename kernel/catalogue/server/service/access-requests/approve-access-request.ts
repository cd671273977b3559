import { dayOf, orNotFound, invalid, may, Refusal, scopeOf, type Ctx } from '#packages/core'
import { findModulePage, listAssignableRoles, setRolesOfUser, type AssignableRole } from '#kernel/access/server/api.ts'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import type { AccessChoices } from '../../../contract.ts'
import { listRolesWithApp } from '../../access-request-queries.ts'
import { listAllApplications, type AppRow } from '../../application-list.ts'
import { getGranter } from '../grants/granter.ts'
import { previewGrants } from '../grants/preview-grants.ts'
import { toIdSet, listPresentObjects, saveObjectsOfApp } from '../grants/save-grants.ts'
import { accessRequests, type KnownAccessRequest } from './access-requests.ts'
import { getAccessRequestSubject } from './request-access.ts'

export const accessDecisionTemplate = defineTemplate({
  code: 'access.answered',
  kind: 'notice',
  title: '“{name}”{outcome}',
  body: '{reply}',
})

const ownRequestMessage = '不能处理本人的申请'

async function getPendingRequest(ctx: Ctx, id: string): Promise<KnownAccessRequest> {
  const request = await accessRequests.rows.require(ctx, scopeOf(ctx, 'app.grant'), id)
  if (request.asker.id === ctx.actor.personId) throw new Refusal(ownRequestMessage)
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

/** An approval grants the access in the same transaction, by the usual functions. The requester is notified. */
export async function decideAccessRequest(
  ctx: Ctx,
  { id, isAgreed, roleId, reply }: AccessRequestDecision,
): Promise<null> {
  const request = await getPendingRequest(ctx, id)
  if (!isAgreed && reply === '') throw invalid([{ field: 'reply', msg: '请填写答复' }])
  const grantedRoleId = isAgreed ? await grantAccess(ctx, request, roleId) : null
  const set = { reply, roleId: grantedRoleId, decider: ctx.actor.personId, decidedAt: ctx.now }
  const scope = scopeOf(ctx, 'app.grant')
  if (!(await accessRequests.rows.move(ctx, scope, id, 'waiting', isAgreed ? 'agreed' : 'refused', set)))
    throw new Refusal('该申请已处理')
  await closeTodos(ctx, getAccessRequestSubject(id))
  await sendMessages(ctx, accessDecisionTemplate, {
    to: [request.asker.id],
    values: {
      name: request.name,
      outcome: isAgreed ? '已开放' : '未能开放',
      reply: reply || (request.kind === 'page' ? '现在可以使用该页面。' : '现在可以在应用中心打开。'),
    },
    url: request.kind === 'page' ? request.target : '/dataCentre/appSupermarket',
    subject: getAccessRequestSubject(id),
    orgId: request.org.id,
  })
  return null
}

/** Grants the requested access and returns the role, if one was chosen. */
async function grantAccess(ctx: Ctx, request: KnownAccessRequest, roleId: string | null): Promise<string | null> {
  const app = await getRequestedApp(ctx, request)
  if (app?.audience === 'person') {
    const objectIds = await listHoldersAfter(ctx, app.key, request.userId)
    await saveObjectsOfApp(ctx, { type: 3, key: app.key, objectIds, from: null, to: null })
    return null
  }
  const role = (await listRolesToGrant(ctx, request)).find((one) => one.id === roleId)
  if (!role) throw invalid([{ field: 'roleId', msg: '请选择要授予的角色' }])
  await setRolesOfUser(ctx, { userId: request.userId, add: [role.id], remove: [] })
  return role.id
}
