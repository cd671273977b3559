import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi as api } from '../contract.ts'
import { bindByPhone, listBindable, unbind } from './service/family/binding.ts'
import { acceptAgreements, listChildren } from './service/family/children.ts'
import { askToBind, bindByCode } from './service/family/claiming.ts'
import { listConsents, saveConsent } from './service/family/consents.ts'
import { countRequests, decideBinding, listRequests, readClassCode, unbindGuardian } from './service/family/deciding.ts'
import { listTeachers, readHome } from './service/family/home.ts'
import { readChildLooks } from './service/family/looks.ts'
import { listLinkmen, saveLinkman } from './service/family/linkmen.ts'
import { savePaperConsent } from './service/family/paper.ts'
import { makeSlips } from './service/family/slips.ts'

export function familyRoutes(app: FastifyInstance) {
  mount(app, api.children, (ctx) => listChildren(ctx))
  mount(app, api.home, (ctx, { query }) => readHome(ctx, query.studentId))
  mount(app, api.accept, (ctx, { body }) => acceptAgreements(ctx, body.kinds))
  mount(app, api.bindable, (ctx) => listBindable(ctx))
  mount(app, api.bindByPhone, (ctx, { body }) => bindByPhone(ctx, body.linkIds))
  mount(app, api.bindByCode, (ctx, { body }) => bindByCode(ctx, body))
  mount(app, api.askToBind, (ctx, { body }) => askToBind(ctx, body))
  mount(app, api.unbind, (ctx, { body }) => unbind(ctx, body.studentId))
  mount(app, api.linkmen, (ctx, { query }) => listLinkmen(ctx, query.studentId))
  mount(app, api.saveLinkman, (ctx, { body }) => saveLinkman(ctx, body))
  mount(app, api.childLooks, (ctx, { query }) => readChildLooks(ctx, query.studentId))
  mount(app, api.consents, (ctx, { query }) => listConsents(ctx, query.studentId))
  mount(app, api.saveConsent, (ctx, { body }) => saveConsent(ctx, body))
  mount(app, api.teachers, (ctx, { query }) => listTeachers(ctx, query.studentId))
  mount(app, api.classCode, (ctx, { body }) => readClassCode(ctx, body))
  mount(app, api.bindRequests, (ctx) => listRequests(ctx))
  mount(app, api.bindRequestCount, (ctx) => countRequests(ctx))
  mount(app, api.decideBinding, (ctx, { body }) => decideBinding(ctx, body))
  mount(app, api.unbindGuardian, (ctx, { body }) => unbindGuardian(ctx, body.id))
  mount(app, api.slips, (ctx, { body }) => makeSlips(ctx, body))
  mount(app, api.paperConsent, (ctx, { body }) => savePaperConsent(ctx, body))
}
