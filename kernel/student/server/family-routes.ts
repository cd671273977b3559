import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi as api } from '../contract.ts'
import { bindByPhone, listBindable, unbindChild } from './service/family/guardian-bindings.ts'
import { acceptAgreements, listOwnChildren } from './service/family/family-children.ts'
import { requestBinding, bindByCode } from './service/family/bind-requests.ts'
import { listConsents, saveConsent, savePaperConsent } from './service/family/guardian-consents.ts'
import {
  countBindRequests,
  decideBindRequest,
  listBindRequests,
  unbindGuardian,
} from './service/family/approve-bind-requests.ts'
import { getClassCode } from './service/family/class-codes.ts'
import { readFamilyHome } from './service/family/family-home-parts.ts'
import { listTeachers } from './service/family/family-home.ts'
import { getChildReveals } from './service/family/child-reveals.ts'
import { listLinkmen, saveLinkman } from './service/family/linkmen.ts'
import { createAccountSlips } from './service/family/account-slips.ts'

export function mountFamilyRoutes(app: FastifyInstance) {
  mount(app, api.children, (ctx) => listOwnChildren(ctx))
  mount(app, api.home, (own, { query }) => readFamilyHome(own, query.studentId))
  mount(app, api.accept, (ctx, { body }) => acceptAgreements(ctx, body.kinds))
  mount(app, api.bindable, (ctx) => listBindable(ctx))
  mount(app, api.bindByPhone, (ctx, { body }) => bindByPhone(ctx, body.linkIds))
  mount(app, api.bindByCode, (ctx, { body }) => bindByCode(ctx, body))
  mount(app, api.requestBinding, (ctx, { body }) => requestBinding(ctx, body))
  mount(app, api.unbind, (ctx, { body }) => unbindChild(ctx, body.studentId))
  mount(app, api.linkmen, (ctx, { query }) => listLinkmen(ctx, query.studentId))
  mount(app, api.saveLinkman, (ctx, { body }) => saveLinkman(ctx, body))
  mount(app, api.childReveals, (ctx, { query }) => getChildReveals(ctx, query.studentId))
  mount(app, api.consents, (ctx, { query }) => listConsents(ctx, query.studentId))
  mount(app, api.saveConsent, (ctx, { body }) => saveConsent(ctx, body))
  mount(app, api.teachers, (ctx, { query }) => listTeachers(ctx, query.studentId))
  mount(app, api.classCode, (ctx, { body }) => getClassCode(ctx, body))
  mount(app, api.bindRequests, (ctx) => listBindRequests(ctx))
  mount(app, api.bindRequestCount, (ctx) => countBindRequests(ctx))
  mount(app, api.decideBindRequest, (ctx, { body }) => decideBindRequest(ctx, body))
  mount(app, api.unbindGuardian, (ctx, { body }) => unbindGuardian(ctx, body.id))
  mount(app, api.slips, (ctx, { body }) => createAccountSlips(ctx, body))
  mount(app, api.paperConsent, (ctx, { body }) => savePaperConsent(ctx, body))
}
