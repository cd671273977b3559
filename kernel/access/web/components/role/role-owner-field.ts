import type { Field } from '#packages/web/desk/form/form-spec.ts'
import type { OrgRoles } from '../../role-queries.ts'

/** The owners among which a new role can be created. */
export const listRoleOwners = ({ mayCreate, mayCreateForDistrict, orgName }: OrgRoles) => [
  ...(mayCreate ? [{ value: 'org', label: `${orgName}的角色` }] : []),
  ...(mayCreateForDistrict ? [{ value: 'district', label: '本区角色，各单位都可用' }] : []),
]

export const roleOwnerField = <Values extends { place: string }>(roles: OrgRoles): Field<Values> => ({
  name: 'place',
  label: '归属',
  kind: 'radio',
  options: listRoleOwners(roles),
})

export const getOwnerOrgId = (place: string, roles: OrgRoles) => (place === 'district' ? null : roles.orgId)
