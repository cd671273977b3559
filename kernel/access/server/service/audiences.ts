import type { BodyOf } from '#packages/contract'
import { dayOf, found, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { memberRoutes } from '../../contract-members.ts'
import { countAudience, deleteAudience, findAudience, pathsToCome, putAudience } from '../audience-queries.ts'
import { definitionOf, templateBehind } from '../definition.ts'
import { isFamilyRole } from '../policy.ts'
import { isBelow } from '../reach.ts'
import { findRole, type RoleRow } from '../role-queries.ts'
import { dayAfter } from './assigning.ts'
import { readBook } from './books.ts'
import { administratorTemplates } from './duties.ts'
import { grantableBy, pathsNamedIn, refuseBeyond, refuseShowing } from './grantable.ts'
import { noteChange } from './history.ts'
import { reachedOrg } from './holding.ts'
import { keepingOwnPower } from './own-power.ts'

const wordsOf = (orgName: string, post: string) => (post === '' ? `${orgName}全体教职工` : `${orgName}岗位“${post}”`)

/** Gives a role to everybody of an organisation, or of a post there, whoever that is from day to day. */
export async function setAudience(ctx: Ctx, form: BodyOf<typeof memberRoutes.setAudience>) {
  const { id: roleId, orgId, includesBelow, post, from, to } = form
  const day = dayOf(ctx.now)
  if (to && to < day) throw new Refusal('结束日期不能早于今天')
  const role = found(await findRole(ctx.db, scopeOf(ctx, 'role.assign'), roleId), '角色')
  const org = await reachedOrg(ctx, 'role.assign', orgId)
  await refuseAudience(ctx, role, org.path)
  const days = { beginsOn: from, overOn: to && dayAfter(to) }
  const audience = { id: newId(), roleId, orgId, includesBelow, post, ...days, by: ctx.actor.personId }
  const id = await keepingOwnPower(ctx, () => putAudience(ctx.db, audience, ctx.now))
  await noteChange(ctx, roleId, { title: '按单位或岗位分配', lines: [wordsOf(org.name, post)], before: null })
  return { memberCount: await countAudience(ctx.db, id, day) }
}

async function refuseAudience(ctx: Ctx, role: RoleRow, path: string) {
  if (isFamilyRole(role.template)) throw new Refusal('学生和家长的权限由系统维护')
  const book = await readBook(ctx, [role.id])
  const behind = templateBehind(book, role.id)
  // Who runs something is somebody's decision about somebody, and not what comes with a post.
  if (behind && administratorTemplates.includes(behind)) throw new Refusal('管理员须指定到人')
  if (role.orgPath !== null && !isBelow(path, role.orgPath)) throw new Refusal(`该角色只能分配给${role.orgName}的人员`)
  const functions = definitionOf(book, role.id)
  const own = await pathsToCome(ctx.db, ctx.actor.personId, dayOf(ctx.now))
  const forSelf = own.some((one) => isBelow(one, path))
  const grantable = await grantableBy(ctx, { forSelf })
  refuseBeyond(grantable, functions, { below: path }, await pathsNamedIn(ctx, functions))
  refuseShowing(grantable, functions, book.hidden.get(role.id) ?? [])
}

export async function removeAudience(ctx: Ctx, audienceId: string) {
  const { roleId, orgName, post } = found(await findAudience(ctx.db, scopeOf(ctx, 'role.assign'), audienceId), '分配')
  found(await findRole(ctx.db, scopeOf(ctx, 'role.assign'), roleId), '角色')
  await keepingOwnPower(ctx, () => deleteAudience(ctx.db, audienceId))
  await noteChange(ctx, roleId, { title: '取消按单位或岗位分配', lines: [wordsOf(orgName, post)], before: null })
  return null
}
