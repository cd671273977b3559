import { z } from 'zod'
import { defineEvent, idOf, optionalIdOf, routesOf } from '#packages/contract'
import {
  settingComparison,
  settingHistoryItem,
  pushBody,
  pushPreview,
  impactBody,
  restoreBody,
  saveBody,
  settingImpact,
  settingState,
  settingTypeItem,
  tagsBody,
} from './contract-entities.ts'
import { closeWindow, examRelease, studentRecordOpen } from './contract-specified.ts'
import { manifest } from './manifest.ts'

export {
  settingChangeCauses,
  tagColors,
  tagsAtMost,
  type SettingComparison,
  type SettingHistoryItem,
  type SettingPushForm,
  type SettingPushPreview,
  type SettingImpactForm,
  type SettingSaveForm,
  type SettingImpact,
  type SettingState,
  type SettingTypeItem,
  type SettingSource,
  type SettingSourceKind,
  type SettingTag,
  type SettingTagForm,
} from './contract-entities.ts'
export {
  settingLevels,
  type SettingControl,
  type SettingKeySchema,
  type SettingLevel,
  type SettingOption,
  type SettingRowField,
} from './contract-schema.ts'

const route = routesOf(manifest)
const type = z.string().max(40)
/** Without an organisation, the caller's current one. */
const orgId = optionalIdOf('organisation')
/** As specified, `type` is in the query of a POST; the body is accepted too. */
const typeInQuery = z.object({ type: type.optional() })
const pushId = z.object({ pushId: idOf('setting-push') })

export const settingChanged = defineEvent('setting.security-changed', z.object({ orgId: idOf('organisation'), type }), {
  description: 'A security setting of an organisation was changed.',
})
/** With `pushId` for a push to schools; with `orgId` for a lock by that organisation. */
export const settingPushed = defineEvent(
  'setting.pushed',
  z
    .object({ type, pushId: idOf('setting-push').optional(), orgId: idOf('organisation').optional() })
    .refine(({ pushId, orgId }) => (pushId === undefined) !== (orgId === undefined), 'either pushId or orgId'),
  { description: 'A setting was pushed to schools, or locked for every organisation below.' },
)

/** The settings of organisations for themselves and for those below: one registry for all applications. */
export const settingApi = {
  types: route({
    method: 'GET',
    path: '/api/orgs/settingTypes',
    title: '设置类型',
    access: 'setting.read',
    query: z.object({ orgId }),
    data: z.object({
      orgId: idOf('organisation'),
      orgName: z.string(),
      /** Whether this organisation can push settings to schools below it. */
      mayPush: z.boolean(),
      types: z.array(settingTypeItem),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/orgs/getSetting',
    title: '读取设置',
    access: 'setting.read',
    query: z.object({ type, orgId }),
    data: settingState,
  }),
  save: route({
    method: 'POST',
    path: '/api/orgs/saveSetting',
    title: '保存设置',
    access: 'setting.edit',
    query: typeInQuery,
    body: saveBody,
    data: settingState,
  }),
  impact: route({
    method: 'POST',
    path: '/api/orgs/settingReach',
    title: '保存设置会影响的学校',
    access: 'setting.edit',
    readOnly: true,
    body: impactBody,
    data: settingImpact,
  }),
  saveTags: route({
    method: 'POST',
    path: '/api/orgs/saveSettingTag',
    title: '保存标签',
    access: 'setting.edit',
    query: typeInQuery,
    body: tagsBody,
    data: settingState,
  }),
  history: route({
    method: 'GET',
    path: '/api/orgs/settingHistory',
    title: '设置的修改记录',
    access: 'setting.read',
    query: z.object({ type, orgId }),
    data: z.array(settingHistoryItem),
  }),
  restore: route({
    method: 'POST',
    path: '/api/orgs/settingRestore',
    title: '恢复设置的旧版本',
    access: 'setting.edit',
    body: restoreBody,
    data: settingState,
  }),
  pushPreview: route({
    method: 'POST',
    path: '/api/orgs/settingPushPreview',
    title: '预览下发设置',
    access: 'setting.push',
    readOnly: true,
    body: pushBody,
    data: pushPreview,
  }),
  push: route({
    method: 'POST',
    path: '/api/orgs/settingPush',
    title: '下发设置',
    access: 'setting.push',
    body: pushBody,
    data: pushPreview.extend({ pushId: idOf('setting-push') }),
  }),
  undoPush: route({
    method: 'POST',
    path: '/api/orgs/settingPushUndo',
    title: '撤销下发设置',
    access: 'setting.push',
    body: pushId,
    /** Values changed since stay. */
    data: z.object({ restored: z.int(), skipped: z.int() }),
  }),
  compare: route({
    method: 'GET',
    path: '/api/orgs/settingCompare',
    title: '对比各学校的设置',
    access: 'setting.push',
    query: z.object({ type }),
    data: settingComparison,
  }),
  closings: route({
    method: 'GET',
    path: '/api/orgs/appCloseSetting',
    title: '应用关闭时段',
    access: 'signed-in',
    data: z.array(closeWindow),
  }),
  examReleases: route({
    method: 'GET',
    path: '/api/orgs/examReleaseSetting',
    title: '成绩发布设置',
    access: 'staff',
    query: z.object({ termId: z.string().max(60).default('') }),
    data: z.array(examRelease),
  }),
  studentRecord: route({
    method: 'GET',
    path: '/api/orgs/stuRecordSetting',
    title: '学生信息开放填写设置',
    access: 'signed-in',
    data: studentRecordOpen,
  }),
}
