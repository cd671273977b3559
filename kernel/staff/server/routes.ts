import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#packages/core'
import { mount } from '#packages/http'
import { holdTree } from '#kernel/org/server'
import { staffApi } from '../contract.ts'
import { findDestinations } from './destination-queries.ts'
import { requestRecount } from './service.ts'
import { resetFactors, resetPassword, resetPasswordBySms, reveal } from './service/account.ts'
import { leave, previewLeaving, previewSuspending, setDepartment, suspend } from './service/acting.ts'
import { addUser, listRoleChoices } from './service/adding.ts'
import { applyChange } from './service/changes/asking.ts'
import { decideChange, listChanges } from './service/changes/deciding.ts'
import { joinByCode } from './service/changes/joining.ts'
import { editUser } from './service/editing.ts'
import { readHistory } from './service/history.ts'
import { listDuplicates, mergePeople, refuseMerge, unmergePeople } from './service/merging.ts'
import { invite, previewInvitations, sendInvitations } from './service/inviting.ts'
import { savePlace } from './service/placing.ts'
import { listChanged, readPlaces, readUser } from './service/reading.ts'
import { countAccounts, searchUsers } from './service/searching.ts'

export function staffRoutes(app: FastifyInstance) {
  mount(app, staffApi.recount, (ctx) => requestRecount(ctx))
  mount(app, staffApi.get, (ctx, { query }) => listChanged(ctx, query))
  mount(app, staffApi.getByUserId, (ctx, { query }) => readUser(ctx, query.fUserID))
  mount(app, staffApi.search, (ctx, { body }) => searchUsers(ctx, body))
  mount(app, staffApi.add, held(addUser))
  mount(app, staffApi.edit, (ctx, { body }) => editUser(ctx, body))
  mount(app, staffApi.places, (ctx, { query }) => readPlaces(ctx, query.id))
  mount(app, staffApi.savePlace, held(savePlace))
  mount(app, staffApi.leavePreview, (ctx, { body }) => previewLeaving(ctx, body))
  mount(app, staffApi.leave, held(leave))
  mount(app, staffApi.suspendPreview, (ctx, { body }) => previewSuspending(ctx, body))
  mount(app, staffApi.suspend, held(suspend))
  mount(app, staffApi.setDepartment, held(setDepartment))
  mount(app, staffApi.resetPassword, (ctx, { body }) => resetPassword(ctx, body.id))
  mount(app, staffApi.resetPasswordBySms, (ctx, { body }) => resetPasswordBySms(ctx, body.id))
  mount(app, staffApi.resetFactors, (ctx, { body }) => resetFactors(ctx, body.id))
  mount(app, staffApi.accountCounts, (ctx) => countAccounts(ctx))
  mount(app, staffApi.invite, async (ctx, { body }) =>
    (await invite(ctx, body.ids)).map(({ id, name, orgName, token }) => ({ id, name, orgName, token })),
  )
  mount(app, staffApi.invitePreview, (ctx, { body }) => previewInvitations(ctx, body.ids))
  mount(app, staffApi.sendInvitations, (ctx, { body }) => sendInvitations(ctx, body))
  mount(app, staffApi.roleChoices, (ctx, { query }) => listRoleChoices(ctx, query))
  mount(app, staffApi.reveal, (ctx, { body }) => reveal(ctx, body))
  mount(app, staffApi.duplicates, (ctx, { query }) => listDuplicates(ctx, query))
  mount(app, staffApi.mergePeople, (ctx, { body }) => mergePeople(ctx, body))
  mount(app, staffApi.unmergePeople, (ctx, { body }) => unmergePeople(ctx, body.id))
  mount(app, staffApi.refuseMerge, (ctx, { body }) => refuseMerge(ctx, body.id))
  mount(app, staffApi.changeLog, (ctx, { query }) => listChanges(ctx, query))
  mount(app, staffApi.destinations, (ctx, { query }) => findDestinations(ctx.db, query.keyword))
  mount(app, staffApi.applyChange, held(applyChange))
  mount(app, staffApi.decideChange, held(decideChange))
  mount(app, staffApi.join, (ctx, { body }) => joinByCode(ctx, body))
  mount(app, staffApi.fieldHistory, (ctx, { query }) => readHistory(ctx, query.id))
}

/**
 * What changes who is where: between its looking and its doing no organisation is deleted, merged or moved, so nobody ends
 * up in one that is gone, and no place that a merge has ended begins again. Those that open their own transactions do
 * the same at the beginning of the one that writes.
 */
function held<Body, Data>(deed: (ctx: Ctx, body: Body) => Promise<Data>) {
  return async (ctx: Ctx, { body }: { body: Body }) => {
    await holdTree(ctx)
    return deed(ctx, body)
  }
}
