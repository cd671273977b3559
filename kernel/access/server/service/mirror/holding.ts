import { scopeKinds, type BodyOf, type PageQuery, type ScopeKind } from '#packages/contract'
import { dayOf, scopeOf, type Ctx, type RowPlace } from '#packages/core'
import type { mirrorRoutes } from '../../../contract-mirror.ts'
import { needsCharge } from '../../catalogue.ts'
import { holdersReaching } from '../../reverse-queries.ts'
import { rolesGiving, rolesShowing } from '../books.ts'
import { factsAsked } from './explaining.ts'

/** Who can do something to a record, of those whom the caller may look at; of the others only how many. */
export async function listHolders(
  ctx: Ctx,
  { pageNumber, pageSize, ...question }: BodyOf<typeof mirrorRoutes.holders>,
) {
  const facts = await factsAsked(ctx, question)
  const { kind, recordId, permission } = question
  const { items, itemCount, outside } = await holdersOf(ctx, question, facts, { pageNumber, pageSize })
  const nameOf = (kind: ScopeKind) =>
    kind === 'classes' && needsCharge(permission) ? '所带班级（班主任）' : scopeKinds[kind].title
  return {
    record: { kind, id: recordId, title: facts.title, about: facts.about },
    itemCount,
    pageCount: Math.ceil(itemCount / pageSize),
    outside,
    items: items.map(({ kinds, ...item }) => ({ ...item, scopes: kinds.map(nameOf) })),
  }
}

interface Question {
  permission: string
  field: string
}

async function holdersOf(ctx: Ctx, { permission, field }: Question, row: RowPlace, page: PageQuery) {
  const asked = { row, needsCharge: needsCharge(permission), reach: scopeOf(ctx, 'role.read'), day: dayOf(ctx.now) }
  const roles = await rolesGiving(ctx, permission)
  return holdersReaching(ctx.db, { ...asked, roles, showing: field ? await rolesShowing(ctx, field) : null }, page)
}
