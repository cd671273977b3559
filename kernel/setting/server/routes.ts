import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { settingApi as api } from '../contract.ts'
import { readHistory } from './service/history.ts'
import { compare, previewPush, push, undoPush } from './service/pushing.ts'
import { listTypes, readClosings, readExamReleases, readState, readStudentRecord } from './service/reading.ts'
import { readReach } from './service/reach.ts'
import { restoreVersion, saveState, saveTags } from './service/saving.ts'

export function settingRoutes(app: FastifyInstance) {
  mount(app, api.types, (ctx, { query }) => listTypes(ctx, query.orgId))
  mount(app, api.get, (ctx, { query }) => readState(ctx, query.type, query.orgId))
  mount(app, api.save, (ctx, { query, body }) => saveState(ctx, query.type, body))
  mount(app, api.reach, (ctx, { body }) => readReach(ctx, body))
  mount(app, api.saveTags, (ctx, { query, body }) => saveTags(ctx, query.type ?? body.type, body.orgId, body.tags))
  mount(app, api.history, (ctx, { query }) => readHistory(ctx, query.type, query.orgId))
  mount(app, api.restore, (ctx, { body }) => restoreVersion(ctx, body))
  mount(app, api.pushPreview, (ctx, { body }) => previewPush(ctx, body))
  mount(app, api.push, (ctx, { body }) => push(ctx, body))
  mount(app, api.undoPush, (ctx, { body }) => undoPush(ctx, body.pushId))
  mount(app, api.compare, (ctx, { query }) => compare(ctx, query.type))
  mount(app, api.closings, (ctx) => readClosings(ctx))
  mount(app, api.examReleases, (ctx, { query }) => readExamReleases(ctx, query.termId))
  mount(app, api.studentRecord, (ctx) => readStudentRecord(ctx))
}
