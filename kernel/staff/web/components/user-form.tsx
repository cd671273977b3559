import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import { MaskedControl } from '#packages/web/desk/form/controls/masked-control.tsx'
import { FormFact } from '#packages/web/desk/form/form-row.tsx'
import type { Field, FormSection, FormSpec } from '#packages/web/desk/form/form-spec.ts'
import type { ListContext } from '#packages/web/desk/list/list-spec.ts'
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
import { staffOptions, flagOptions } from '../staff-labels.ts'
import { InviteCheckbox, RoleCheckboxes } from './role-ticks.tsx'

/** The fields that both forms have. */
type SharedUserFields = Omit<UserForm, 'id' | 'version'>

const titleOf = (name: keyof typeof userFields) => userFields[name].title
const fills = (value: unknown) => ({ sex: idCardSex(String(value)), birthday: idCardBirthday(String(value)) })
const fillsSexAndBirthday = fills as (value: unknown) => Partial<never>

/** Masked fields are shown masked and become an input on request. */
const maskedControlKinds = { idCard: 'idCard', mobile: 'phone' } as const
function hidden<Values extends SharedUserFields>(
  name: MaskedField,
  row: User | undefined,
  more: Partial<Field<Values>> = {},
) {
  const kind = maskedControlKinds[name as keyof typeof maskedControlKinds] ?? 'text'
  const field = { name, label: titleOf(name), width: 'middle', ...more } as Field<Values>
  const masked = row?.[name]
  if (!masked) return { ...field, kind }
  return {
    ...field,
    kind: 'custom',
    draw: (props) => <MaskedControl {...props} masked={masked} kind={kind} label={titleOf(name)} />,
  } satisfies Field<Values>
}

function basics<Values extends SharedUserFields>(row: User | undefined): FormSection<Values> {
  return {
    title: '基本',
    fields: [
      hidden<Values>('idCard', row, { placeholder: '18 位号码', fills: fillsSexAndBirthday }),
      { name: 'name', label: titleOf('name'), kind: 'text', width: 'short', required: true },
      { name: 'sex', label: titleOf('sex'), kind: 'radio', options: staffOptions.sex },
      { name: 'birthday', label: titleOf('birthday'), kind: 'date' },
      hidden<Values>('mobile', row, { width: 'short', hint: row ? undefined : '用于找回密码和接收通知' }),
      { name: 'nation', label: titleOf('nation'), kind: 'select', width: 'short', options: staffOptions.nation },
    ],
  }
}

function createMembershipFields<Values extends SharedUserFields>(orgId: string): Field<Values>[] {
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
      options: staffOptions.userType,
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

/** Records store the selected name, which stays visible when the list changes. */
const constant = <Values extends SharedUserFields>(name: 'teacherLevel' | 'diploma'): Field<Values> => ({
  name,
  label: titleOf(name),
  kind: 'custom',
  width: 'short',
  draw: (props) => <ConstantSelect {...props} type={name} keeps="name" />,
})

function more<Values extends SharedUserFields>(row: User | undefined): FormSection<Values> {
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
        options: flagOptions,
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
} as const satisfies SharedUserFields
const blankHidden = { idCard: '', mobile: '', otherPhone: '', address: '', icCard: '', license: '' }

/** The organisation of a tree node: the node itself, or the one above a department. */
const orgAbove = ({ path = [] }: ListContext) => path.findLast(({ kind }) => kind !== 'department') ?? path[0]

const defaultUserTypes: Readonly<Record<string, UserType>> = { bureau: 'bureau', institution: 'bureau' }

/** `invites` is not sent: the page makes a second call for it. */
const newcomerForm = z.intersection(newUserForm, z.object({ invites: z.boolean() }))
export type NewcomerForm = NewUserForm & { invites: boolean }

/** Account and roles. Roles start at once, so people with a later start get theirs on that day. */
const accountSection = (orgId: string, departmentId: string | null): FormSection<NewcomerForm> => ({
  title: '账号与角色',
  fields: [
    {
      name: 'roleIds',
      label: '角色',
      kind: 'custom',
      width: 'long',
      when: ({ startsOn }) => startsOn <= formatDate(new Date()),
      draw: ({ value, onChange }) => (
        <RoleCheckboxes value={value} onChange={onChange} orgId={orgId} departmentId={departmentId} />
      ),
    },
    {
      name: 'invites',
      label: '账号',
      kind: 'custom',
      width: 'long',
      draw: ({ value, onChange }) => <InviteCheckbox value={value} onChange={onChange} />,
    },
  ],
})

/** The form of a new staff member of the organisation selected in the tree. */
export function createNewUserForm(context: ListContext): FormSpec<NewcomerForm> {
  const org = orgAbove(context)
  const orgId = org?.id ?? context.node ?? ''
  const departmentId = context.kind === 'department' && context.node !== orgId ? (context.node ?? null) : null
  return {
    schema: newcomerForm,
    initial: () => ({
      ...blank,
      ...blankHidden,
      orgId,
      departmentId,
      userType: defaultUserTypes[org?.kind ?? ''] ?? 'teacher',
      startsOn: formatDate(new Date()),
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
          ...createMembershipFields<NewcomerForm>(orgId),
          { name: 'startsOn', label: '到岗日期', kind: 'date', required: true },
        ],
      },
      more(undefined),
      accountSection(orgId, departmentId),
    ],
  }
}

export const createEditUserForm = (row: User): FormSpec<UserForm> => ({
  schema: userForm,
  initial: () => ({ ...blank, id: row.id, version: row.version }),
  sections: [
    basics(row),
    {
      title: '任职',
      fields: [
        { name: 'id', label: '单位', kind: 'custom', draw: () => <FormFact>{row.orgName}</FormFact> },
        ...createMembershipFields<UserForm>(row.orgId),
      ],
    },
    more(row),
  ],
})

/** The form values of an existing person; masked fields are empty until the user types a new value. */
export const toUserForm = (row: User): UserForm => {
  const { idCard: _, mobile: __, otherPhone: ___, address: ____, icCard: _____, license: ______, ...shown } = row
  return userForm.parse({ ...shown, departmentId: row.departmentId })
}
