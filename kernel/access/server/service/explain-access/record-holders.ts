import { scopeKinds, type BodyOf, type PageQuery, type ScopeKind } from '#packages/contract'
import { dayOf, scopeOf, type Ctx, type ScopeAttributes } from '#packages/core'
import type { explainAccessRoutes } from '../../../contract-explain-access.ts'
import { listAppointedMemberships } from '../../appointments.ts'
import { needsClassLeader } from '../../permission-catalogue.ts'
import { readRecordHolderPage } from '../../record-holder-queries.ts'
import { listGrantingRoles, listFieldShowingRoles } from '../load-role-definitions.ts'
import { getQuestionRecord } from './explain-access.ts'

/** Holders in the caller's scope who have a permission for a record; the others are only counted. */
export async function listRecordHolders(
  ctx: Ctx,
  { pageNumber, pageSize, ...question }: BodyOf<typeof explainAccessRoutes.holders>,
) {
  const facts = await getQuestionRecord(ctx, question)
  const { kind, recordId, permission } = question
  const { items, itemCount, outside } = await readHolders(ctx, question, facts, { pageNumber, pageSize })
  const nameOf = (kind: ScopeKind) =>
    kind === 'classes' && needsClassLeader(ctx, permission) ? '所带班级（班主任）' : scopeKinds[kind].title
  return {
    record: { kind, id: recordId, title: facts.title, about: facts.about },
    itemCount,
    pageCount: Math.ceil(itemCount / pageSize),
    outside,
    items: items.map(({ kinds, ...item }) => ({ ...item, scopes: kinds.map(nameOf) })),
  }
}

interface HolderQuestion {
  permission: string
  field: string
}

async function readHolders(ctx: Ctx, { permission, field }: HolderQuestion, row: ScopeAttributes, page: PageQuery) {
  const query = {
    row,
    needsCharge: needsClassLeader(ctx, permission),
    reach: scopeOf(ctx, 'role.read'),
    day: dayOf(ctx.now),
  }
  const roles = await listGrantingRoles(ctx, permission)
  const appointed = row.orgId ? await listAppointedMemberships(ctx, permission, row.orgId) : []
  return readRecordHolderPage(
    ctx.db,
    { ...query, roles, appointed, showingRoles: field ? await listFieldShowingRoles(ctx, field) : null },
    page,
  )
}
