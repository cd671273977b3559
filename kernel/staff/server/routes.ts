import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#packages/core'
import { mount } from '#packages/http'
import { lockTree } from '#kernel/org/server/api.ts'
import { staffApi } from '../contract.ts'
import { findDestinations } from './destination-queries.ts'
import { requestRecount } from './service.ts'
import { resetFactors, resetPassword, resetPasswordBySms, revealField } from './service/staff-account.ts'
import {
  recordDeparture,
  previewDeparture,
  previewSuspension,
  moveToDepartment,
  suspendMemberships,
} from './service/disable-staff-accounts.ts'
import { addUser, listRoleChoices } from './service/add-staff.ts'
import { requestStaffChange } from './service/changes/request-staff-change.ts'
import { decideStaffChange, listStaffChanges } from './service/changes/approve-staff-change.ts'
import { requestMembershipByCode } from './service/changes/request-membership.ts'
import { editUser } from './service/edit-staff.ts'
import { listFieldHistory } from './service/field-history.ts'
import { listDuplicates, mergePeople, refuseMerge, unmergePeople } from './service/merge-people.ts'
import { inviteStaff, previewInvitations, sendInvitations } from './service/invite-staff.ts'
import { saveMembership } from './service/memberships.ts'
import { listChangedStaff, listMemberships, getUser } from './service/get-staff.ts'
import { countAccounts, searchStaff } from './service/search-staff.ts'

export function staffRoutes(app: FastifyInstance) {
  mount(app, staffApi.recount, (ctx) => requestRecount(ctx))
  mount(app, staffApi.get, (ctx, { query }) => listChangedStaff(ctx, query))
  mount(app, staffApi.getByUserId, (ctx, { query }) => getUser(ctx, query.fUserID))
  mount(app, staffApi.search, (ctx, { body }) => searchStaff(ctx, body))
  mount(app, staffApi.add, withTreeLock(addUser))
  mount(app, staffApi.edit, (ctx, { body }) => editUser(ctx, body))
  mount(app, staffApi.memberships, (ctx, { query }) => listMemberships(ctx, query.id))
  mount(app, staffApi.saveMembership, withTreeLock(saveMembership))
  mount(app, staffApi.previewDeparture, (ctx, { body }) => previewDeparture(ctx, body))
  mount(app, staffApi.recordDeparture, withTreeLock(recordDeparture))
  mount(app, staffApi.previewSuspension, (ctx, { body }) => previewSuspension(ctx, body))
  mount(app, staffApi.suspend, withTreeLock(suspendMemberships))
  mount(app, staffApi.setDepartment, withTreeLock(moveToDepartment))
  mount(app, staffApi.resetPassword, (ctx, { body }) => resetPassword(ctx, body.id))
  mount(app, staffApi.resetPasswordBySms, (ctx, { body }) => resetPasswordBySms(ctx, body.id))
  mount(app, staffApi.resetFactors, (ctx, { body }) => resetFactors(ctx, body.id))
  mount(app, staffApi.accountCounts, (ctx) => countAccounts(ctx))
  mount(app, staffApi.invite, async (ctx, { body }) =>
    (await inviteStaff(ctx, body.ids)).map(({ id, name, orgName, token }) => ({ id, name, orgName, token })),
  )
  mount(app, staffApi.invitePreview, (ctx, { body }) => previewInvitations(ctx, body.ids))
  mount(app, staffApi.sendInvitations, (ctx, { body }) => sendInvitations(ctx, body))
  mount(app, staffApi.roleChoices, (ctx, { query }) => listRoleChoices(ctx, query))
  mount(app, staffApi.reveal, (ctx, { body }) => revealField(ctx, body))
  mount(app, staffApi.duplicates, (ctx, { query }) => listDuplicates(ctx, query))
  mount(app, staffApi.mergePeople, (ctx, { body }) => mergePeople(ctx, body))
  mount(app, staffApi.unmergePeople, (ctx, { body }) => unmergePeople(ctx, body.id))
  mount(app, staffApi.refuseMerge, (ctx, { body }) => refuseMerge(ctx, body.id))
  mount(app, staffApi.changeLog, (ctx, { query }) => listStaffChanges(ctx, query))
  mount(app, staffApi.destinations, (ctx, { query }) => findDestinations(ctx.db, query.keyword))
  mount(app, staffApi.requestChange, withTreeLock(requestStaffChange))
  mount(app, staffApi.decideChange, withTreeLock(decideStaffChange))
  mount(app, staffApi.join, (ctx, { body }) => requestMembershipByCode(ctx, body))
  mount(app, staffApi.fieldHistory, (ctx, { query }) => listFieldHistory(ctx, query.id))
}

/**
 * Locks the organisation tree for changes of memberships: no organisation can be deleted, merged or moved between check
 * and write. Handlers with their own transactions take the lock in the one that writes.
 */
function withTreeLock<Body, Data>(handler: (ctx: Ctx, body: Body) => Promise<Data>) {
  return async (ctx: Ctx, { body }: { body: Body }) => {
    await lockTree(ctx)
    return handler(ctx, body)
  }
}
