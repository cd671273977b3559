import { z } from 'zod'
import { dateOf } from '#packages/web/core/format/time.ts'
import { KeptControl } from '#packages/web/desk/form/controls/kept.tsx'
import { FormFact } from '#packages/web/desk/form/form-row.tsx'
import type { Field, FormSection, FormSpec } from '#packages/web/desk/form/spec.ts'
import type { Ground } from '#packages/web/desk/list/spec.ts'
import { idCardBirthday, idCardSex } from '#packages/core'
import { ConstantSelect } from '#kernel/dictionary/web/index.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import {
  newUserForm,
  userFields,
  userForm,
  type MaskedField,
  type NewUserForm,
  type User,
  type UserForm,
  type UserType,
} from '../../contract.ts'
import { choices, marks } from '../words.ts'
import { InviteTick, RoleTicks } from './role-ticks.tsx'

/** What both forms ask. */
type Facts = Omit<UserForm, 'id' | 'version'>

const titleOf = (name: keyof typeof userFields) => userFields[name].title
const fills = (value: unknown) => ({ sex: idCardSex(String(value)), birthday: idCardBirthday(String(value)) })
const fillsSexAndBirthday = fills as (value: unknown) => Partial<never>

/** What is masked is shown masked, and asked for only by whoever wants to change it. */
const keptKinds = { idCard: 'idCard', mobile: 'phone' } as const
function hidden<Values extends Facts>(name: MaskedField, row: User | undefined, more: Partial<Field<Values>> = {}) {
  const kind = keptKinds[name as keyof typeof keptKinds] ?? 'text'
  const field = { name, label: titleOf(name), width: 'middle', ...more } as Field<Values>
  const masked = row?.[name]
  if (!masked) return { ...field, kind }
  return {
    ...field,
    kind: 'custom',
    draw: (props) => <KeptControl {...props} masked={masked} kind={kind} label={titleOf(name)} />,
  } satisfies Field<Values>
}

function basics<Values extends Facts>(row: User | undefined): FormSection<Values> {
  return {
    title: '基本',
    fields: [
      hidden<Values>('idCard', row, { placeholder: '18 位号码', fills: fillsSexAndBirthday }),
      { name: 'name', label: titleOf('name'), kind: 'text', width: 'short', required: true },
      { name: 'sex', label: titleOf('sex'), kind: 'radio', options: choices.sex },
      { name: 'birthday', label: titleOf('birthday'), kind: 'date' },
      hidden<Values>('mobile', row, { width: 'short', hint: row ? undefined : '用于找回密码和接收通知' }),
      { name: 'nation', label: titleOf('nation'), kind: 'select', width: 'short', options: choices.nation },
    ],
  }
}

function placeFields<Values extends Facts>(orgId: string): Field<Values>[] {
  return [
    {
      name: 'departmentId',
      label: '部门',
      kind: 'custom',
      width: 'middle',
      draw: (props) => <OrgPicker {...props} kinds={['department']} within={orgId} />,
    },
    {
      name: 'userType',
      label: '人员类别',
      kind: 'select',
      width: 'middle',
      required: true,
      options: choices.userType,
    },
    {
      name: 'workerType',
      label: titleOf('workerType'),
      kind: 'custom',
      width: 'short',
      draw: (props) => <ConstantSelect {...props} type="workerType" keeps="number" />,
    },
    { name: 'post', label: titleOf('post'), kind: 'text', width: 'short' },
    { name: 'number', label: titleOf('number'), kind: 'text', width: 'short' },
    { name: 'subject', label: titleOf('subject'), kind: 'text', width: 'short' },
    { name: 'officePhone', label: titleOf('officePhone'), kind: 'text', width: 'short' },
  ]
}

/** Records keep the name that was chosen: whatever the list says later, it is still shown. */
const constant = <Values extends Facts>(name: 'teacherLevel' | 'diploma'): Field<Values> => ({
  name,
  label: titleOf(name),
  kind: 'custom',
  width: 'short',
  draw: (props) => <ConstantSelect {...props} type={name} keeps="name" />,
})

