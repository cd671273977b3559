import type { Field } from '#packages/web/desk/form/form-spec.ts'
import type { OrgRoles } from '../../role-queries.ts'

/** The owners among which a new role can be created. */
export const listRoleOwners = ({ mayCreate, mayCreateForDistrict, orgName }: OrgRoles) => [
  ...(mayCreate ? [{ value: 'org', label: `${orgName}的角色` }] : []),
  ...(mayCreateForDistrict ? [{ value: 'district', label: '本区角色，各单位都可用' }] : []),
]

export const roleOwnerField = <Values extends { owner: string }>(roles: OrgRoles): Field<Values> => ({
  name: 'owner',
  label: '归属',
  kind: 'radio',
  options: listRoleOwners(roles),
})

export const getOwnerOrgId = (owner: string, roles: OrgRoles) => (owner === 'district' ? null : roles.orgId)
