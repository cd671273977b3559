import { notFound, Refusal, scopeOf, createConcurrencyLimit, type Ctx } from '#packages/core'
import type { BodyOf } from '#packages/contract'
import { describeFailure } from '#packages/db'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server/api.ts'
import { invitePerson, maskPhone, getPhones, withdrawInvitation } from '#kernel/identity/server/api.ts'
import { staffApi, type InvitationChannel, type InvitationPreview } from '../../contract.ts'
import { listHiddenKeys } from '../hidden-fields.ts'
import { getChannelObstacle, sendInvitation } from '../invitation-channels.ts'
import { listTargetsByIds } from '../search-queries.ts'
import { findUser, type UserRow } from '../user-queries.ts'
import { getMoment, getMembershipStatus } from './staff-presentation.ts'
import { requireInCharge } from './staff-scope.ts'

/** The memberships that the caller may invite; "not found" outside the scope. */
async function listInvitableRows(ctx: Ctx, ids: readonly string[]): Promise<UserRow[]> {
  const scope = scopeOf(ctx, 'user.reset')
  const targets = await listTargetsByIds(ctx.db, scope, ids)
  if (targets.length < new Set(ids).size) throw notFound('人员')
  const rows: UserRow[] = []
  for (const { id } of targets) rows.push((await findUser(ctx.db, scope, id, getMoment(ctx)))!)
  return rows
}

/** Invitation tokens for people without an account, with the name for the printed slip. */
export async function inviteStaff(ctx: Ctx, ids: readonly string[]) {
  const invited: { id: string; name: string; orgName: string; personId: string; token: string }[] = []
  const done = new Set<string>()
  for (const { id, name, personId, accountId, orgName } of await listInvitableRows(ctx, ids)) {
    await requireInCharge(ctx, 'user.reset', personId)
    if (accountId || done.has(personId)) continue
    done.add(personId)
    invited.push({ id, name, orgName, personId, token: await invitePerson(ctx, personId) })
    await recordIdentityChange(ctx, 'invited', { personId, accountId: null })
  }
  return invited
}

/** Why this person cannot be invited; empty when it is possible. */
async function getInviteObstacle(ctx: Ctx, row: UserRow): Promise<string> {
  if (row.accountId) return '已开通账号'
  if (getMembershipStatus(row, getMoment(ctx).day) === 'left') return '已离岗'
  try {
    await requireInCharge(ctx, 'user.reset', row.personId)
    return ''
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

const noPhone = '没有登记手机号'

/** The recipients, and why somebody cannot be invited. */
export async function previewInvitations(ctx: Ctx, ids: readonly string[]): Promise<InvitationPreview> {
  const rows = await listInvitableRows(ctx, ids)
  const phones = await getStaffPhones(ctx, rows)
  const closed = { sms: await getChannelObstacle(ctx, 'sms'), dingtalk: await getChannelObstacle(ctx, 'dingtalk') }
  const showsPhones = !listHiddenKeys(ctx).has('mobile')
  const people: InvitationPreview = []
  for (const row of rows) {
    const phone = phones.get(row.personId)
    people.push({
      id: row.id,
      name: row.name,
      departmentName: row.departmentName || row.orgName,
      mobile: phone && showsPhones ? maskPhone(phone) : '',
      invitedUntil: row.invitedUntil?.toISOString() ?? null,
      obstacle: await getInviteObstacle(ctx, row),
      sms: closed.sms || (phone ? '' : noPhone),
      dingtalk: closed.dingtalk || (phone ? '' : noPhone),
    })
  }
  return people
}

const getStaffPhones = ({ db, actor }: Ctx, people: readonly { personId: string }[]) =>
  getPhones(
    { db, districtId: actor.districtId },
    people.map(({ personId }) => personId),
  )

const sentAtOnce = 8

/**
 * Sends the links to the mobiles on file. Skips people with an account and people who cannot be invited, as in the
 * preview. An undelivered link is withdrawn.
 */
export async function sendInvitations(ctx: RequestCtx, { ids, channel }: BodyOf<typeof staffApi.sendInvitations>) {
  const invitations = await inOwnDistrict(ctx, (own) => prepareInvitations(own, ids, channel))
  const inTurn = createConcurrencyLimit(sentAtOnce)
  return Promise.all(
    invitations.map(({ id, ...invitation }) =>
      inTurn(async () => {
        const reason = await sendInvitation(ctx, channel, invitation)
        // The other links are sent in any case, so a fault here must not end the request: a repetition sends them again.
        if (reason)
          await inOwnDistrict(ctx, (own) => withdrawInvitation(own, invitation.token)).catch((error: unknown) =>
            ctx.log.warn({ error: describeFailure(error) }, 'an undelivered invitation stays valid'),
          )
        return { id, name: invitation.name, reason }
      }),
    ),
  )
}

async function prepareInvitations(ctx: Ctx, ids: readonly string[], channel: InvitationChannel) {
  const rows = await listInvitableRows(ctx, ids)
  if (await getChannelObstacle(ctx, channel)) return []
  const phones = await getStaffPhones(ctx, rows)
  const able: string[] = []
  for (const row of rows) if (phones.has(row.personId) && !(await getInviteObstacle(ctx, row))) able.push(row.id)
  const invited = able.length > 0 ? await inviteStaff(ctx, able) : []
  const { path, title } = staffApi.sendInvitations
  await recordOperation(ctx, { route: path, title, objectIds: invited.map(({ id }) => id) })
  return invited.map(({ id, name, orgName, token, personId }) => {
    const phone = phones.get(personId)!
    return { id, name, orgName, token, phone }
  })
}
