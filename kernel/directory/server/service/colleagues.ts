import type { Page } from '#packages/contract'
import { dayOf, found, type Ctx } from '#packages/core'
import type { Colleague, ColleagueDetail, Post, UserProfile } from '../../contract.ts'
import { settingsOf } from '../own-queries.ts'
import { pupilProfile } from '../pupils.ts'
import { holderOf, personFacts, type Hit, type PersonFacts, type PostRow } from '../queries.ts'
import { clockOf } from './clock.ts'
import { lookAt } from './viewing.ts'

/** The picture, where the one who looks may have it: of oneself, and of those one works with. */
export function avatarOf({ actor }: Ctx, { id, hasAvatar }: PersonFacts, posts: readonly PostRow[]): string {
  const here = posts.find(({ orgId }) => orgId === actor.orgId)
  if (!hasAvatar || !(here ?? id === actor.personId)) return ''
  return `/api/users/avatar?userId=${(here ?? posts[0])?.userId ?? actor.userId}`
}

const postOf = ({ personId: _, orgPath: __, departmentPath: ___, ...post }: PostRow): Post => post

/** People as lists show them, in the order of the hits. `isMeant` leaves out what they do elsewhere. */
export async function presentColleagues(
  ctx: Ctx,
  hits: readonly Hit[],
  isMeant: (post: PostRow) => boolean = () => true,
): Promise<Colleague[]> {
  if (hits.length === 0) return []
  const ids = hits.map(({ personId }) => personId)
  const facts = new Map((await personFacts(ctx.db, ids, ctx.actor.personId)).map((person) => [person.id, person]))
  const look = await lookAt(ctx, ids)
  return hits.map(({ personId, userId }) => {
    const person = facts.get(personId)!
    const posts = look.postsOf(personId)
    return {
      id: userId,
      name: person.name,
      isFavourite: person.isFavourite,
      userAvatar: avatarOf(ctx, person, posts),
      posts: posts.filter(isMeant).map(postOf),
      ...look.numberOf(personId),
    }
  })
}

export const presentPage = async (
  ctx: Ctx,
  { items, ...counts }: Page<Hit>,
  isMeant?: (post: PostRow) => boolean,
): Promise<Page<Colleague>> => ({ ...counts, items: await presentColleagues(ctx, items, isMeant) })

const present = (ctx: Ctx, userId: string) => holderOf(ctx.db, userId, dayOf(ctx.now))

/** Everything that a colleague may know of somebody who works in the district today. */
export async function readPerson(ctx: Ctx, userId: string): Promise<ColleagueDetail> {
  const hit = found(await present(ctx, userId), '人员')
  const [colleague] = await presentColleagues(ctx, [hit])
  const [person] = await personFacts(ctx.db, [hit.personId], ctx.actor.personId)
  const [setting] = await settingsOf(ctx.db, [hit.personId])
  return {
    ...found(colleague, '人员'),
    sex: person?.sex ?? '',
    quietFrom: clockOf(setting?.quietFrom ?? null),
    quietTo: clockOf(setting?.quietTo ?? null),
    isSelf: hit.personId === ctx.actor.personId,
  }
}

/** What opens a door, and who somebody is at another company, is not for others. */
const untold = { loginName: '', ddid: '', bindId: '' }

/** A colleague; or a pupil, to those who may see that one. */
export async function readProfile(ctx: Ctx, userId: string): Promise<UserProfile> {
  const pupil = (await present(ctx, userId)) ? undefined : await pupilProfile(ctx, userId)
  if (pupil) return { ...untold, department: '', mobile: '', ...pupil }
  const { name, sex, mobile, posts } = await readPerson(ctx, userId)
  const post = found(
    posts.find((one) => one.userId === userId),
    '人员',
  )
  return {
    name,
    sex,
    mobile,
    orgName: post.orgName,
    department: post.departmentName,
    ...untold,
    // Of pupils.
    gradeName: '',
    className: '',
    classTeacher: '',
    needSetLinkman: false,
  }
}
