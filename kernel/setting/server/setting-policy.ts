import type { OrgType } from '#kernel/org/contract.ts'
import { settingLevels, type SettingLevel } from '../contract.ts'
import type { SettingType } from './setting-types.ts'

const levelOfType: Readonly<Record<OrgType, SettingLevel>> = {
  bureau: 'district',
  cluster: 'cluster',
  institution: 'school',
  school: 'school',
  kindergarten: 'school',
  'other-school': 'school',
  department: 'department',
}
export const getLevel = (org: { type: OrgType }): SettingLevel => levelOfType[org.type]

/** Whether an organisation of this type may set it. */
export const mayDecide = (type: SettingType, org: { type: OrgType }) => type.levels.includes(getLevel(org))

const order = Object.keys(settingLevels) as SettingLevel[]

/** Whether an organisation below may set it too; otherwise a lock has no effect. */
export const isDecidedBelow = (type: SettingType, org: { type: OrgType }) =>
  type.levels.some((level) => order.indexOf(level) > order.indexOf(getLevel(org)))

/** Whether it can be pushed to schools. */
export const isDecidedBySchools = (type: SettingType) => type.levels.includes('school')

export const getLevelNames = (type: SettingType) => type.levels.map((level) => settingLevels[level]).join('、')
