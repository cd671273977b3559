import type { BodyOf, RoleTemplate } from '#packages/contract'
import { dayOf, found, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import type { memberRoutes } from '../../contract-members.ts'
import { lastAdministratorsAmong } from '../administration.ts'
import { definitionOf, templateBehind } from '../definition.ts'
import { roleGiven, roleTaken } from '../events.ts'
import { giveRole, holdingByName, roleOfTemplate, takeRoles } from '../grant-queries.ts'
import { holdersOfTemplate, membersWithin, type MemberPlace } from '../member-queries.ts'
import { appointsSeparate, isFamilyRole } from '../policy.ts'
import { isBelow } from '../reach.ts'
import { findRole, type RoleRow } from '../role-queries.ts'
import { readBook, type Shelf } from './books.ts'
import { administratorTemplates, keepingDutiesApart } from './duties.ts'
import { grantableBy, pathsNamedIn, refuseBeyond, refuseShowing } from './grantable.ts'
import { noteChange } from './history.ts'
import { visibleMembers } from './holding.ts'
import { keepingOwnPower } from './own-power.ts'

type Members = Omit<BodyOf<typeof memberRoutes.setMembers>, 'id'>

export const lastOne = '至少保留一名管理员'

/** Gives a role to people and takes it from others, all within reach and nothing that the giver lacks. */
export async function setMembers(ctx: Ctx, { id, ...members }: BodyOf<typeof memberRoutes.setMembers>) {
  const role = found(await findRole(ctx.db, scopeOf(ctx, 'role.assign'), id), '角色')
  return changeMembers(ctx, role, members)
}

export async function setRolesOfUser(ctx: Ctx, { userId, add, remove }: BodyOf<typeof memberRoutes.setRolesOfUser>) {
  const roleOf = async (id: string) => found(await findRole(ctx.db, scopeOf(ctx, 'role.assign'), id), '角色')
  // What is taken goes first: of two roles that exclude each other one may be changed for the other.
  for (const id of new Set(remove))
    await changeMembers(ctx, await roleOf(id), { add: [], remove: [userId], from: null, to: null })
  for (const id of new Set(add))
    await changeMembers(ctx, await roleOf(id), { add: [userId], remove: [], from: null, to: null })
  return null
}

/** Those of an organisation who hold a shipped role by name are these and nobody else. */
export async function setTemplateHolders(
  ctx: Ctx,
  { orgId, template, userIds }: { orgId: string; template: RoleTemplate; userIds: readonly string[] },
) {
  const { id } = found(await roleOfTemplate(ctx.db, template), '角色')
  const holders = await holdersOfTemplate(ctx.db, { orgId, template, day: dayOf(ctx.now) })
  const held = holders.flatMap(({ userId, isByName }) => (isByName ? userId : []))
  return setMembers(ctx, {
    id,
    from: null,
    to: null,
    add: userIds.filter((userId) => !held.includes(userId)),
    remove: held.filter((userId) => !userIds.includes(userId)),
  })
}

async function changeMembers(ctx: Ctx, role: RoleRow, { add, remove, from, to }: Members) {
  const day = dayOf(ctx.now)
  if (to && to < day) throw new Refusal('结束日期不能早于今天')
  const receiving = await visibleMembers(ctx, 'role.assign', add)
  const losing = await membersWithin(ctx.db, scopeOf(ctx, 'role.assign'), remove, { day, orSuspended: true })
  if (losing.length < new Set(remove).size) throw notFound('人员')
  const book = await readBook(ctx, [role.id])
  await refuseReceivers(ctx, role, receiving, book)
  await keepAdministrators(ctx, role, { add, remove, from, to })
  const days = { beginsOn: from, overOn: to && dayAfter(to), by: ctx.actor.personId, day }
  const { given, taken } = await keepingOwnPower(ctx, async () => {
    const from = await takeRoles(ctx.db, role.id, remove)
    const duties = { templates: [templateBehind(book, role.id)], membershipIds: add }
    const given = await keepingDutiesApart(ctx, duties, () =>
      giveRole(ctx.db, { roleId: role.id, membershipIds: [...new Set(add)], ...days }, ctx.now),
    )
    return { given, taken: from }
  })
  await noteMembers(ctx, role, receiving, losing, { given, taken })
  return { added: given.length, removed: taken.length }
}

/** Refuses what may not be given to these people, or not by the caller. */
export async function refuseReceivers(ctx: Ctx, role: RoleRow, places: readonly MemberPlace[], book: Shelf) {
  if (places.length === 0) return
  if (isFamilyRole(role.template)) throw new Refusal('学生和家长的权限由系统维护')
  const functions = definitionOf(book, role.id)
  const paths = await pathsNamedIn(ctx, functions)
  const forSelf = places.some(({ personId }) => personId === ctx.actor.personId)
  const grantable = await grantableBy(ctx, { forSelf })
  const isAppointing = !forSelf && appointsSeparate(ctx.actor, role.template)
  if (!isAppointing) refuseShowing(grantable, functions, book.hidden.get(role.id) ?? [])
  for (const place of places) {
    if (role.orgPath !== null && !isBelow(place.departmentPath ?? place.orgPath, role.orgPath))
      throw new Refusal(`该角色只能分配给${role.orgName}的人员`)
    if (!isAppointing) refuseBeyond(grantable, functions, place, paths)
  }
}

/** Whoever is to lose the administration, now, until a day or on a day that is set, must not be the last who has it. */
async function keepAdministrators(ctx: Ctx, role: RoleRow, { add, remove, from, to }: Members) {
  if (role.template === null || !administratorTemplates.includes(role.template)) return
  const day = dayOf(ctx.now)
  const isPartOfTime = to !== null || (from !== null && from > day)
  const ending = isPartOfTime ? await holdingByName(ctx.db, role.id, add, day) : []
  const refused = await lastAdministratorsAmong(ctx, [...remove, ...ending], role.template)
  if (refused.size > 0) throw new Refusal(lastOne)
}

/** The first day on which it is over. */
export const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

async function noteMembers(
  ctx: Ctx,
  role: RoleRow,
  receiving: readonly MemberPlace[],
  losing: readonly MemberPlace[],
  { given, taken }: { given: readonly string[]; taken: readonly string[] },
) {
  const namesOf = (places: readonly MemberPlace[], ids: readonly string[]) =>
    places.filter(({ userId }) => ids.includes(userId)).map(({ name, orgName }) => `${name}（${orgName}）`)
  if (taken.length > 0) {
    await noteChange(ctx, role.id, { title: '移除成员', lines: namesOf(losing, taken), before: null })
    await publish(ctx, roleTaken, { roleId: role.id, userIds: [...taken] })
  }
  if (given.length === 0) return
  await noteChange(ctx, role.id, { title: '新增成员', lines: namesOf(receiving, given), before: null })
  await publish(ctx, roleGiven, { roleId: role.id, userIds: [...given] })
}
