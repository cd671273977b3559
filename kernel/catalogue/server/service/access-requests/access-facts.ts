import { appAudiences } from '#packages/contract'
import { dayOf, orNotFound, may, Refusal, type Ctx } from '#packages/core'
import { describeRoles, findModulePage, getPermissionTitle } from '#kernel/access/server/api.ts'
import type { AccessFacts, AccessTarget } from '../../../contract.ts'
import { listDeciderContacts, hasPendingAccessRequest, listRolesWithApp } from '../../access-request-queries.ts'
import type { AppRow } from '../../application-list.ts'
import { hasPage, getViewerApps } from '../centre/viewer-applications.ts'
import { listDeciders, type MissingAccess } from './access-deciders.ts'

const maxPeopleShown = 3

/** The requested target and its state for the caller. */
interface TargetAccess {
  name: string
  needs: string
  missing: MissingAccess
  /** Why a request is not possible; empty when it is. */
  note: string
  isRequested: boolean
}

/** The caller's own membership, also while she visits another organisation. */
export const getOwnMembership = ({ actor }: Ctx) => ({
  orgId: actor.homeOrgId ?? actor.orgId,
  userId: actor.userId,
  personId: actor.personId,
})

/** The access that the caller lacks; refused when the caller has it already. */
export const getTargetAccess = (ctx: Ctx, accessTarget: AccessTarget): Promise<TargetAccess> =>
  accessTarget.kind === 'page' ? getPageAccess(ctx, accessTarget.target) : getAppAccess(ctx, accessTarget.target)

async function getPageAccess(ctx: Ctx, url: string): Promise<TargetAccess> {
  const { title, permission } = orNotFound(findModulePage(ctx, url), '页面')
  if (permission === 'staff' || may(ctx.actor, permission)) throw new Refusal('您已有该页面的使用权限')
  const isRequested = await hasPendingAccessRequest(ctx.db, ctx.actor.userId, { kind: 'page', target: url })
  return { name: title, needs: getPermissionTitle(ctx, permission), missing: { permission }, note: '', isRequested }
}

const notes: Partial<Record<AppRow['audience'], string>> = {
  teaching: '教务处安排任课后自动开放，无需申请。',
  administrators: '由区教育局指定应用管理员，如需使用请联系管理员。',
  families: '供学生和家长使用。',
}

async function getAppAccess(ctx: Ctx, key: string): Promise<TargetAccess> {
  const { seen, use } = await getViewerApps(ctx, ctx.actor)
  const { app, state } = orNotFound(
    seen.find((one) => one.app.key === key && hasPage(one.app)),
    '应用',
  )
  if (state === 'mine') throw new Refusal('您已可使用该应用')
  const isRequested = state === 'requested'
  // An application that is not open for the organisation is requested for the organisation, whoever will use it.
  const isForUnit = state === 'closed' || (isRequested && !use.askedForSelf.includes(key))
  return {
    name: app.edition ? `${app.name}（${app.edition}）` : app.name,
    needs: appAudiences[app.audience].title,
    missing: { app, isForUnit },
    isRequested,
    note: isForUnit ? '' : (notes[app.audience] ?? ''),
  }
}

/** Who may use the target, who decides, and whether the caller has a pending request. */
export async function getAccessFacts(ctx: Ctx, accessTarget: AccessTarget): Promise<AccessFacts> {
  const { needs, missing, note, isRequested } = await getTargetAccess(ctx, accessTarget)
  const deciders = await listDeciders(ctx, getOwnMembership(ctx), missing)
  return {
    needs,
    note,
    isRequested,
    openTo: 'app' in missing ? await openTo(ctx, missing.app) : [],
    canRequest: note === '' && !isRequested,
    people: await listDeciderContacts(ctx.db, deciders.slice(0, maxPeopleShown)),
  }
}

const audienceLabels: Record<AppRow['audience'], string> = {
  public: '所有人，免登录',
  org: '本单位全体教职工',
  role: '以下角色的人员',
  person: '经授权的个人',
  teaching: '本学期任课教师',
  families: '学生与家长',
  administrators: '应用管理员',
}

async function openTo(ctx: Ctx, app: AppRow): Promise<string[]> {
  if (app.audience !== 'role') return [audienceLabels[app.audience]]
  const roles = await describeRoles(ctx, await listRolesWithApp(ctx.db, app.key, dayOf(ctx.now)))
  const names = [...new Set([...roles.values()].map(({ name }) => name))]
  return names.length > 0 ? names : ['尚未授权给任何角色']
}
