import { dayOf, found, may, scopeOf, type Ctx } from '#packages/core'
import { rolesHeldEver, type HeldByUser } from '../of-user-queries.ts'
import { membersWithin } from '../member-queries.ts'
import { rolesOfOrgs } from '../role-queries.ts'
import { definitionOf } from '../definition.ts'
import { readBook } from './books.ts'
import { summariseRole } from './role-summary.ts'
import { assignableTo } from './roles.ts'

const wordsOfWay: Record<HeldByUser['via'], (giver: string, post: string) => string> = {
  person: (giver) => (giver ? `${giver}指派` : '直接指派'),
  org: (orgName) => `${orgName}全体教职工`,
  post: (orgName, post) => `${orgName}岗位“${post}”`,
}

/** The roles of one place, and those that the caller may give to it. */
export async function readRolesOfUser(ctx: Ctx, userId: string) {
  const day = dayOf(ctx.now)
  const [place] = await membersWithin(ctx.db, scopeOf(ctx, 'role.read'), [userId], { day, orSuspended: true })
  const member = found(place, '人员')
  const nodeIds = (member.departmentPath ?? member.orgPath).split('.')
  const held = await rolesHeldEver(ctx.db, { id: userId, nodeIds }, day)
  const isWithin =
    may(ctx.actor, 'role.assign') &&
    (await membersWithin(ctx.db, scopeOf(ctx, 'role.assign'), [userId], { day, orSuspended: true })).length > 0
  const there = await rolesOfOrgs(ctx.db, nodeIds)
  const book = await readBook(ctx, [...new Set([...there.map(({ id }) => id), ...held.map(({ roleId }) => roleId)])])
  const summaryOf = (roleId: string) => summariseRole(definitionOf(book, roleId))
  const forSelf = member.personId === ctx.actor.personId
  const assignable = isWithin ? await assignableTo(ctx, there, member, book, forSelf) : new Set<string>()
  return {
    roles: held.map(({ roleId, name, via, giver, post, from, to }) => ({
      roleId,
      name,
      via,
      viaName: wordsOfWay[via](giver, post),
      from,
      to,
      mayRemove: isWithin && via === 'person',
      ...summaryOf(roleId),
    })),
    assignable: there.flatMap(({ id, name, orgName }) =>
      assignable.has(id) ? [{ id, name, orgName, ...summaryOf(id) }] : [],
    ),
  }
}
