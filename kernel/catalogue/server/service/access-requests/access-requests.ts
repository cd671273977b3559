import { appAudiences, type KnownRowOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { describeRoles, findModulePage, getPermissionTitle } from '#kernel/access/server/api.ts'
import { accessRequest } from '../../../contract.ts'
import { listAllApplications } from '../../application-list.ts'
import { createDecisionFields } from '../request-decisions.ts'

export type KnownAccessRequest = KnownRowOf<typeof accessRequest>

export const accessRequestSubject = 'access-request'

export const accessRequests = crud(accessRequest, 'access_request', {
  fields: {
    ...createDecisionFields(accessRequestSubject),
    name: { load: async (ctx, rows) => (await describeTargets(ctx, rows)).map(({ name }) => name) },
    needs: { load: async (ctx, rows) => (await describeTargets(ctx, rows)).map(({ needs }) => needs) },
    roleName: {
      load: async (ctx, rows) => {
        const ids = rows.flatMap(({ roleId }) => (roleId as string | null) ?? [])
        const roles = await describeRoles(ctx, [...new Set(ids)])
        return rows.map(({ roleId }) => roles.get(roleId as string)?.name ?? '')
      },
    },
  },
})

/** The target may have been deleted since; then its key is shown. */
async function describeTargets(ctx: Ctx, rows: readonly Readonly<Record<string, unknown>>[]) {
  const apps = new Map((await listAllApplications(ctx)).map((app) => [app.key, app]))
  return rows.map((row) => {
    const target = row['target'] as string
    if (row['kind'] === 'page') {
      const page = findModulePage(ctx, target)
      return { name: page?.title ?? target, needs: page ? getPermissionTitle(ctx, page.permission) : '' }
    }
    const app = apps.get(target)
    return { name: app?.name ?? target, needs: app ? appAudiences[app.audience].title : '' }
  })
}
