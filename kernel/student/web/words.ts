import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  FormOutlined,
  LogoutOutlined,
  MinusOutlined,
  PauseOutlined,
  StopOutlined,
  TrophyOutlined,
} from '@ant-design/icons'
import { ethnicities, ethnicityName } from '#kernel/dictionary/contract.ts'
import {
  changeTypes,
  faceStates,
  idKinds,
  relations,
  restrictions,
  studentLacks,
  studentStatuses,
  type ChangeType,
  type FaceState,
  type Relation,
  type Student,
  type StudentStatus,
} from '../contract.ts'

const left = { tone: 'closed', icon: LogoutOutlined } as const
const over = { tone: 'closed', icon: TrophyOutlined } as const
const statuses = {
  studying: { tone: 'success', icon: CheckOutlined, isUsual: true },
  suspended: { tone: 'warning', icon: PauseOutlined },
  transferred: left,
  graduated: over,
  completed: over,
  'left-early': left,
  withdrawn: left,
  expelled: left,
  died: { tone: 'closed', icon: MinusOutlined },
} as const
export const statusOf = ({ status }: { status: StudentStatus }) => ({
  ...statuses[status],
  words: studentStatuses[status],
})

const faces = {
  none: { tone: 'warning', icon: ClockCircleOutlined },
  // Nobody has to give a face: it needs no eye.
  'no-consent': { tone: 'closed', icon: FormOutlined, isUsual: true },
  waiting: { tone: 'info', icon: ClockCircleOutlined },
  passed: { tone: 'success', icon: CheckOutlined, isUsual: true },
  refused: { tone: 'error', icon: CloseOutlined },
  withdrawn: { tone: 'closed', icon: StopOutlined },
} as const
export const faceOf = ({ face }: { face: FaceState }) => ({ ...faces[face], words: faceStates[face] })

/** Behind a name one character tells enough: 李梅 母. */
const shortRelations: Readonly<Record<Relation, string>> = {
  1: '父',
  2: '母',
  3: '祖',
  4: '外祖',
  5: '监护',
  9: '联系',
}
export const shortRelationOf = (relation: Relation | null) => (relation === null ? '' : shortRelations[relation])
export const relationOf = (relation: Relation) => relations[relation]

export const boardingOf = ({ isBoarding }: Pick<Student, 'isBoarding'>) => (isBoarding ? '住校' : '走读')
export const nationOf = ({ nation }: { nation: string }) => ethnicityName(nation)
/** 七(3)班 2 号; the grade where there is no class yet. */
export const placeOf = ({ className, gradeName, seatNo }: Pick<Student, 'className' | 'gradeName' | 'seatNo'>) =>
  [className || (gradeName && `${gradeName} 未分班`), seatNo !== null && `${seatNo} 号`].filter(Boolean).join(' ')

/** How old somebody is on a day: 2014-02-26 is 12 on 2026-11-15. */
export function ageOn(birthday: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) < birthday.slice(5) ? years - 1 : years
}

type Words = Readonly<Record<string, string>>
const worded = (words: Words) => Object.entries(words).map(([value, label]) => ({ value, label }))
export const yesNo = (yes: string, no: string) => [
  { value: '1', label: yes },
  { value: '0', label: no },
]

/** What the list can be narrowed to, and what a form offers. */
export const choices = {
  status: [{ value: 'past', label: '已离校' }, ...worded(studentStatuses)],
  face: worded(faceStates),
  bound: [
    { value: 'some', label: '已绑定家长' },
    { value: 'none', label: '未绑定家长' },
  ],
  lacks: Object.entries(studentLacks).map(([value, label]) => ({ value, label: `缺${label}` })),
  idKind: worded(idKinds),
  sex: worded({ 男: '男', 女: '女' }),
  nation: ethnicities.map(({ code: value, title: label }) => ({ value, label })),
  relation: Object.entries(relations).map(([value, label]) => ({ value: Number(value), label })),
  restriction: worded(restrictions),
  changeType: worded(changeTypes),
}

/** What was done to somebody, for the time line: 调班. */
export const changeTypeOf = ({ type }: { type: ChangeType }) => changeTypes[type]
/** 七(5)班 → 七(3)班; only the end of it that is known. */
export const wayOf = ({ from, to }: { from: string; to: string }) => [from, to].filter(Boolean).join(' → ')
