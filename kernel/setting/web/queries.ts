import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { orgApi, type OrganisationDetail } from '#kernel/org/contract.ts'
import {
  settingApi,
  type Comparison,
  type HistoryItem,
  type PushForm,
  type PushPreview,
  type ReachForm,
  type SaveForm,
  type SettingReach,
  type SettingState,
  type TagForm,
} from '../contract.ts'

export const settingKey = ['setting'] as const
export type Types = DataOf<typeof settingApi.types>

/** Without an organisation it is the one where one is. */
export const typesOf = (orgId: string | null): Reading<Types> => ({
  queryKey: [...settingKey, 'types', orgId],
  queryFn: ({ signal }) => call(settingApi.types, { query: { orgId }, signal }),
})

export const stateOf = (orgId: string | null, type: string): Reading<SettingState> => ({
  queryKey: [...settingKey, 'state', orgId, type],
  queryFn: ({ signal }) => call(settingApi.get, { query: { orgId, type }, signal }),
})

export const historyOf = (orgId: string | null, type: string): Reading<HistoryItem[]> => ({
  queryKey: [...settingKey, 'history', orgId, type],
  queryFn: ({ signal }) => call(settingApi.history, { query: { orgId, type }, signal }),
})

export const comparisonOf = (type: string): Reading<Comparison> => ({
  queryKey: [...settingKey, 'compare', type],
  queryFn: ({ signal }) => call(settingApi.compare, { query: { type }, signal }),
})

export const previewOf = (form: PushForm): Reading<PushPreview> => ({
  queryKey: [...settingKey, 'preview', form],
  queryFn: ({ signal }) => call(settingApi.pushPreview, { body: form, signal }),
})

/** Which schools would live by something else, once this is saved. */
export const reachOf = (form: ReachForm): Reading<SettingReach> => ({
  queryKey: [...settingKey, 'reach', form],
  queryFn: ({ signal }) => call(settingApi.reach, { body: form, signal }),
})

export const save = (type: string, form: Omit<SaveForm, 'type'>) =>
  call(settingApi.save, { query: { type }, body: { type: undefined, ...form } })
export const saveTags = (type: string, orgId: string, tags: TagForm[]) =>
  call(settingApi.saveTags, { query: { type }, body: { type: undefined, orgId, tags } })
export const restore = (type: string, orgId: string, target: number, version: number) =>
  call(settingApi.restore, { body: { type, orgId, target, version } })
export const push = (form: PushForm) => call(settingApi.push, { body: form })
export const undoPush = (pushId: string) => call(settingApi.undoPush, { body: { pushId } })

/** The four things that are columns of the organisation itself. */
export const organisationOf = (id: string): Reading<OrganisationDetail> => ({
  queryKey: [...settingKey, 'organisation', id],
  queryFn: ({ signal }) => call(orgApi.detail, { query: { fid: id }, signal }),
})

export const switchNames = ['skipsRepairAudit', 'skipsAdjustAudit', 'diskOpenToAll', 'classesByAcademic'] as const
export type Switches = Pick<OrganisationDetail, (typeof switchNames)[number]>

export const saveSwitches = (organisation: OrganisationDetail, changed: Partial<Switches>) => {
  const { id: orgId, version, skipsRepairAudit, skipsAdjustAudit, diskOpenToAll, classesByAcademic } = organisation
  const switches = { skipsRepairAudit, skipsAdjustAudit, diskOpenToAll, classesByAcademic }
  return call(orgApi.setSwitches, { body: { orgId, version, ...switches, ...changed } })
}
