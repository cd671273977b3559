import type { OrgType } from '#kernel/org/contract.ts'
import type { ConstantLevel } from '../contract.ts'
import type { TypeRow } from './constant-type-queries.ts'
import type { BuiltInType } from './platform-constants.ts'
import type { ResolvedConstant } from './resolve-constants.ts'

/** The level on which an organisation of this type owns constants; departments own none. */
export function getOwnLevel({ type }: { type: OrgType }): 'district' | 'school' | undefined {
  if (type === 'bureau') return 'district'
  return type === 'department' || type === 'cluster' ? undefined : 'school'
}

/** A type as an organisation sees it. */
export interface OrgConstantType {
  code: string
  name: string
  about: string
  level: ConstantLevel
  builtIn: BuiltInType | undefined
  row: TypeRow | undefined
  isTree: boolean
}

/** The organisation level of the caller and what the district permits on it. */
export interface ConstantRights {
  orgId: string
  level: 'district' | 'school' | undefined
  /** Platform types that schools may extend, and whether schools may create types. */
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

/** Only the district hides platform values, and for all its schools. */
export const mayHideBuiltIn = ({ builtIn }: OrgConstantType, { level }: ConstantRights) =>
  builtIn !== undefined && level === 'district' && !builtIn.isFixed && !builtIn.isDisabled

/** Each level sorts the values that it controls. */
export const maySort = (kind: OrgConstantType, rights: ConstantRights) =>
  rights.level === 'district' ? mayHideBuiltIn(kind, rights) || mayAdd(kind, rights) : mayAdd(kind, rights)

export const isOwnConstant = ({ orgId }: Pick<ResolvedConstant, 'orgId'>, rights: ConstantRights) =>
  orgId === rights.orgId
/** The values that the caller's level may sort. */
export const maySortConstant = (item: ResolvedConstant, rights: ConstantRights) =>
  rights.level === 'district' ? item.level !== 'school' : isOwnConstant(item, rights)
