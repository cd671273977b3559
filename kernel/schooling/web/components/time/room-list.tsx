import { CheckOutlined, HomeOutlined, StopOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { roomForm, roomKinds, type Room } from '../../../contract.ts'
import { roomKey, roomPageQuery, saveRoom } from '../../time-queries.ts'
import { toOptions } from '../../class-labels.ts'
import type { ShownOrg } from './org-tabs.tsx'

const schema = z.object({
  name: roomForm.shape.name,
  building: roomForm.shape.building,
  kind: roomForm.shape.kind,
  capacity: roomForm.shape.capacity,
  isDisabled: z.boolean(),
})
type Values = z.output<typeof schema>

const form: FormSpec<Values> = {
  schema,
  initial: () => ({ name: '', building: '', kind: 'classroom', capacity: null, isDisabled: false }),
  sections: [
    {
      fields: [
        {
          name: 'name',
          label: '场室名称',
          kind: 'text',
          width: 'middle',
          required: true,
          placeholder: '如 301、物理实验室',
        },
        { name: 'building', label: '楼宇', kind: 'text', width: 'middle' },
        { name: 'kind', label: '类型', kind: 'select', width: 'short', required: true, options: toOptions(roomKinds) },
        { name: 'capacity', label: '容纳人数', kind: 'number', width: 'short' },
        { name: 'isDisabled', label: '停用', kind: 'switch', hint: '停用后不能再安排' },
      ],
    },
  ],
}

const getStatus = ({ isDisabled }: Room) =>
  isDisabled
    ? ({ tone: 'closed', icon: StopOutlined, label: '停用' } as const)
    : ({ tone: 'success', icon: CheckOutlined, label: '正常', isNormal: true } as const)

export const roomList = ({ orgId }: ShownOrg) => {
  const submit = (id: string | null, version: number, values: Values) => saveRoom({ id, orgId, version, ...values })
  return defineListPage<Room, Room, Values>({
    key: 'schooling:Rooms',
    queryKey: roomKey,
    unit: '间场室',
    measure: '间',
    counted: '间场室',
    page: roomPageQuery(orgId),
    name: {
      title: '场室',
      of: ({ name }) => name,
      isOff: ({ isDisabled }) => isDisabled,
      width: 160,
      icon: () => <Glyph of={HomeOutlined} />,
    },
    columns: [
      col.text({ key: 'building', title: '楼宇', width: 160, card: 'fact' }),
      col.text({ key: 'kind', title: '类型', width: 120, card: 'kind', of: ({ kind }) => roomKinds[kind] }),
      col.number({
        key: 'capacity',
        title: '容纳人数',
        width: 96,
        unit: '人',
        card: 'fact',
        of: (row) => row.capacity,
      }),
      col.status({ key: 'isDisabled', title: '状态', width: 88, of: getStatus }),
    ],
    search: '场室名称',
    filters: [{ name: 'kind', label: '类型', options: toOptions(roomKinds) }],
    create: {
      label: '新建场室',
      permission: 'subject.edit',
      done: '已新建场室',
      form: () => form,
      submit: (values) => submit(null, 0, values),
    },
    edit: {
      permission: 'subject.edit',
      done: '已保存场室',
      form: () => form,
      known: ({ name, building, kind, capacity, isDisabled }) => ({ name, building, kind, capacity, isDisabled }),
      submit: (values, { id, version }) => submit(id, version, values),
    },
    empty: { title: '还没有场室', text: '新建场室，排课和考试时可以选用。' },
  })
}
