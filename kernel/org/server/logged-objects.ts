import type { LoggedObjectKind } from '#kernel/audit/server/api.ts'
import { historyKinds } from '../contract.ts'
import { listLoggedOrganisations } from './logged-object-queries.ts'

/** The kind of an organisation in `entity_change`. */
export const organisationKind = 'org.organisation'

/** Organisations in the logs. */
export const loggedOrganisations: LoggedObjectKind = {
  kind: organisationKind,
  title: '机构',
  fields: { ...historyKinds, name: '名称', type: '类型', address: '地址', phone: '电话', contactName: '联系人' },
  list: (ctx, scope, wanted) => listLoggedOrganisations(ctx.db, scope, wanted),
}
