import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { orgApi, type OrganisationDetail } from '#kernel/org/contract.ts'
import {
  settingApi,
  type SettingComparison,
  type SettingHistoryItem,
  type SettingPushForm,
  type SettingPushPreview,
  type SettingImpactForm,
  type SettingSaveForm,
  type SettingImpact,
  type SettingState,
  type SettingTagForm,
} from '../contract.ts'

export const settingKey = ['setting'] as const
export type SettingTypes = DataOf<typeof settingApi.types>

/** Without an organisation, the current one. */
export const settingTypesQuery = (orgId: string | null): QueryDefinition<SettingTypes> => ({
  queryKey: [...settingKey, 'types', orgId],
  queryFn: ({ signal }) => call(settingApi.types, { query: { orgId }, signal }),
})

export const settingStateQuery = (orgId: string | null, type: string): QueryDefinition<SettingState> => ({
  queryKey: [...settingKey, 'state', orgId, type],
  queryFn: ({ signal }) => call(settingApi.get, { query: { orgId, type }, signal }),
})

export const settingHistoryQuery = (orgId: string | null, type: string): QueryDefinition<SettingHistoryItem[]> => ({
  queryKey: [...settingKey, 'history', orgId, type],
  queryFn: ({ signal }) => call(settingApi.history, { query: { orgId, type }, signal }),
})

export const comparisonQuery = (type: string): QueryDefinition<SettingComparison> => ({
  queryKey: [...settingKey, 'compare', type],
  queryFn: ({ signal }) => call(settingApi.compare, { query: { type }, signal }),
})

export const pushPreviewQuery = (form: SettingPushForm): QueryDefinition<SettingPushPreview> => ({
  queryKey: [...settingKey, 'preview', form],
  queryFn: ({ signal }) => call(settingApi.pushPreview, { body: form, signal }),
})

/** The schools whose effective values would change. */
export const impactQuery = (form: SettingImpactForm): QueryDefinition<SettingImpact> => ({
  queryKey: [...settingKey, 'reach', form],
  queryFn: ({ signal }) => call(settingApi.impact, { body: form, signal }),
})

export const saveSetting = (type: string, form: Omit<SettingSaveForm, 'type'>) =>
  call(settingApi.save, { query: { type }, body: { type: undefined, ...form } })
export const saveSettingTags = (type: string, orgId: string, tags: SettingTagForm[]) =>
  call(settingApi.saveTags, { query: { type }, body: { type: undefined, orgId, tags } })
export const restoreSetting = (type: string, orgId: string, target: number, version: number) =>
  call(settingApi.restore, { body: { type, orgId, target, version } })
export const pushSetting = (form: SettingPushForm) => call(settingApi.push, { body: form })
export const undoPush = (pushId: string) => call(settingApi.undoPush, { body: { pushId } })

/** The four switches that are columns of the organisation. */
export const organisationQuery = (id: string): QueryDefinition<OrganisationDetail> => ({
  queryKey: [...settingKey, 'organisation', id],
  queryFn: ({ signal }) => call(orgApi.detail, { query: { fid: id }, signal }),
})

export const switchNames = ['skipsRepairAudit', 'skipsAdjustAudit', 'diskOpenToAll', 'classesByAcademic'] as const
export type OrgSwitchValues = Pick<OrganisationDetail, (typeof switchNames)[number]>

export const saveSwitches = (organisation: OrganisationDetail, changed: Partial<OrgSwitchValues>) => {
  const { id: orgId, version, skipsRepairAudit, skipsAdjustAudit, diskOpenToAll, classesByAcademic } = organisation
  const switches = { skipsRepairAudit, skipsAdjustAudit, diskOpenToAll, classesByAcademic }
  return call(orgApi.setSwitches, { body: { orgId, version, ...switches, ...changed } })
}
