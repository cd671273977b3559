import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { settingApi as api } from '../contract.ts'
import { listSettingHistory } from './service/setting-history.ts'
import { compareSettings, previewPush, pushSetting, undoPush } from './service/push-settings.ts'
import {
  listSettingTypes,
  listClosings,
  listExamReleases,
  getSettingState,
  getStudentRecordSetting,
} from './service/setting-state.ts'
import { getSettingImpact } from './service/setting-impact.ts'
import { restoreVersion, saveSetting, saveSettingTags } from './service/save-settings.ts'

export function settingRoutes(app: FastifyInstance) {
  mount(app, api.types, (ctx, { query }) => listSettingTypes(ctx, query.orgId))
  mount(app, api.get, (ctx, { query }) => getSettingState(ctx, query.type, query.orgId))
  mount(app, api.save, (ctx, { query, body }) => saveSetting(ctx, query.type, body))
  mount(app, api.impact, (ctx, { body }) => getSettingImpact(ctx, body))
  mount(app, api.saveTags, (ctx, { query, body }) =>
    saveSettingTags(ctx, query.type ?? body.type, body.orgId, body.tags),
  )
  mount(app, api.history, (ctx, { query }) => listSettingHistory(ctx, query.type, query.orgId))
  mount(app, api.restore, (ctx, { body }) => restoreVersion(ctx, body))
  mount(app, api.pushPreview, (ctx, { body }) => previewPush(ctx, body))
  mount(app, api.push, (ctx, { body }) => pushSetting(ctx, body))
  mount(app, api.undoPush, (ctx, { body }) => undoPush(ctx, body.pushId))
  mount(app, api.compare, (ctx, { query }) => compareSettings(ctx, query.type))
  mount(app, api.closings, (ctx) => listClosings(ctx))
  mount(app, api.examReleases, (ctx, { query }) => listExamReleases(ctx, query.termId))
  mount(app, api.studentRecord, (ctx) => getStudentRecordSetting(ctx))
}
