import type { Ctx } from '#packages/core'
import { findPlace } from '#kernel/staff/server'
import { titleOf } from '../catalogue.ts'
import { definitionOf } from '../definition.ts'
import { readBook, rolesGiving } from './books.ts'
import { readRolesOfUser } from './of-user.ts'
import { permissionsOf } from './reasons.ts'

export interface RoleToGive {
  id: string
  name: string
  orgName: string
  /** What somebody can do with it that she cannot do now. */
  gains: string[]
}

/** The roles that hold something, as far as the caller may give them to somebody; what brings the least along comes first. */
export async function rolesToGive(
  ctx: Ctx,
  userId: string,
  wanted: { permission: string } | { roleIds: readonly string[] },
): Promise<RoleToGive[]> {
  const meant = new Set(
    'roleIds' in wanted ? wanted.roleIds : (await rolesGiving(ctx, wanted.permission)).map(({ roleId }) => roleId),
  )
  const { assignable, roles: held } = await readRolesOfUser(ctx, userId)
  const has = new Set(held.map(({ roleId }) => roleId))
  const chosen = assignable.filter(({ id }) => meant.has(id) && !has.has(id))
  const place = await findPlace(ctx, userId)
  if (!place || chosen.length === 0) return []
  const { permissions } = await permissionsOf(ctx, place)
  const book = await readBook(
    ctx,
    chosen.map(({ id }) => id),
  )
  return chosen
    .map(({ id, name, orgName }) => ({
      id,
      name,
      orgName,
      gains: [...definitionOf(book, id).keys()].filter((code) => !permissions.has(code)).map(titleOf),
    }))
    .toSorted((a, b) => a.gains.length - b.gains.length)
}
