import type { Page } from '#packages/contract'
import { dayOf, orNotFound, type Ctx } from '#packages/core'
import type { Colleague, ColleagueDetail, ContactPost, UserProfile } from '../../contract.ts'
import { listContactSettings } from '../own-contact-queries.ts'
import { findPupilProfile } from '../pupil-profiles.ts'
import {
  findHolder,
  listContactPersons,
  type PersonHit,
  type ContactPerson,
  type ContactPostRow,
} from '../contact-queries.ts'
import { formatMinutes } from './quiet-hours.ts'
import { getVisibleContacts } from './phone-visibility.ts'

/** The address of the picture, if the viewer may see it: the own picture and those of colleagues. */
export function getAvatarUrl(
  { actor }: Ctx,
  { id, hasAvatar }: ContactPerson,
  posts: readonly ContactPostRow[],
): string {
  const here = posts.find(({ orgId }) => orgId === actor.orgId)
  if (!hasAvatar || !(here ?? id === actor.personId)) return ''
  return `/api/users/avatar?userId=${(here ?? posts[0])?.userId ?? actor.userId}`
}

const toPost = ({ personId: _, orgPath: __, departmentPath: ___, ...post }: ContactPostRow): ContactPost => post

/** People as lists show them, in the order of the hits. `isRelevant` filters their posts. */
export async function presentColleagues(
  ctx: Ctx,
  hits: readonly PersonHit[],
  isRelevant: (post: ContactPostRow) => boolean = () => true,
): Promise<Colleague[]> {
  if (hits.length === 0) return []
  const ids = hits.map(({ personId }) => personId)
  const facts = new Map(
    (await listContactPersons(ctx.db, ids, ctx.actor.personId)).map((person) => [person.id, person]),
  )
  const contacts = await getVisibleContacts(ctx, ids)
  return hits.map(({ personId, userId }) => {
    const person = facts.get(personId)!
    const posts = contacts.postsOf(personId)
    return {
      id: userId,
      name: person.name,
      isFavourite: person.isFavourite,
      userAvatar: getAvatarUrl(ctx, person, posts),
      posts: posts.filter(isRelevant).map(toPost),
      ...contacts.numberOf(personId),
    }
  })
}

export const presentColleaguePage = async (
  ctx: Ctx,
  { items, ...counts }: Page<PersonHit>,
  isRelevant?: (post: ContactPostRow) => boolean,
): Promise<Page<Colleague>> => ({ ...counts, items: await presentColleagues(ctx, items, isRelevant) })

const findActiveHolder = (ctx: Ctx, userId: string) => findHolder(ctx.db, userId, dayOf(ctx.now))

/** All that colleagues may see of a person who works in the district today. */
export async function getColleague(ctx: Ctx, userId: string): Promise<ColleagueDetail> {
  const hit = orNotFound(await findActiveHolder(ctx, userId), '人员')
  const [colleague] = await presentColleagues(ctx, [hit])
  const [person] = await listContactPersons(ctx.db, [hit.personId], ctx.actor.personId)
  const [setting] = await listContactSettings(ctx.db, [hit.personId])
  return {
    ...orNotFound(colleague, '人员'),
    sex: person?.sex ?? '',
    quietFrom: formatMinutes(setting?.quietFrom ?? null),
    quietTo: formatMinutes(setting?.quietTo ?? null),
    isSelf: hit.personId === ctx.actor.personId,
  }
}

/** Login data and accounts at other services are not shown to others. */
const hiddenProfileFields = { loginName: '', ddid: '', bindId: '' }

/** The profile of a colleague, or of a pupil to those who may see the pupil. */
export async function getProfile(ctx: Ctx, userId: string): Promise<UserProfile> {
  const pupil = (await findActiveHolder(ctx, userId)) ? undefined : await findPupilProfile(ctx, userId)
  if (pupil) return { ...hiddenProfileFields, department: '', mobile: '', ...pupil }
  const { name, sex, mobile, posts } = await getColleague(ctx, userId)
  const post = orNotFound(
    posts.find((one) => one.userId === userId),
    '人员',
  )
  return {
    name,
    sex,
    mobile,
    orgName: post.orgName,
    department: post.departmentName,
    ...hiddenProfileFields,
    // Only pupils have these.
    gradeName: '',
    className: '',
    classTeacher: '',
    needSetLinkman: false,
  }
}
