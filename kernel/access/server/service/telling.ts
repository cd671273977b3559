import type { RoleTemplate } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { isFunction } from '../catalogue.ts'
import { findChange, type RoleState } from '../change-queries.ts'
import { baseOf, type OwnRow } from '../definition.ts'
import { peopleNamed } from '../difference-queries.ts'
import { sourcesOf } from '../role-queries.ts'
import { dutyHolders } from '../separation-queries.ts'
import { administratorsOf } from '../service.ts'
import { readBook, type Shelf } from './books.ts'
import { affectedBy } from './difference.ts'
import { administratorTemplates } from './duties.ts'

const roleNamed = async ({ db }: Pick<Ctx, 'db'>, roleId: string) =>
  (await sourcesOf(db, [roleId])).find(({ id }) => id === roleId)

/** Whom a role was given to or taken from, for whoever tells them; nothing if it is no longer there. */
export async function readGiven(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { roleId, userIds }: { roleId: string; userIds: string[] },
) {
  const role = await roleNamed(ctx, roleId)
  if (!role) return undefined
  const people = [...(await peopleNamed(ctx.db, userIds)).values()]
  const isAdministrator = role.template !== null && administratorTemplates.includes(role.template)
  return { roleName: role.name, template: isAdministrator ? role.template : null, people }
}

/** Those who run what somebody new runs from now on: the organisation, or the district with its three duties. */
export async function colleaguesInCharge(ctx: Pick<Ctx, 'db' | 'now'>, template: RoleTemplate, orgId: string) {
  if (template === 'school-admin') return administratorsOf(ctx, orgId)
  const userIds = (await dutyHolders(ctx.db, dayOf(ctx.now))).map(({ userId }) => userId)
  return [...(await peopleNamed(ctx.db, userIds)).values()].map(({ personId }) => ({ personId }))
}

/** Everybody whose rights a change of a role has changed. */
export async function readAffected(ctx: Pick<Ctx, 'db' | 'now'>, changeId: string) {
  const change = await findChange(ctx.db, changeId)
  const role = change && (await roleNamed(ctx, change.roleId))
  if (!role || !change.before) return undefined
  const { parentId, hiddenFields } = change.before
  const book = await readBook(ctx, [role.id, ...(parentId ? [parentId] : [])])
  const rows = wordsOf(book, role, change.before)
  // From what is now back to what was: whoever feels the one feels the other.
  const userIds = await affectedBy(ctx, { id: role.id, orgPath: null, parentId, rows, hiddenFields })
  const people = await peopleNamed(ctx.db, userIds)
  return { roleName: role.name, people: [...people.values()] }
}

/** What a role in this state says itself: where it differs from what it takes from. */
function wordsOf(book: Shelf, role: { id: string; template: RoleTemplate | null }, { parentId, functions }: RoleState) {
  const held = new Set(functions.map(({ code }) => code))
  const gone = [...baseOf(book, { template: role.template, parentId }).keys()].filter((code) => !held.has(code))
  return [
    ...functions.map(({ code, scope, orgIds }): OwnRow => ({ roleId: role.id, permission: code, scope, orgIds })),
    ...gone.filter(isFunction).map((permission): OwnRow => ({ roleId: role.id, permission, scope: null, orgIds: [] })),
  ]
}
