import { optionsOf } from '#packages/contract'
import { ethnicities, ethnicityName } from '#kernel/dictionary/contract.ts'
import {
  changeTypes,
  faceStates,
  idKinds,
  missingFieldLabels,
  relations,
  restrictions,
  studentStatuses,
  type ChangeType,
  type Relation,
  type Student,
} from '../contract.ts'

/** One character after a name suffices: 李梅 母. */
const shortRelations: Readonly<Record<Relation, string>> = {
  1: '父',
  2: '母',
  3: '祖',
  4: '外祖',
  5: '监护',
  9: '联系',
}
export const getShortRelation = (relation: Relation | null) => (relation === null ? '' : shortRelations[relation])
export const getRelationLabel = (relation: Relation) => relations[relation]

export const getBoardingLabel = ({ isBoarding }: Pick<Student, 'isBoarding'>) => (isBoarding ? '住校' : '走读')
export const getNationLabel = ({ nation }: { nation: string }) => ethnicityName(nation)
/** 七(3)班 2 号; the grade if there is no class yet. */
export const describeClassAndSeat = ({
  className,
  gradeName,
  seatNo,
}: Pick<Student, 'className' | 'gradeName' | 'seatNo'>) =>
  [className || (gradeName && `${gradeName} 未分班`), seatNo !== null && `${seatNo} 号`].filter(Boolean).join(' ')

/** For example 2014-02-26 is 12 on 2026-11-15. */
export function getAgeOn(birthday: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) < birthday.slice(5) ? years - 1 : years
}

export const createYesNoOptions = (yes: string, no: string) => [
  { value: '1', label: yes },
  { value: '0', label: no },
]

/** Options of list filters and forms. */
export const studentOptions = {
  status: [{ value: 'past', label: '已离校' }, ...optionsOf(studentStatuses)],
  face: optionsOf(faceStates),
  bound: [
    { value: 'some', label: '已绑定家长' },
    { value: 'none', label: '未绑定家长' },
  ],
  missing: Object.entries(missingFieldLabels).map(([value, label]) => ({ value, label: `缺${label}` })),
  idKind: optionsOf(idKinds),
  sex: optionsOf({ 男: '男', 女: '女' }),
  knownSex: optionsOf({ 男: '男', 女: '女', none: '未登记' }),
  nation: ethnicities.map(({ code: value, title: label }) => ({ value, label })),
  relation: Object.entries(relations).map(([value, label]) => ({ value: Number(value), label })),
  restriction: optionsOf(restrictions),
  changeType: optionsOf(changeTypes),
  changeState: optionsOf({ valid: '有效', undone: '已撤销' }),
}

/** The label on the timeline, for example 调班. */
export const getChangeTypeLabel = ({ type }: { type: ChangeType }) => changeTypes[type]
/** 七(5)班 → 七(3)班; only the known side. */
export const describeMove = ({ from, to }: { from: string; to: string }) => [from, to].filter(Boolean).join(' → ')
