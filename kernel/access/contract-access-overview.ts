import { z } from 'zod'
import { idOf, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

export const accessOverviewRoutes = {
  /** Role changes of the last seven days in scope, and who can reveal full numbers today. */
  watch: route({
    method: 'GET',
    path: '/api/role/watch',
    title: '权限变动概况',
    access: 'role.read',
    data: z.object({
      changes: z.int(),
      /** The latest few. */
      recent: z.array(
        z.object({
          id: idOf('role-change'),
          at: z.iso.datetime(),
          role: z.string(),
          title: z.string(),
          by: z.string(),
        }),
      ),
      /** People who may reveal the numbers of a whole school or more. */
      revealers: z.int(),
      people: z.array(
        z.object({ userId: idOf('membership'), name: z.string(), orgName: z.string(), role: z.string() }),
      ),
    }),
  }),
}
