import { dayOf, newId, type Ctx } from '#packages/core'
import { enqueue } from '#packages/jobs'
import type { UserType } from '../contract.ts'
import { recountOrganisations } from './jobs.ts'
import { insertPlace } from './place-queries.ts'
import { placeById, placesOf } from './queries.ts'
import { keepingCounts } from './service/counting.ts'

export type Place = Awaited<ReturnType<typeof placesOf>>[number]

export interface MembershipFacts {
  id?: string
  personId: string
  orgId: string
  departmentId?: string | null
  userType: UserType
  post?: string
  isMain?: boolean
}

/** Gives a person a place in an organisation, from today on. Whoever makes very many counts them once, at the end. */
export async function addMembership(
  ctx: Ctx,
  { id = newId(), departmentId = null, post = '', isMain = true, ...facts }: MembershipFacts,
  { counts = true }: { counts?: boolean } = {},
): Promise<string> {
  const place = { ...facts, id, departmentId, post, isMain, beginsOn: dayOf(ctx.now) }
  const insert = () => insertPlace(ctx.db, place, ctx.now)
  await (counts ? keepingCounts(ctx, [facts.personId], insert) : insert())
  return id
}

/** Where a person is today, the main place first. */
export const placesOfPerson = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<Place[]> =>
  placesOf(ctx.db, personId, dayOf(ctx.now))

/** One place, if it is still held today. */
export const findPlace = (ctx: Pick<Ctx, 'db' | 'now'>, membershipId: string): Promise<Place | undefined> =>
  placeById(ctx.db, membershipId, dayOf(ctx.now))

export async function requestRecount(ctx: Ctx) {
  await enqueue(ctx, recountOrganisations, {})
  return null
}
