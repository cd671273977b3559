import type { BodyOf } from '#packages/contract'
import { invalid } from '#packages/core'
import { pinyinOf } from '#packages/pinyin'
import type { orgApi } from '../../contract.ts'
import { areaCodeAbove, areaName } from '../areas.ts'
import type { Governed } from '../edit-queries.ts'
import type { Details } from '../queries.ts'

type NewForm = BodyOf<typeof orgApi.add>

export const refuse = (field: string, msg: string) => invalid([{ field, msg }])

/**
 * How a name is found by letters: as somebody says, and where nobody does as it is usually read. A reading that follows
 * from the name changes with it, also when a client only sends back what it was given; one that was corrected stays.
 */
export function lettersOf(form: NewForm, before?: Pick<Governed, 'name' | 'pinyin' | 'pinyinInitials'>) {
  const usual = pinyinOf(form.name)
  const usualBefore = before ? pinyinOf(before.name) : usual
  const choose = (said: string | undefined, was: string | undefined, wasUsual: string, isUsual: string) => {
    if (said === '') return isUsual
    if (said !== undefined && said !== was) return said
    return was === undefined || was === '' || was === wasUsual ? isUsual : was
  }
  return {
    full: choose(form.pinyin, before?.pinyin, usualBefore.full, usual.full),
    initials: choose(form.pinyinInitials, before?.pinyinInitials, usualBefore.initials, usual.initials),
  }
}

export const nothingSaid: Details = {
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

/** What the form says, and for what it does not mention what was there before. A department teaches nobody. */
export function detailsOf(form: NewForm, before: Details | Governed): Details {
  type Said = Exclude<keyof Details, 'parentAreaCode'>
  const said = (key: Said) => (form[key] === undefined ? before[key] : form[key])
  const details = Object.fromEntries(
    Object.keys(nothingSaid).map((key) => [key, said(key as Said)]),
  ) as unknown as Details
  // One that stands there from before the table was brought up to date may stay.
  if (details.areaCode !== before.areaCode && details.areaCode !== '' && areaName(details.areaCode) === undefined)
    throw refuse('areaCode', '行政区划不存在')
  return {
    ...details,
    parentAreaCode: areaCodeAbove(details.areaCode),
    ...(form.type === 'department' ? { stages: [] } : {}),
  }
}
