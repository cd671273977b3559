import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import { userTypes, type StaffMembership, type UserType } from '../../contract.ts'
import { staffOptions } from '../staff-labels.ts'

const types = Object.keys(userTypes) as [UserType, ...UserType[]]

/** The form values: organisation and department are one selection, and no end is an empty field. */
const schema = z
  .object({
    nodeId: z.string('请选择单位或部门').nullable(),
    userType: z.enum(types, '请选择人员类别'),
    post: z.string().trim().max(50, '职务不超过50字'),
    startsOn: z.iso.date('请填写开始日期'),
    endsOn: z.union([z.literal(''), z.iso.date('请填写结束日期')]),
    isMain: z.boolean(),
  })
  .refine(({ startsOn, endsOn }) => endsOn === '' || endsOn >= startsOn, {
    path: ['endsOn'],
    error: '结束日期不能早于开始日期',
  })
export type MembershipFormValues = z.output<typeof schema>

/** A new membership may be anywhere in scope; an existing one stays in its organisation. */
export const createMembershipForm = (membership: StaffMembership | undefined): FormSpec<MembershipFormValues> => ({
  schema,
  initial: () => ({
    nodeId: null,
    userType: 'teacher',
    post: '',
    startsOn: formatDate(new Date()),
    endsOn: '',
    isMain: false,
  }),
  sections: [
    {
      fields: [
        membership
          ? {
              name: 'nodeId',
              label: '部门',
              kind: 'custom',
              width: 'middle',
              draw: (props) => <OrgPicker {...props} kinds={['department']} within={membership.orgId} />,
            }
          : {
              name: 'nodeId',
              label: '单位或部门',
              kind: 'custom',
              width: 'long',
              required: true,
              draw: (props) => <OrgPicker {...props} />,
            },
        {
          name: 'userType',
          label: '人员类别',
          kind: 'select',
          width: 'middle',
          required: true,
          options: staffOptions.userType,
        },
        { name: 'post', label: '职务', kind: 'text', width: 'middle' },
        { name: 'startsOn', label: '开始日期', kind: 'date', required: true },
        { name: 'endsOn', label: '结束日期', kind: 'date', hint: '不填则长期有效' },
        { name: 'isMain', label: '主要任职', kind: 'switch' },
      ],
    },
  ],
})

export const toMembershipFormValues = (membership: StaffMembership): MembershipFormValues => ({
  nodeId: membership.departmentId,
  userType: membership.userType,
  post: membership.post,
  startsOn: membership.startsOn,
  endsOn: membership.endsOn ?? '',
  isMain: membership.isMain,
})
