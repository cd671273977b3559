import { dayOf, newId, type Ctx } from '#packages/core'
import { enqueue } from '#packages/jobs'
import type { UserType } from '../contract.ts'
import { recountOrganisations } from './jobs.ts'
import { insertMembership, placeById, placesOf } from './queries.ts'

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

/** Gives a person a place in an organisation, from today on. */
export async function addMembership(ctx: Ctx, facts: MembershipFacts): Promise<string> {
  const row = { id: newId(), departmentId: null, post: '', isMain: true, from: dayOf(ctx.now), ...facts }
  await insertMembership(ctx.db, row, ctx.now)
  return row.id
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
