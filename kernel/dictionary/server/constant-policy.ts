import type { OrgType } from '#kernel/org/contract.ts'
import type { ConstantLevel } from '../contract.ts'
import type { TypeRow } from './constant-type-queries.ts'
import type { BuiltInType } from './constant-registry.ts'
import type { ResolvedConstant } from './resolve-constants.ts'

/** Which constants an organisation of this kind has of its own; a department has none. */
export function getOwnLevel({ type }: { type: OrgType }): 'district' | 'school' | undefined {
  if (type === 'bureau') return 'district'
  return type === 'department' || type === 'cluster' ? undefined : 'school'
}

/** A type as it stands at an organisation. */
export interface OrgConstantType {
  code: string
  name: string
  about: string
  level: ConstantLevel
  builtIn: BuiltInType | undefined
  row: TypeRow | undefined
  isTree: boolean
}

/** Where somebody stands, and what the district allows there. */
export interface ConstantRights {
  orgId: string
  level: 'district' | 'school' | undefined
  /** Types of the platform that schools may add to, and whether they may have types of their own. */
  allowed: { types: readonly string[]; ownTypes: boolean }
}

export const mayEditType = ({ row }: OrgConstantType, { orgId }: ConstantRights) => row?.orgId === orgId
export const mayAddTypes = ({ level, allowed }: ConstantRights) =>
  level === 'district' || (level === 'school' && allowed.ownTypes)

export function mayAdd(
  { builtIn, row, level: of }: OrgConstantType,
  { orgId, level, allowed }: ConstantRights,
): boolean {
  if (!level) return false
  if (builtIn)
    return (
      builtIn.mayAdd === true && !builtIn.isDisabled && (level === 'district' || allowed.types.includes(builtIn.code))
    )
  if (row?.orgId === orgId) return true
  return of === 'district' && row?.isOpen === true
}

/** What came from the platform is hidden by the district, for all. */
export const mayHideBuiltIn = ({ builtIn }: OrgConstantType, { level }: ConstantRights) =>
  builtIn !== undefined && level === 'district' && !builtIn.isFixed && !builtIn.isDisabled

/** Each level puts in order what is its own to arrange. */
export const maySort = (kind: OrgConstantType, rights: ConstantRights) =>
  rights.level === 'district' ? mayHideBuiltIn(kind, rights) || mayAdd(kind, rights) : mayAdd(kind, rights)

export const isOwnConstant = ({ orgId }: Pick<ResolvedConstant, 'orgId'>, rights: ConstantRights) =>
  orgId === rights.orgId
/** Those that somebody standing here puts in order. */
export const maySortConstant = (item: ResolvedConstant, rights: ConstantRights) =>
  rights.level === 'district' ? item.level !== 'school' : isOwnConstant(item, rights)
