import { appAudiences } from '#packages/contract'
import { dayOf, found, may, Refusal, type Ctx } from '#packages/core'
import { describeRoles, pageAt, titleOf } from '#kernel/access/server'
import type { AccessFacts, Wanted } from '../../../contract.ts'
import { describePeople, isWaitingFor, rolesHavingApp } from '../../access-request-queries.ts'
import type { AppRow } from '../../application-list.ts'
import { hasPage, viewFor } from '../use/viewing.ts'
import { decidersOf, type Lacking } from './deciders.ts'

const peopleTold = 3

/** What is asked for, as it is to the caller. */
interface Meant {
  name: string
  needs: string
  lacking: Lacking
  /** Why asking is of no use; empty where it is. */
  note: string
  isAsked: boolean
}

/** Where somebody's own place is, also while she visits another organisation. */
export const ownPlace = ({ actor }: Ctx) => ({
  orgId: actor.homeOrgId ?? actor.orgId,
  userId: actor.userId,
  personId: actor.personId,
})

/** What the caller lacks; refused where she has it already. */
export const meantBy = (ctx: Ctx, wanted: Wanted): Promise<Meant> =>
  wanted.kind === 'page' ? pageMeant(ctx, wanted.target) : appMeant(ctx, wanted.target)

async function pageMeant(ctx: Ctx, url: string): Promise<Meant> {
  const { title, permission } = found(pageAt(url), '页面')
  if (permission === 'staff' || may(ctx.actor, permission)) throw new Refusal('您已有该页面的使用权限')
  const isAsked = await isWaitingFor(ctx.db, ctx.actor.userId, { kind: 'page', target: url })
  return { name: title, needs: titleOf(permission), lacking: { permission }, note: '', isAsked }
}

const notes: Partial<Record<AppRow['audience'], string>> = {
  teaching: '教务处安排任课后自动开放，无需申请。',
  administrators: '由区教育局指定应用管理员，如需使用请联系管理员。',
  families: '供学生和家长使用。',
}

async function appMeant(ctx: Ctx, key: string): Promise<Meant> {
  const { seen, use } = await viewFor(ctx, ctx.actor)
  const { app, state } = found(
    seen.find((one) => one.app.key === key && hasPage(one.app)),
    '应用',
  )
  if (state === 'mine') throw new Refusal('您已可使用该应用')
  const isAsked = state === 'asked'
  // What is not open where one works is asked for by the organisation, whomever it will be for there.
  const isForUnit = state === 'closed' || (isAsked && !use.askedForSelf.includes(key))
  return {
    name: app.edition ? `${app.name}（${app.edition}）` : app.name,
    needs: appAudiences[app.audience].title,
    lacking: { app, isForUnit },
    isAsked,
    note: isForUnit ? '' : (notes[app.audience] ?? ''),
  }
}

/** Whom it is open for, who decides, and whether the caller has asked. */
export async function readAccessFacts(ctx: Ctx, wanted: Wanted): Promise<AccessFacts> {
  const { needs, lacking, note, isAsked } = await meantBy(ctx, wanted)
  const deciders = await decidersOf(ctx, ownPlace(ctx), lacking)
  return {
    needs,
    note,
    isAsked,
    openTo: 'app' in lacking ? await openTo(ctx, lacking.app) : [],
    canAsk: note === '' && !isAsked,
    people: await describePeople(ctx.db, deciders.slice(0, peopleTold)),
  }
}

const audienceWords: Record<AppRow['audience'], string> = {
  public: '所有人，免登录',
  org: '本单位全体教职工',
  role: '以下角色的人员',
  person: '经授权的个人',
  teaching: '本学期任课教师',
  families: '学生与家长',
  administrators: '应用管理员',
}

async function openTo(ctx: Ctx, app: AppRow): Promise<string[]> {
  if (app.audience !== 'role') return [audienceWords[app.audience]]
  const roles = await describeRoles(ctx, await rolesHavingApp(ctx.db, app.key, dayOf(ctx.now)))
  const names = [...new Set([...roles.values()].map(({ name }) => name))]
  return names.length > 0 ? names : ['尚未授权给任何角色']
}
