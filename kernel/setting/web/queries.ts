import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { orgApi, type OrganisationDetail } from '#kernel/org/contract.ts'
import {
  settingApi,
  type SettingPushForm,
  type SettingImpactForm,
  type SettingSaveForm,
  type SettingTagForm,
} from '../contract.ts'

export const settingKey = ['setting'] as const
export type SettingTypes = DataOf<typeof settingApi.types>

/** Without an organisation, the current one. */
export const settingTypesQuery = (orgId: string | null) => queryOf(settingKey, settingApi.types, { query: { orgId } })

export const settingStateQuery = (orgId: string | null, type: string) =>
  queryOf(settingKey, settingApi.get, { query: { orgId, type } })

export const settingHistoryQuery = (orgId: string | null, type: string) =>
  queryOf(settingKey, settingApi.history, { query: { orgId, type } })

export const comparisonQuery = (type: string) => queryOf(settingKey, settingApi.compare, { query: { type } })

export const pushPreviewQuery = (form: SettingPushForm) => queryOf(settingKey, settingApi.pushPreview, { body: form })

/** The schools whose effective values would change. */
export const impactQuery = (form: SettingImpactForm) => queryOf(settingKey, settingApi.impact, { body: form })

export const saveSetting = (type: string, form: Omit<SettingSaveForm, 'type'>) =>
  call(settingApi.save, { query: { type }, body: { type: undefined, ...form } })
export const saveSettingTags = (type: string, orgId: string, tags: SettingTagForm[]) =>
  call(settingApi.saveTags, { query: { type }, body: { type: undefined, orgId, tags } })
export const restoreSetting = (type: string, orgId: string, target: number, version: number) =>
  call(settingApi.restore, { body: { type, orgId, target, version } })
export const pushSetting = (form: SettingPushForm) => call(settingApi.push, { body: form })
export const undoPush = (pushId: string) => call(settingApi.undoPush, { body: { pushId } })

/** The four switches that are columns of the organisation. */
export const organisationQuery = (id: string) => queryOf(settingKey, orgApi.detail, { query: { fid: id } })

export const switchNames = ['skipsRepairAudit', 'skipsAdjustAudit', 'diskOpenToAll', 'classesByAcademic'] as const
export type OrgSwitchValues = Pick<OrganisationDetail, (typeof switchNames)[number]>

export const saveSwitches = (organisation: OrganisationDetail, changed: Partial<OrgSwitchValues>) => {
  const { id: orgId, version, skipsRepairAudit, skipsAdjustAudit, diskOpenToAll, classesByAcademic } = organisation
  const switches = { skipsRepairAudit, skipsAdjustAudit, diskOpenToAll, classesByAcademic }
  return call(orgApi.setSwitches, { body: { orgId, version, ...switches, ...changed } })
}
