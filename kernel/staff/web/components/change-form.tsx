import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import { SearchSelect } from '#packages/web/desk/form/controls/search-select.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import { changeTypes, type User } from '../../contract.ts'
import { destinationsQuery } from '../staff-queries.ts'
import { PersonPicker } from './person-picker.tsx'

const types = { move: 1, add: 2, leave: 3, department: 4 } as const

const nameOf = ({ name }: { name: string }) => name

/** The form values: the destination is an organisation, or a department of the current one. */
const schema = z
  .object({
    userId: z.string('请选择人员').nullable(),
    type: z.int('请选择变动类型').min(1, '请选择变动类型').max(4, '请选择变动类型'),
    toOrgId: z.string().nullable(),
    departmentId: z.string().nullable(),
    effectiveOn: z.iso.date('请填写生效日期'),
    reason: z.string().trim().min(1, '请填写变动原因').max(200, '原因不超过200字'),
  })
  .refine(({ userId }) => userId !== null, { path: ['userId'], error: '请选择人员' })
  .refine(({ type, toOrgId }) => type > types.add || toOrgId !== null, { path: ['toOrgId'], error: '请选择调入单位' })
  .refine(({ type, departmentId }) => type !== types.department || departmentId !== null, {
    path: ['departmentId'],
    error: '请选择部门',
  })
export type ChangeFormValues = z.output<typeof schema>

const options = Object.entries(changeTypes).map(([code, label]) => ({ value: Number(code), label }))

/** For a given person, or with a field to select one. */
export const createChangeForm = (row: User | undefined): FormSpec<ChangeFormValues> => ({
  schema,
  initial: () => ({
    userId: row?.id ?? null,
    type: types.move,
    toOrgId: null,
    departmentId: null,
    reason: '',
    effectiveOn: formatDate(new Date()),
  }),
  sections: [
    {
      fields: [
        {
          name: 'userId',
          label: '人员',
          kind: 'custom',
          width: 'long',
          required: true,
          draw: (props) => <PersonPicker {...props} />,
          when: () => row === undefined,
        },
        { name: 'type', label: '变动类型', kind: 'radio', options, required: true },
        {
          name: 'toOrgId',
          label: '调入单位',
          kind: 'custom',
          width: 'long',
          required: true,
          placeholder: '单位名称、拼音或首字母',
          hint: '由接收单位确认，并安排部门',
          draw: (props) => <SearchSelect {...props} find={destinationsQuery} labelOf={nameOf} />,
          when: ({ type }) => type <= types.add,
        },
        {
          name: 'departmentId',
          label: '调入部门',
          kind: 'custom',
          width: 'long',
          required: true,
          draw: (props) => <OrgPicker {...props} kinds={['department']} {...(row && { within: row.orgId })} />,
          when: ({ type }) => type === types.department,
        },
        { name: 'effectiveOn', label: '生效日期', kind: 'date', required: true },
        { name: 'reason', label: '原因', kind: 'textarea', required: true },
      ],
    },
  ],
})
