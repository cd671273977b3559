import { dayOf, found, scopeOf, type Ctx } from '#packages/core'
import { differencesIn, itemsOnPath, renamesOnPath } from '../item-queries.ts'
import { ownLevel, type Kind, type Standing } from '../policy.ts'
import { findOrg, typesOnPath, type OrgNode, type TypeRow } from '../queries.ts'
import { allShipped, shippedNamed, type ShippedType } from '../registry.ts'
import { itemsAt, type Item } from '../resolve.ts'
import { allowedTo } from '../settings.ts'

const right = { read: 'const.read', edit: 'const.edit' } as const

/** The organisation that was named, or the one where one is; out of reach it is not there. */
export const orgFor = async (ctx: Ctx, permission: keyof typeof right, orgId: string | null): Promise<OrgNode> =>
  found(await findOrg(ctx.db, scopeOf(ctx, right[permission]), orgId ?? ctx.actor.orgId), '组织')

export async function standingAt(ctx: Ctx, org: OrgNode): Promise<Standing> {
  return { orgId: org.id, level: ownLevel(org), allowed: await allowedTo(ctx, org.path) }
}

/** The same for whoever only reads: nothing may be changed. */
export async function standingFor(ctx: Ctx, org: OrgNode): Promise<Standing> {
  const scope = ctx.actor.permissions.get(right.edit)
  if (scope && (await findOrg(ctx.db, scope, org.id))) return standingAt(ctx, org)
  return { orgId: '', level: undefined, allowed: { types: [], ownTypes: false } }
}

/** Paths are written without the strokes of an id. */
const topOf = ({ path }: OrgNode) => path.split('.')[0]!.replaceAll('-', '')
const isTop = (id: string, org: OrgNode) => id.replaceAll('-', '') === topOf(org)

const ofPlatform = (shipped: ShippedType): Kind => ({
  code: shipped.code,
  name: shipped.name,
  about: shipped.about,
  level: 'platform',
  shipped,
  row: undefined,
  isTree: shipped.isTree ?? false,
})
const ofDistrict = (row: TypeRow, org: OrgNode): Kind => ({
  code: row.code,
  name: row.name,
  about: row.about,
  shipped: undefined,
  row,
  isTree: row.isTree,
  level: isTop(row.orgId, org) ? 'district' : 'school',
})

/** All types that there are for an organisation: the platform's, the district's, its own. */
export async function kindsAt(ctx: Pick<Ctx, 'db'>, org: OrgNode): Promise<Kind[]> {
  const own = (await typesOnPath(ctx.db, org.path)).map((row) => ofDistrict(row, org))
  return [
    ...allShipped().map(ofPlatform),
    ...own.filter(({ level }) => level === 'district'),
    ...own.filter(({ level }) => level === 'school'),
  ]
}

export async function kindAt(ctx: Pick<Ctx, 'db'>, org: OrgNode, code: string): Promise<Kind> {
  const shipped = shippedNamed(code)
  if (shipped) return ofPlatform(shipped)
  const row = (await typesOnPath(ctx.db, org.path)).find((one) => one.code === code)
  return ofDistrict(found(row, '常量类型'), org)
}

/** Every value of a type at an organisation on a day; today without one. */
export async function valuesAt(
  ctx: Pick<Ctx, 'db' | 'now'>,
  org: OrgNode,
  kind: Kind,
  day = dayOf(ctx.now),
): Promise<Item[]> {
  const { db } = ctx
  const rows = await itemsOnPath(db, org.path, kind.code)
  const renames = rows.length > 0 ? await renamesOnPath(db, org.path, kind.code) : []
  const differences = kind.shipped ? await differencesIn(db, kind.code) : []
  const topId = rows.find(({ orgId }) => isTop(orgId, org))?.orgId ?? ''
  return itemsAt({ shipped: kind.shipped, rows, renames, differences, topId }, day)
}
