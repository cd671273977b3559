import type { Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import type { LoggedObjectKind } from '#kernel/audit/server/api.ts'

const grantKind = 'catalogue.grant'

/** Grants of applications in the logs: changes of the organisation, role or person that has the application. */
export const loggedGrants: LoggedObjectKind = {
  kind: grantKind,
  title: '应用授权',
  fields: { application: '应用授权' },
}

interface ChangedGrant {
  objectId: string
  /** The name of the application, with the kind of grant where there are several. */
  before: string
  after: string
}

export const recordGrants = (ctx: Ctx, grants: readonly ChangedGrant[]) =>
  recordFieldChanges(
    ctx,
    grants.map(({ objectId, before, after }) => ({
      entity: grantKind,
      rowId: objectId,
      changes: [{ field: 'application', before, after }],
    })),
  )
