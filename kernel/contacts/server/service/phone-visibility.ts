import { dayOf, isFieldHiddenFromActor, type Ctx } from '#packages/core'
import { getMembershipPermissions } from '#kernel/access/server/api.ts'
import { getPhones } from '#kernel/identity/server/api.ts'
import { findMembership } from '#kernel/staff/server/api.ts'
import { choice, defineSetting } from '#kernel/setting/server/api.ts'
import { getChosenScopes, listOpenToParents } from '../own-contact-queries.ts'
import { maySeePhone, type PhoneViewer } from '../phone-policy.ts'
import { listPosts, type ContactPostRow } from '../contact-queries.ts'
import { contactScopes, type ContactScope } from '../../contract.ts'

/**
 * The viewer for phone checks: the own organisation and what the person leads. A visitor of a school is no colleague
 * there.
 */
async function getPhoneViewer(ctx: Ctx): Promise<PhoneViewer> {
  const { personId, userId, orgId, homeOrgId } = ctx.actor
  const membership = await findMembership(ctx, userId)
  if (!membership) return { personId, orgId: homeOrgId ?? orgId, leads: { district: false, orgPath: undefined } }
  const { templates } = await getMembershipPermissions(ctx, membership)
  const leadsHere = templates.has('head') || templates.has('school-admin')
  return {
    personId,
    orgId: membership.orgId,
    leads: { district: templates.has('district-admin'), orgPath: leadsHere ? membership.orgPath : undefined },
  }
}

export interface VisiblePhone {
  mobile: string
  isMobileHidden: boolean
}

/** The posts of these people and the phone numbers that the caller may see. Only these numbers are decrypted. */
export async function getVisibleContacts(ctx: Ctx, personIds: readonly string[]) {
  const ids = [...new Set(personIds)]
  const posts = Map.groupBy(await listPosts(ctx.db, ids, dayOf(ctx.now)), ({ personId }) => personId)
  const numbers = await getVisiblePhones(ctx, ids, posts)
  return {
    postsOf: (personId: string): readonly ContactPostRow[] => posts.get(personId) ?? [],
    numberOf: (personId: string): VisiblePhone => numbers.get(personId) ?? { mobile: '', isMobileHidden: true },
  }
}

async function getVisiblePhones(
  ctx: Ctx,
  ids: readonly string[],
  posts: ReadonlyMap<string, readonly ContactPostRow[]>,
) {
  const somewhere = [...posts.values()][0]?.[0]
  if (!somewhere) return new Map<string, VisiblePhone>()
  const viewer = await getPhoneViewer(ctx)
  const defaultScope = await getDefaultScope(ctx, somewhere.orgPath)
  const chosen = await getChosenScopes(ctx.db, ids)
  // A role that hides phones leaves only the own number visible, whatever the owners chose.
  const candidateIds = isFieldHiddenFromActor(ctx, 'user.phone')
    ? ids.filter((personId) => personId === ctx.actor.personId)
    : ids
  const shown = new Set(
    candidateIds.filter((personId) =>
      maySeePhone(viewer, {
        personId,
        scope: chosen.get(personId) ?? defaultScope,
        memberships: posts.get(personId) ?? [],
      }),
    ),
  )
  const phones = await getPhones({ db: ctx.db, districtId: ctx.actor.districtId }, [...shown])
  return new Map(ids.map((id) => [id, { mobile: phones.get(id) ?? '', isMobileHidden: !shown.has(id) }]))
}

const scopeOptions = Object.fromEntries(
  Object.entries(contactScopes).map(([scope, { title }]) => [scope, title]),
) as Record<ContactScope, string>

export const defaultScopeSetting = defineSetting({
  type: 'directory',
  title: '通讯录',
  app: '通讯录',
  description: '手机号在通讯录中的公开范围。教职工可以自己另行设置。',
  levels: ['district'],
  keys: {
    defaultScope: choice({
      title: '默认公开范围',
      about: '教职工没有自己设置时，谁可以看到手机号',
      options: scopeOptions,
      standard: 'school',
    }),
  },
})

/** The default scope of phone numbers in a district. */
export async function getDefaultScope(ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string): Promise<ContactScope> {
  const [bureau = ''] = orgPath.split('.')
  return (await defaultScopeSetting.read(ctx, bureau)).defaultScope
}

/** The private numbers of staff who show them to parents (家长可见); other numbers are not decrypted. */
export async function getNumbersForParents(ctx: Ctx, userIds: readonly string[]): Promise<Map<string, string>> {
  const memberships = await listOpenToParents(ctx.db, userIds)
  const phones = await getPhones(
    { db: ctx.db, districtId: ctx.actor.districtId },
    memberships.map(({ personId }) => personId),
  )
  return new Map(memberships.map(({ userId, personId }) => [userId, phones.get(personId) ?? '']))
}
