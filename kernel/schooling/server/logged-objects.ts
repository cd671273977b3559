import { dayOf } from '#packages/core'
import type { LoggedObjectKind } from '#kernel/audit/server/api.ts'
import { listLoggedClassIds } from './logged-object-queries.ts'
import { describeClasses } from './service/classes/class-descriptions.ts'

/** Classes in the logs; their names are those of today, because school years change them. */
export const loggedClasses: LoggedObjectKind = {
  kind: 'schooling.class',
  title: '班级',
  fields: {},
  list: async (ctx, scope, wanted) => {
    if ('name' in wanted) return []
    const classIds = await listLoggedClassIds(ctx.db, scope, wanted.ids)
    const classes = await describeClasses(ctx, { classIds }, dayOf(ctx.now))
    return classIds.map((id) => ({ id, title: classes.get(id)?.label ?? '' }))
  },
}
