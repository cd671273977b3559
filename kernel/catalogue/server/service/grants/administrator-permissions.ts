import type { Manifest } from '#packages/contract'
import { computeOnce, type Contributions, type Ctx } from '#packages/core'
import { getPermissionTitle } from '#kernel/access/server/api.ts'
import { auditorTypes, type AuditorType } from '../../../contract.ts'
import { listAuditorAppointments, listAuditorsOver } from '../../auditor-queries.ts'

interface AdministeredApplication {
  auditorType: AuditorType
  title: string
  permissions: string[]
}

/** The applications whose administrators have permissions. */
const listAdministeredApplications = computeOnce((manifests: readonly Manifest[]): AdministeredApplication[] =>
  manifests.flatMap((manifest) => {
    if (manifest.kind !== 'application' || manifest.auditorType === undefined) return []
    const flagged = Object.entries(manifest.permissions).filter(([, { isForAdministrators }]) => isForAdministrators)
    const permissions = flagged.map(([code]) => code)
    return [{ auditorType: manifest.auditorType as AuditorType, title: manifest.title, permissions }]
  }),
)

/** The permissions that administrators of a kind of application have at their organisation and below. */
export const listAdministratorPermissions = ({ app }: Pick<Ctx, 'app'>, auditorType: number): string[] =>
  listAdministeredApplications(app.manifests).flatMap((one) => (one.auditorType === auditorType ? one.permissions : []))

/** Which applications the administrators of each kind look after, and what they may do there. */
export const listAuditorDuties = async (ctx: Ctx) =>
  listAdministeredApplications(ctx.app.manifests).map(({ auditorType, title, permissions }) => ({
    auditorType,
    application: title,
    functions: permissions.map((code) => getPermissionTitle(ctx, code)),
  }))

const getTitle = (type: number) => `${auditorTypes[type as AuditorType]}管理员`

/** Administrators of applications, as a reason for permissions besides roles. */
export const administratorAppointments: Contributions['appointments'] = {
  async listPermissions(ctx, membershipIds) {
    const types = listTypesWithPermissions(ctx)
    if (types.length === 0) return []
    const appointments = await listAuditorAppointments(ctx.db, types, membershipIds)
    return appointments.flatMap(({ type, ...appointment }) =>
      listAdministratorPermissions(ctx, type).map((permission) => ({
        ...appointment,
        permission,
        title: getTitle(type),
      })),
    )
  },
  async listHolders(ctx, permission, orgId) {
    const types = listTypesWithPermissions(ctx).filter((type) =>
      listAdministratorPermissions(ctx, type).includes(permission),
    )
    if (types.length === 0) return []
    const holders = await listAuditorsOver(ctx.db, types, orgId)
    return holders.map(({ membershipId, type }) => ({ membershipId, title: getTitle(type) }))
  },
}

const listTypesWithPermissions = ({ app }: Pick<Ctx, 'app'>): number[] => [
  ...new Set(
    listAdministeredApplications(app.manifests).flatMap(({ auditorType, permissions }) =>
      permissions.length > 0 ? auditorType : [],
    ),
  ),
]
