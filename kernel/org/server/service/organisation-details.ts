import type { BodyOf } from '#packages/contract'
import { invalid } from '#packages/core'
import { toPinyin } from '#packages/pinyin'
import type { orgApi } from '../../contract.ts'
import { getAreaCodeAbove, findAreaName } from '../areas.ts'
import type { ManagedOrganisation } from '../edit-queries.ts'
import type { OrganisationDetails } from '../queries.ts'

type OrganisationBody = BodyOf<typeof orgApi.add>

export const refuseField = (field: string, msg: string) => invalid([{ field, msg }])

/**
 * The given pinyin, or the usual reading of the name. A computed pinyin changes with the name, even if a client sends
 * the old one back; a corrected one stays.
 */
export function getPinyin(
  form: OrganisationBody,
  before?: Pick<ManagedOrganisation, 'name' | 'pinyin' | 'pinyinInitials'>,
) {
  const standard = toPinyin(form.name)
  const standardBefore = before ? toPinyin(before.name) : standard
  const choose = (given: string | undefined, was: string | undefined, wasStandard: string, newStandard: string) => {
    if (given === '') return newStandard
    if (given !== undefined && given !== was) return given
    return was === undefined || was === '' || was === wasStandard ? newStandard : was
  }
  return {
    full: choose(form.pinyin, before?.pinyin, standardBefore.full, standard.full),
    initials: choose(form.pinyinInitials, before?.pinyinInitials, standardBefore.initials, standard.initials),
  }
}

export const blankDetails: OrganisationDetails = {
  stages: [],
  kind: '',
  property: null,
  educationSystem: null,
  contactName: '',
  phone: '',
  postalCode: '',
  address: '',
  remark: '',
  flag: 0,
  isPublic: true,
  isVillage: false,
  areaCode: '',
  parentAreaCode: '',
  skipsRepairAudit: false,
  skipsAdjustAudit: false,
  diskOpenToAll: false,
  classesByAcademic: false,
}

/** The form's values over the existing ones. A department has no stages. */
export function mergeDetails(
  form: OrganisationBody,
  before: OrganisationDetails | ManagedOrganisation,
): OrganisationDetails {
  type Said = Exclude<keyof OrganisationDetails, 'parentAreaCode'>
  const given = (key: Said) => (form[key] === undefined ? before[key] : form[key])
  const details = Object.fromEntries(
    Object.keys(blankDetails).map((key) => [key, given(key as Said)]),
  ) as unknown as OrganisationDetails
  // An outdated area code may stay.
  if (details.areaCode !== before.areaCode && details.areaCode !== '' && findAreaName(details.areaCode) === undefined)
    throw refuseField('areaCode', '行政区划不存在')
  return {
    ...details,
    parentAreaCode: getAreaCodeAbove(details.areaCode),
    ...(form.type === 'department' ? { stages: [] } : {}),
  }
}
