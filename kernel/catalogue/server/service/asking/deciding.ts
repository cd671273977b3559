import { appAudiences } from '#packages/contract'
import { dayOf, found, invalid, may, Refusal, scopeOf, type Ctx } from '#packages/core'
import { describeRoles, pageAt, rolesToGive, setRolesOfUser, titleOf, type RoleToGive } from '#kernel/access/server'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server'
import type { AccessChoices, AccessRequest } from '../../../contract.ts'
import {
  findAccessRequest,
  pageOfAccessRequests,
  rolesHavingApp,
  settleAccessRequest,
  type AccessRequestRow,
} from '../../access-request-queries.ts'
import { applicationsOf, type AppRow } from '../../application-list.ts'
import type { RequestsAsked } from '../../request-queries.ts'
import { giverOf } from '../grants/giver.ts'
import { previewRelation } from '../grants/previewing.ts'
import { idsOf, presentOf, saveObjectsOfApp } from '../grants/saving-objects.ts'
import { subjectOf } from './asking.ts'

const answered = defineTemplate({
  code: 'access.answered',
  kind: 'notice',
  title: '“{name}”{outcome}',
  body: '{words}',
})

const ownMatter = '不能处理本人的申请'

export async function listAccessRequests(ctx: Ctx, { status, from, to, ...page }: RequestsAsked) {
  const { items, ...counts } = await pageOfAccessRequests(ctx.db, scopeOf(ctx, 'app.grant'), { status, from, to }, page)
  const apps = new Map((await applicationsOf(ctx)).map((app) => [app.key, app]))
  const roles = await describeRoles(ctx, [...new Set(items.flatMap(({ roleId }) => roleId ?? []))])
  return { ...counts, items: items.map((row) => presented(row, apps, roles)) }
}

function presented(
  row: AccessRequestRow,
  apps: ReadonlyMap<string, AppRow>,
  roles: ReadonlyMap<string, { name: string }>,
): AccessRequest {
  const { id, kind, orgName, reason, status, words } = row
  return {
    id,
    kind,
    orgName,
    reason,
    status,
    words,
    ...namesOf(row, apps),
    askedBy: row.askedBy ?? '',
    askedAt: row.askedAt.toISOString(),
    roleName: (row.roleId && roles.get(row.roleId)?.name) || '',
    decidedBy: row.decidedBy ?? '',
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}

/** What was asked for may be gone by now: then it is still told by its key. */
function namesOf({ kind, target }: AccessRequestRow, apps: ReadonlyMap<string, AppRow>) {
  if (kind === 'page') {
    const page = pageAt(target)
    return { name: page?.title ?? target, needs: page ? titleOf(page.permission) : '' }
  }
  const app = apps.get(target)
  return { name: app?.name ?? target, needs: app ? appAudiences[app.audience].title : '' }
}

async function waitingRequest(ctx: Ctx, id: string): Promise<AccessRequestRow> {
  const request = found(await findAccessRequest(ctx.db, scopeOf(ctx, 'app.grant'), id), '申请')
  if (request.askerId === ctx.actor.personId) throw new Refusal(ownMatter)
  if (request.status !== 'waiting') throw new Refusal('该申请已处理')
  return request
}

/** What agreeing would give, and to how many: asked before it is done. */
export async function readAccessChoices(ctx: Ctx, id: string): Promise<AccessChoices> {
  const request = await waitingRequest(ctx, id)
  const app = await appOf(ctx, request)
  if (app?.audience !== 'person') return { needsRole: true, roles: await rolesFor(ctx, request), people: null }
  const userIds = await havingAfter(ctx, app.key, request.userId)
  const { before, after } = await previewRelation(ctx, { key: app.key, orgs: [], roleIds: null, userIds })
  return { needsRole: false, roles: [], people: { before, after } }
}

const appOf = async (ctx: Ctx, { kind, target }: AccessRequestRow): Promise<AppRow | undefined> =>
  kind === 'application'
    ? found(
        (await applicationsOf(ctx)).find(({ key }) => key === target),
        '应用',
      )
    : undefined

async function rolesFor(ctx: Ctx, { kind, target, userId }: AccessRequestRow): Promise<RoleToGive[]> {
  if (!may(ctx.actor, 'role.assign')) return []
  if (kind === 'application')
    return rolesToGive(ctx, userId, { roleIds: await rolesHavingApp(ctx.db, target, dayOf(ctx.now)) })
  return rolesToGive(ctx, userId, { permission: found(pageAt(target), '页面').permission })
}

/** Those who have the application by name, and the asker. */
const havingAfter = async (ctx: Ctx, key: string, userId: string) => [
  ...new Set([...idsOf(await presentOf(ctx, giverOf(ctx), 'person', key)), userId]),
]

interface Deciding {
  id: string
  isAgreed: boolean
  roleId: string | null
  words: string
}

/** Agreed: it is given in the same moment, by the ways on which it is always given. Whoever asked is told. */
export async function decideAccess(ctx: Ctx, { id, isAgreed, roleId, words }: Deciding): Promise<null> {
  const request = await waitingRequest(ctx, id)
  if (!isAgreed && words === '') throw invalid([{ field: 'words', msg: '请填写答复' }])
  const given = isAgreed ? await give(ctx, request, roleId) : null
  const status = isAgreed ? 'agreed' : 'refused'
  const decision = { id, status, words, roleId: given, by: ctx.actor.personId } as const
  if (!(await settleAccessRequest(ctx.db, decision, ctx.now))) throw new Refusal('该申请已处理')
  await closeTodos(ctx, subjectOf(id))
  const apps = new Map((await applicationsOf(ctx)).map((app) => [app.key, app]))
  await sendMessages(ctx, answered, {
    to: [request.askerId],
    words: {
      name: namesOf(request, apps).name,
      outcome: isAgreed ? '已开放' : '未能开放',
      words: words || (request.kind === 'page' ? '现在可以使用该页面。' : '现在可以在应用中心打开。'),
    },
    url: request.kind === 'page' ? request.target : '/dataCentre/appSupermarket',
    subject: subjectOf(id),
    orgId: request.orgId,
  })
  return null
}

/** Gives what was asked for; answers the role, where it is one. */
async function give(ctx: Ctx, request: AccessRequestRow, roleId: string | null): Promise<string | null> {
  const app = await appOf(ctx, request)
  if (app?.audience === 'person') {
    const objectIds = await havingAfter(ctx, app.key, request.userId)
    await saveObjectsOfApp(ctx, { type: 3, key: app.key, objectIds, from: null, to: null })
    return null
  }
  const role = (await rolesFor(ctx, request)).find((one) => one.id === roleId)
  if (!role) throw invalid([{ field: 'roleId', msg: '请选择要授予的角色' }])
  await setRolesOfUser(ctx, { userId: request.userId, add: [role.id], remove: [] })
  return role.id
}
