import { choice, entitiesOf, entityRoutes, flag, integer, organisation, text, type RowOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const roomKinds = {
  classroom: '普通教室',
  lab: '实验室',
  computer: '计算机教室',
  music: '音乐教室',
  art: '美术教室',
  sports: '体育场馆',
  library: '图书馆',
  hall: '报告厅',
  other: '其他',
} as const

export const room = entitiesOf(manifest)('room', {
  title: '场室',
  measure: '间',
  access: { read: 'staff', create: 'subject.edit', update: 'subject.edit' },
  history: true,
  scope: { org: 'orgId' },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    name: text('场室名称', { max: 30, required: true, placeholder: '如 301、物理实验室' }),
    building: text('楼宇', { max: 30 }),
    kind: choice('类型', roomKinds, { required: true }),
    capacity: integer('容纳人数', { max: 10_000, unit: '人' }),
    isDisabled: flag('停用', { hint: '停用后不能再安排' }),
    sort: integer('排序', { show: 'none', write: 'server' }),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: {
    columns: ['building', 'kind', 'capacity', 'isDisabled'],
    filters: ['kind', 'isDisabled'],
    search: ['name', 'building'],
    order: ['building', 'sort', 'name'],
    ofOneOrg: true,
  },
  form: ['name', 'building', 'kind', 'capacity', 'isDisabled'],
  detail: ['building', 'kind', 'isDisabled'],
  unique: [{ constraint: 'room_name', message: '该楼宇已有同名场室', field: 'name' }],
  import: { match: ['building', 'name'], permission: 'subject.edit' },
  export: { permission: 'subject.edit' },
})
export interface Room extends RowOf<typeof room> {}

export const roomApi = entityRoutes(room, {
  path: '/api/jiaowu/room',
  actions: ['list', 'get', 'create', 'update', 'disable', 'history'],
})
