import { dayOf, orNotFound, scopeOf, type Ctx } from '#packages/core'
import { listConstantOverrides, listItemsOnPath, listRenamesOnPath } from '../constant-item-queries.ts'
import { getOwnLevel, type OrgConstantType, type ConstantRights } from '../constant-policy.ts'
import { findOrg, listTypesOnPath, type OrgNode, type TypeRow } from '../constant-type-queries.ts'
import { listBuiltInTypes, findBuiltInType, type BuiltInType } from '../platform-constants.ts'
import { resolveConstants, type ResolvedConstant } from '../resolve-constants.ts'
import { getAllowedOwnConstants } from '../settings.ts'

const permissions = { read: 'const.read', edit: 'const.edit' } as const

/** The given organisation or the caller's own; "not found" outside the caller's scope. */
export const getConstantOrg = async (
  ctx: Ctx,
  permission: keyof typeof permissions,
  orgId: string | null,
): Promise<OrgNode> =>
  orNotFound(await findOrg(ctx.db, scopeOf(ctx, permissions[permission]), orgId ?? ctx.actor.orgId), '组织')

export async function getConstantRights(ctx: Ctx, org: OrgNode): Promise<ConstantRights> {
  return { orgId: org.id, level: getOwnLevel(org), allowed: await getAllowedOwnConstants(ctx, org.path) }
}

/** The same for readers: every right to change is false. */
export async function getReaderRights(ctx: Ctx, org: OrgNode): Promise<ConstantRights> {
  const scope = ctx.actor.permissions.get(permissions.edit)
  if (scope && (await findOrg(ctx.db, scope, org.id))) return getConstantRights(ctx, org)
  return { orgId: '', level: undefined, allowed: { types: [], ownTypes: false } }
}

/** Paths contain ids without hyphens. */
const getTopId = ({ path }: OrgNode) => path.split('.')[0]!.replaceAll('-', '')
const isTop = (id: string, org: OrgNode) => id.replaceAll('-', '') === getTopId(org)

const toPlatformType = (builtIn: BuiltInType): OrgConstantType => ({
  code: builtIn.code,
  name: builtIn.name,
  about: builtIn.about,
  level: 'platform',
  builtIn,
  row: undefined,
  isTree: builtIn.isTree ?? false,
})
const toOwnType = (row: TypeRow, org: OrgNode): OrgConstantType => ({
  code: row.code,
  name: row.name,
  about: row.about,
  builtIn: undefined,
  row,
  isTree: row.isTree,
  level: isTop(row.orgId, org) ? 'district' : 'school',
})

/** All types of an organisation: those of the platform, of the district and its own. */
export async function listOrgConstantTypes(ctx: Pick<Ctx, 'app' | 'db'>, org: OrgNode): Promise<OrgConstantType[]> {
  const own = (await listTypesOnPath(ctx.db, org.path)).map((row) => toOwnType(row, org))
  return [
    ...listBuiltInTypes(ctx).map(toPlatformType),
    ...own.filter(({ level }) => level === 'district'),
    ...own.filter(({ level }) => level === 'school'),
  ]
}

export async function getOrgConstantType(
  ctx: Pick<Ctx, 'app' | 'db'>,
  org: OrgNode,
  code: string,
): Promise<OrgConstantType> {
  const builtIn = findBuiltInType(ctx, code)
  if (builtIn) return toPlatformType(builtIn)
  const row = (await listTypesOnPath(ctx.db, org.path)).find((one) => one.code === code)
  return toOwnType(orNotFound(row, '常量类型'), org)
}

/** All values of a type at an organisation on a day; today by default. */
export async function listOrgConstants(
  ctx: Pick<Ctx, 'db' | 'now'>,
  org: OrgNode,
  kind: OrgConstantType,
  day = dayOf(ctx.now),
): Promise<ResolvedConstant[]> {
  const { db } = ctx
  const rows = await listItemsOnPath(db, org.path, kind.code)
  const renames = rows.length > 0 ? await listRenamesOnPath(db, org.path, kind.code) : []
  const differences = kind.builtIn ? await listConstantOverrides(db, kind.code) : []
  const topId = rows.find(({ orgId }) => isTop(orgId, org))?.orgId ?? ''
  return resolveConstants({ builtIn: kind.builtIn, rows, renames, differences, topId }, day)
}
