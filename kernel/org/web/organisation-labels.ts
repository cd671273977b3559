import { optionsOf } from '#packages/contract'
import { educationSystems, orgTypes, properties, stages, type Organisation } from '../contract.ts'

export const getTypeLabel = ({ type }: Organisation) => orgTypes[type].title
export const getPeopleCount = ({ userCount }: Organisation) => userCount
export const getChildCount = ({ childCount }: Organisation) => childCount
export const formatStages = (row: Organisation) =>
  row.stages.map((code) => stages[code as keyof typeof stages]).join('、')
export const getPropertyLabel = ({ property }: Organisation) => properties[property as keyof typeof properties] ?? ''
export const getSystemLabel = ({ educationSystem: code }: Organisation) =>
  educationSystems[code as keyof typeof educationSystems] ?? ''

/** The user-defined mark; 0 is none. */
export const formatFlag = ({ flag }: Organisation) => (flag === 0 ? '' : String(flag))
export const flagOptions = Array.from({ length: 10 }, (_, flag) => ({ value: flag, label: String(flag) }))

/** The filters of the list. */
export const organisationFilterOptions = {
  type: Object.entries(orgTypes).map(([value, { title: label }]) => ({ value, label })),
  stage: optionsOf(stages),
  status: [
    { value: 'open', label: '正常' },
    { value: 'disabled', label: '停用' },
  ],
  flag: flagOptions.map(({ label }) => ({ value: label, label })),
}

/** Labels by number, as options of a form. */
export const toOptions = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([code, label]) => ({ value: Number(code), label }))

/** The four switches of an organisation. */
export const switches = [
  { name: 'skipsRepairAudit', label: '报修免审' },
  { name: 'skipsAdjustAudit', label: '调课免审' },
  { name: 'diskOpenToAll', label: '网盘全员开放' },
  { name: 'classesByAcademic', label: '教务维护班级' },
] as const
