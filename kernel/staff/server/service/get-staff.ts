import type { QueryOf } from '#packages/contract'
import { addDays, dayOf, orNotFound, may, scopeOf, type Ctx } from '#packages/core'
import { listLogins } from '#kernel/audit/server/api.ts'
import type { staffApi, StaffMembership } from '../../contract.ts'
import { listAllMemberships, type MembershipRow } from '../membership-queries.ts'
import { getCompleteUntil, findUser, listAncestorNames, getChangedStaffPage } from '../user-queries.ts'
import { getFieldCipher, getLastDay, getMoment, presentUser, getMembershipStatus } from './staff-presentation.ts'
import { getNode } from './search-staff.ts'

/** A time as other systems write it: with a zone, or as local time in China. */
function parseMoment(text: string): Date {
  if (/[Zz]|[+-]\d{2}:?\d{2}$/.test(text) && text.includes('T')) return new Date(text)
  return new Date(`${text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')}+08:00`)
}

/** The first day that begins at or after that time. */
const getFirstDayFrom = (at: Date) => addDays(dayOf(new Date(at.getTime() - 1)), 1)

/** All staff of an organisation and below, or the changes since a time, for systems that keep a copy. */
export async function listChangedStaff(ctx: Ctx, { orgId, updateTime, ...page }: QueryOf<typeof staffApi.get>) {
  const scope = scopeOf(ctx, 'user.read')
  const moment = getMoment(ctx)
  const node = await getNode(ctx, scope, orgId)
  const at = updateTime ? parseMoment(updateTime) : null
  // Before the list is read: later commits may be included and will be returned again by the next call.
  const asOf = await getCompleteUntil(ctx.db)
  const since = at && { at, day: getFirstDayFrom(at) }
  const { items, ...counts } = await getChangedStaffPage(ctx.db, scope, { node, since }, page, moment)
  const fields = await getFieldCipher(ctx)
  return { ...counts, items: items.map((row) => presentUser(ctx, fields, row, moment.day)), asOf: asOf.toISOString() }
}

export async function getUser(ctx: Ctx, id: string) {
  const moment = getMoment(ctx)
  const row = orNotFound(await findUser(ctx.db, scopeOf(ctx, 'user.read'), id, moment), '人员')
  const revealScope = ctx.actor.permissions.get('user.reveal')
  const [login] = row.accountId ? await listLogins(ctx, row.accountId, 1) : []
  return {
    ...presentUser(ctx, await getFieldCipher(ctx), row, moment.day),
    ancestors: await listAncestorNames(ctx.db, row.departmentId ?? row.orgId),
    memberships: await loadMemberships(ctx, row.personId),
    lastSignInAt: login ? new Date(login.at).toISOString() : null,
    mayReveal: revealScope !== undefined && (await findUser(ctx.db, revealScope, id, moment)) !== undefined,
  }
}

/** All memberships of a readable person; those outside the scope are read-only. */
export async function listMemberships(ctx: Ctx, id: string): Promise<StaffMembership[]> {
  const row = orNotFound(await findUser(ctx.db, scopeOf(ctx, 'user.read'), id, getMoment(ctx)), '人员')
  return loadMemberships(ctx, row.personId)
}

async function loadMemberships(ctx: Ctx, personId: string): Promise<StaffMembership[]> {
  const scope = may(ctx.actor, 'user.edit') ? scopeOf(ctx, 'user.edit') : null
  const rows = await listAllMemberships(ctx.db, personId, scope, scopeOf(ctx, 'user.read'))
  return rows.map((row) => presentMembership(row, dayOf(ctx.now)))
}

/** For a membership outside the scope only the organisation is shown, not the post. */
function presentMembership(
  { beginsOn, overOn, isSuspended, mayRead, ...membership }: MembershipRow,
  day: string,
): StaffMembership {
  return {
    ...membership,
    ...(mayRead ? {} : { departmentId: null, departmentName: '', post: '' }),
    status: getMembershipStatus({ beginsOn, overOn, isSuspended }, day),
    startsOn: beginsOn,
    endsOn: getLastDay(overOn),
  }
}

/** The name of the current or future main employer, for the invitation page. */
export const getMainEmployerName = async ({ db }: Pick<Ctx, 'db'>, personId: string): Promise<string> =>
  (await listAllMemberships(db, personId, null))[0]?.orgName ?? ''
