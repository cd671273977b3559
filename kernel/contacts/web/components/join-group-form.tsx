import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SelectControl } from '#packages/web/desk/form/controls/select.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { contactGroup } from '../../contract.ts'
import { groupsQuery } from '../queries.ts'

const newOne = 'new'

const schema = z
  .object({ groupId: z.string().min(1, '请选择群组'), name: z.string().trim().max(20, '群组名称不超过20字') })
  .refine(({ groupId, name }) => groupId !== newOne || contactGroup.fields.name.input.safeParse(name).success, {
    path: ['name'],
    error: '请填写群组名称',
  })
export type JoinGroupForm = z.output<typeof schema>

/** Chooses one of the caller's groups, or a new one. */
export const joinGroupForm: FormSpec<JoinGroupForm> = {
  schema,
  initial: () => ({ groupId: '', name: '' }),
  sections: [
    {
      fields: [
        {
          name: 'groupId',
          label: '群组',
          kind: 'custom',
          required: true,
          width: 'middle',
          draw: (props) => <Groups {...props} />,
        },
        {
          name: 'name',
          label: '群组名称',
          kind: 'text',
          required: true,
          width: 'middle',
          when: ({ groupId }) => groupId === newOne,
        },
      ],
    },
  ],
}

/** The id of a new group is empty. */
export const toChosenGroup = ({ groupId, name }: JoinGroupForm) => ({
  groupId: groupId === newOne ? '' : groupId,
  name,
})

function Groups(props: ControlProps) {
  const { data = [] } = useQuery(groupsQuery)
  const options = [...data.map(({ id, name }) => ({ value: id, label: name })), { value: newOne, label: '新建群组…' }]
  return <SelectControl {...props} options={options} />
}
