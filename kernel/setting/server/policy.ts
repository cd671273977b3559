import type { OrgType } from '#kernel/org/contract.ts'
import { levels, type Level } from '../contract.ts'
import type { SettingType } from './registry.ts'

const levelOfType: Readonly<Record<OrgType, Level>> = {
  bureau: 'district',
  cluster: 'cluster',
  institution: 'school',
  school: 'school',
  kindergarten: 'school',
  'other-school': 'school',
  department: 'department',
}
export const levelOf = (org: { type: OrgType }): Level => levelOfType[org.type]

/** Whether an organisation of this kind decides it for itself. */
export const decides = (type: SettingType, org: { type: OrgType }) => type.levels.includes(levelOf(org))

const order = Object.keys(levels) as Level[]

/** Whether somebody below an organisation of this kind decides it too: otherwise there is nothing to fix. */
export const isDecidedBelow = (type: SettingType, org: { type: OrgType }) =>
  type.levels.some((level) => order.indexOf(level) > order.indexOf(levelOf(org)))

/** Whether schools could be handed it down. */
export const reachesSchools = (type: SettingType) => type.levels.includes('school')

export const levelWords = (type: SettingType) => type.levels.map((level) => levels[level]).join('、')
