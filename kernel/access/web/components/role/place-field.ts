import type { Field } from '#packages/web/desk/form/spec.ts'
import type { Roles } from '../../role-queries.ts'

/** Whose a new role is, where one may choose. */
export const places = ({ mayCreate, mayCreateForDistrict, orgName }: Roles) => [
  ...(mayCreate ? [{ value: 'org', label: `${orgName}的角色` }] : []),
  ...(mayCreateForDistrict ? [{ value: 'district', label: '本区角色，各单位都可用' }] : []),
]

export const placeField = <Values extends { place: string }>(roles: Roles): Field<Values> => ({
  name: 'place',
  label: '归属',
  kind: 'radio',
  options: places(roles),
})

export const orgIdOf = (place: string, roles: Roles) => (place === 'district' ? null : roles.orgId)