function more<Values extends Facts>(row: User | undefined): FormSection<Values> {
  return {
    title: '更多',
    fields: [
      constant('teacherLevel'),
      constant('diploma'),
      { name: 'graduateSchool', label: titleOf('graduateSchool'), kind: 'text', width: 'middle' },
      { name: 'specialty', label: titleOf('specialty'), kind: 'text', width: 'middle' },
      { name: 'workedFrom', label: titleOf('workedFrom'), kind: 'date' },
      hidden<Values>('license', row),
      { name: 'email', label: titleOf('email'), kind: 'text', width: 'middle' },
      { name: 'qq', label: titleOf('qq'), kind: 'text', width: 'short' },
      hidden<Values>('otherPhone', row, { width: 'short' }),
      hidden<Values>('address', row, { width: 'long' }),
      hidden<Values>('icCard', row, { width: 'short' }),
      { name: 'resume', label: titleOf('resume'), kind: 'textarea' },
      { name: 'remark', label: titleOf('remark'), kind: 'textarea' },
      {
        name: 'flag',
        label: titleOf('flag'),
        kind: 'select',
        width: 'short',
        options: marks,
        hint: '0 至 9，含义由管理员自定，列表可按标记筛选',
      },
      {
        name: 'noSecondStep',
        label: titleOf('noSecondStep'),
        kind: 'switch',
        hint: '仅限经批准的服务账号，操作将记入日志',
      },
    ],
  }
}

const blank = {
  name: '',
  sex: '',
  birthday: '',
  nation: '',
  workerType: null,
  post: '',
  number: '',
  subject: '',
  officePhone: '',
  email: '',
  qq: '',
  teacherLevel: '',
  diploma: '',
  graduateSchool: '',
  specialty: '',
  workedFrom: '',
  resume: '',
  remark: '',
  flag: 0,
  sort: 0,
  noSecondStep: false,
  departmentId: null,
  userType: 'teacher',
} as const satisfies Facts
const blankHidden = { idCard: '', mobile: '', otherPhone: '', address: '', icCard: '', license: '' }

/** The organisation above a node of the tree, or the node itself. */
const orgAbove = ({ path = [] }: Ground) => path.findLast(({ kind }) => kind !== 'department') ?? path[0]

const usualTypes: Readonly<Record<string, UserType>> = { bureau: 'bureau', institution: 'bureau' }

/** Whether she is invited at once is between the form and the page: two calls follow from it. */
const newcomerForm = z.intersection(newUserForm, z.object({ invites: z.boolean() }))
export type NewcomerForm = NewUserForm & { invites: boolean }

/** How she gets in, and what she may do then. A role begins at once, so whoever is to come later gets hers then. */
const accountSection = (orgId: string, departmentId: string | null): FormSection<NewcomerForm> => ({
  title: '账号与角色',
  fields: [
    {
      name: 'roleIds',
      label: '角色',
      kind: 'custom',
      width: 'long',
      when: ({ startsOn }) => startsOn <= dateOf(new Date()),
      draw: ({ value, onChange }) => (
        <RoleTicks value={value} onChange={onChange} orgId={orgId} departmentId={departmentId} />
      ),
    },
    {
      name: 'invites',
      label: '账号',
      kind: 'custom',
      width: 'long',
      draw: ({ value, onChange }) => <InviteTick value={value} onChange={onChange} />,
    },
  ],
})

/** For a new colleague of the organisation that is open in the tree. */
export function newUser(ground: Ground): FormSpec<NewcomerForm> {
  const org = orgAbove(ground)
  const orgId = org?.id ?? ground.node ?? ''
  const departmentId = ground.kind === 'department' && ground.node !== orgId ? (ground.node ?? null) : null
  return {
    schema: newcomerForm,
    initial: () => ({
      ...blank,
      ...blankHidden,
      orgId,
      departmentId,
      userType: usualTypes[org?.kind ?? ''] ?? 'teacher',
      startsOn: dateOf(new Date()),
      joinExisting: false,
      roleIds: [],
      invites: true,
    }),
    sections: [
      basics(undefined),
      {
        title: '任职',
        fields: [
          { name: 'orgId', label: '单位', kind: 'custom', draw: () => <FormFact>{org?.name ?? ''}</FormFact> },
          ...placeFields<NewcomerForm>(orgId),
          { name: 'startsOn', label: '到岗日期', kind: 'date', required: true },
        ],
      },
      more(undefined),
      accountSection(orgId, departmentId),
    ],
  }
}

/** For one who is there. */
export const changedUser = (row: User): FormSpec<UserForm> => ({
  schema: userForm,
  initial: () => ({ ...blank, id: row.id, version: row.version }),
  sections: [
    basics(row),
    {
      title: '任职',
      fields: [
        { name: 'id', label: '单位', kind: 'custom', draw: () => <FormFact>{row.orgName}</FormFact> },
        ...placeFields<UserForm>(row.orgId),
      ],
    },
    more(row),
  ],
})

/** What is known of somebody, as the form has it; what is masked is left out until somebody types it anew. */
export const knownOf = (row: User): UserForm => {
  const { idCard: _, mobile: __, otherPhone: ___, address: ____, icCard: _____, license: ______, ...shown } = row
  return userForm.parse({ ...shown, departmentId: row.departmentId })
}
