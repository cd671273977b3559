import type { QueryOf } from '#packages/contract'
import { dayOf, found, may, scopeOf, type Ctx } from '#packages/core'
import { readLogins } from '#kernel/audit/server'
import type { staffApi, StaffPlace } from '../../contract.ts'
import { placesEverywhere, type PlaceRow } from '../place-queries.ts'
import { completeUntil, findUser, namesAlong, pageOfChanged } from '../user-queries.ts'
import { daysAfter, fieldsIn, lastDayOf, momentOf, presentUser, statusOf } from './presenting.ts'
import { nodeOf } from './searching.ts'

/** A moment as other systems write it: with its zone, or as people in China read a clock. */
function momentIn(text: string): Date {
  if (/[Zz]|[+-]\d{2}:?\d{2}$/.test(text) && text.includes('T')) return new Date(text)
  return new Date(`${text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')}+08:00`)
}

/** The first day that began at that moment or after it. */
const firstDayFrom = (at: Date) => daysAfter(dayOf(new Date(at.getTime() - 1)), 1)

/** The staff of an organisation and all below it, whole or as far as it changed: for systems that keep a copy. */
export async function listChanged(ctx: Ctx, { orgId, updateTime, ...page }: QueryOf<typeof staffApi.get>) {
  const scope = scopeOf(ctx, 'user.read')
  const moment = momentOf(ctx)
  const node = await nodeOf(ctx, scope, orgId)
  const at = updateTime ? momentIn(updateTime) : null
  // Before the list: what is committed in between is in it, and will be asked for again.
  const asOf = await completeUntil(ctx.db)
  const since = at && { at, day: firstDayFrom(at) }
  const { items, ...counts } = await pageOfChanged(ctx.db, scope, { node, since }, page, moment)
  const fields = await fieldsIn(ctx)
  return { ...counts, items: items.map((row) => presentUser(ctx, fields, row, moment.day)), asOf: asOf.toISOString() }
}

export async function readUser(ctx: Ctx, id: string) {
  const moment = momentOf(ctx)
  const row = found(await findUser(ctx.db, scopeOf(ctx, 'user.read'), id, moment), '人员')
  const revealScope = ctx.actor.permissions.get('user.reveal')
  const [login] = row.accountId ? await readLogins(ctx, row.accountId, 1) : []
  return {
    ...presentUser(ctx, await fieldsIn(ctx), row, moment.day),
    ancestors: await namesAlong(ctx.db, row.departmentId ?? row.orgId),
    places: await placesFor(ctx, row.personId),
    lastSignInAt: login ? new Date(login.at).toISOString() : null,
    mayReveal: revealScope !== undefined && (await findUser(ctx.db, revealScope, id, moment)) !== undefined,
  }
}

/** All places of somebody whom one may see, wherever they are; what is elsewhere is told and not changed. */
export async function readPlaces(ctx: Ctx, id: string): Promise<StaffPlace[]> {
  const row = found(await findUser(ctx.db, scopeOf(ctx, 'user.read'), id, momentOf(ctx)), '人员')
  return placesFor(ctx, row.personId)
}

async function placesFor(ctx: Ctx, personId: string): Promise<StaffPlace[]> {
  const scope = may(ctx.actor, 'user.edit') ? scopeOf(ctx, 'user.edit') : null
  const rows = await placesEverywhere(ctx.db, personId, scope, scopeOf(ctx, 'user.read'))
  return rows.map((row) => presentPlace(row, dayOf(ctx.now)))
}

/** Of a place elsewhere the organisation is told, and not what somebody does there. */
function presentPlace({ beginsOn, overOn, isSuspended, mayRead, ...place }: PlaceRow, day: string): StaffPlace {
  return {
    ...place,
    ...(mayRead ? {} : { departmentId: null, departmentName: '', post: '' }),
    status: statusOf({ beginsOn, overOn, isSuspended }, day),
    startsOn: beginsOn,
    endsOn: lastDayOf(overOn),
  }
}

/** Where somebody mainly works or will, for whoever was invited there. */
export const mainPlaceNameOf = async ({ db }: Pick<Ctx, 'db'>, personId: string): Promise<string> =>
  (await placesEverywhere(db, personId, null))[0]?.orgName ?? ''
