import type { RoleTemplate } from '#packages/contract'

const notManagers: ReadonlySet<RoleTemplate> = new Set(['teacher', 'class-teacher', 'pupil', 'guardian'])

/** Holds a management role: any that is not just teaching or learning. */
export const isManager = (templates: ReadonlySet<RoleTemplate>) =>
  [...templates].some((template) => !notManagers.has(template))

/** 2 of the district, 1 of an organisation, 0 none. */
export const levelOfAdministration = (templates: ReadonlySet<RoleTemplate>) =>
  templates.has('district-admin') ? (2 as const) : templates.has('school-admin') ? (1 as const) : (0 as const)
