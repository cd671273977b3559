import { z } from 'zod'
import { dateOf } from '#packages/web/core/format/time.ts'
import type { FormSpec } from '#packages/web/desk/form/spec.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import { userTypes, type StaffPlace, type UserType } from '../../contract.ts'
import { choices } from '../words.ts'

const types = Object.keys(userTypes) as [UserType, ...UserType[]]

/** As it is asked: an organisation or a department is one choice, and an end that is open is an empty field. */
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
export type PlaceValues = z.output<typeof schema>

/** A further place may be anywhere within reach; one that is there stays in its organisation. */
export const placeFormOf = (place: StaffPlace | undefined): FormSpec<PlaceValues> => ({
  schema,
  initial: () => ({
    nodeId: null,
    userType: 'teacher',
    post: '',
    startsOn: dateOf(new Date()),
    endsOn: '',
    isMain: false,
  }),
  sections: [
    {
      fields: [
        place
          ? {
              name: 'nodeId',
              label: '部门',
              kind: 'custom',
              width: 'middle',
              draw: (props) => <OrgPicker {...props} kinds={['department']} within={place.orgId} />,
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
          options: choices.userType,
        },
        { name: 'post', label: '职务', kind: 'text', width: 'middle' },
        { name: 'startsOn', label: '开始日期', kind: 'date', required: true },
        { name: 'endsOn', label: '结束日期', kind: 'date', hint: '不填则长期有效' },
        { name: 'isMain', label: '主要任职', kind: 'switch' },
      ],
    },
  ],
})

export const knownPlace = (place: StaffPlace): PlaceValues => ({
  nodeId: place.departmentId,
  userType: place.userType,
  post: place.post,
  startsOn: place.startsOn,
  endsOn: place.endsOn ?? '',
  isMain: place.isMain,
})
