import type { OrgType } from '#kernel/org/contract.ts'
import type { ConstantLevel } from '../contract.ts'
import type { TypeRow } from './queries.ts'
import type { ShippedType } from './registry.ts'
import type { Item } from './resolve.ts'

/** Which constants an organisation of this kind has of its own; a department has none. */
export function ownLevel({ type }: { type: OrgType }): 'district' | 'school' | undefined {
  if (type === 'bureau') return 'district'
  return type === 'department' || type === 'cluster' ? undefined : 'school'
}

/** A type as it stands at an organisation. */
export interface Kind {
  code: string
  name: string
  about: string
  level: ConstantLevel
  shipped: ShippedType | undefined
  row: TypeRow | undefined
  isTree: boolean
}

/** Where somebody stands, and what the district allows there. */
export interface Standing {
  orgId: string
  level: 'district' | 'school' | undefined
  /** Types of the platform that schools may add to, and whether they may have types of their own. */
  allowed: { types: readonly string[]; ownTypes: boolean }
}

export const mayEditType = ({ row }: Kind, { orgId }: Standing) => row?.orgId === orgId
export const mayAddTypes = ({ level, allowed }: Standing) =>
  level === 'district' || (level === 'school' && allowed.ownTypes)

export function mayAdd({ shipped, row, level: of }: Kind, { orgId, level, allowed }: Standing): boolean {
  if (!level) return false
  if (shipped)
    return (
      shipped.mayAdd === true && !shipped.isDisabled && (level === 'district' || allowed.types.includes(shipped.code))
    )
  if (row?.orgId === orgId) return true
  return of === 'district' && row?.isOpen === true
}

/** What came from the platform is hidden by the district, for all. */
export const mayHideShipped = ({ shipped }: Kind, { level }: Standing) =>
  shipped !== undefined && level === 'district' && !shipped.isFixed && !shipped.isDisabled

/** Each level puts in order what is its own to arrange. */
export const maySort = (kind: Kind, standing: Standing) =>
  standing.level === 'district' ? mayHideShipped(kind, standing) || mayAdd(kind, standing) : mayAdd(kind, standing)

export const isOwn = ({ orgId }: Pick<Item, 'orgId'>, standing: Standing) => orgId === standing.orgId
/** Those that somebody standing here puts in order. */
export const arranges = (item: Item, standing: Standing) =>
  standing.level === 'district' ? item.level !== 'school' : isOwn(item, standing)
