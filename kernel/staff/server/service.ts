import { dayOf, newId, type Ctx } from '#packages/core'
import { enqueue } from '#packages/jobs'
import type { UserType } from '../contract.ts'
import { recountOrganisations } from './jobs.ts'
import { insertMembership, findActiveMembership, listActiveMemberships } from './membership-queries.ts'
import { changeWithCounts } from './service/member-counts.ts'

export type Membership = Awaited<ReturnType<typeof listActiveMemberships>>[number]

export interface MembershipFacts {
  id?: string
  personId: string
  orgId: string
  departmentId?: string | null
  userType: UserType
  post?: string
  isMain?: boolean
}

/** Adds a membership from today on. Bulk callers skip the counts and recount once at the end. */
export async function addMembership(
  ctx: Ctx,
  { id = newId(), departmentId = null, post = '', isMain = true, ...facts }: MembershipFacts,
  { counts = true }: { counts?: boolean } = {},
): Promise<string> {
  const membership = { ...facts, id, departmentId, post, isMain, beginsOn: dayOf(ctx.now) }
  const insert = () => insertMembership(ctx.db, membership, ctx.now)
  await (counts ? changeWithCounts(ctx, [facts.personId], insert) : insert())
  return id
}

/** The current memberships of a person, main one first. */
export const listMembershipsOfPerson = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<Membership[]> =>
  listActiveMemberships(ctx.db, personId, dayOf(ctx.now))

/** A membership that is valid today. */
export const findMembership = (ctx: Pick<Ctx, 'db' | 'now'>, membershipId: string): Promise<Membership | undefined> =>
  findActiveMembership(ctx.db, membershipId, dayOf(ctx.now))

export async function requestRecount(ctx: Ctx) {
  await enqueue(ctx, recountOrganisations, {})
  return null
}
