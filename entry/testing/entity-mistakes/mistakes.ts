/**
 * Mistakes in the declaration and the use of an entity. The compiler reports each one, on the line of its comment or on
 * the next one, with the text of the comment. `entity-mistakes.test.ts` compiles this file; nothing else does.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  choice,
  computed,
  date,
  defineModule,
  entitiesOf,
  entityRoutes,
  flag,
  integer,
  moveRoutes,
  organisation,
  reference,
  secret,
  status,
  text,
  type ListQueryOf,
} from '#packages/contract'
import { emptyScope, type Ctx } from '#packages/core'
import { crud, serveEntity } from '#packages/crud'

const manifest = defineModule({
  key: 'mistakes',
  title: '场室',
  permissions: { 'subject.edit': { title: '修改', defaultFor: [] } },
  pages: [],
})
const entity = entitiesOf(manifest)
const fields = {
  orgId: organisation('单位', { show: 'none', write: 'create' }),
  name: text('名称', { max: 30, required: true }),
  building: text('楼宇', { max: 30 }),
  kind: choice('类型', { lab: '实验室', art: '美术教室' }, { required: true }),
  capacity: integer('容纳人数'),
  isDisabled: flag('停用'),
  sort: integer('排序', { show: 'none', write: 'server' }),
}
const base = {
  title: '场室',
  measure: '间',
  access: { read: 'staff', update: 'subject.edit' },
  scope: { org: 'orgId' },
  fields,
  name: 'name',
  list: { columns: ['kind'], search: ['name'], order: ['name'] },
  form: ['name'],
} as const
const room = entity('room', { ...base, list: { ...base.list, filters: ['kind'] } })
const rooms = crud(room, 'room')
const roomApi = entityRoutes(room, { path: '/api/mistakes/room', actions: ['list', 'create'] })

// '"capacty"' is not assignable to type '"building" | "capacity" | "isDisabled" | "kind" | "name"'
entity('a', { ...base, list: { ...base.list, columns: ['capacty'] } })
// '"note"' is not assignable to type '"name"'
entity('b', {
  ...base,
  fields: { name: fields.name, note: secret('备注', { max: 20 }) },
  scope: {},
  list: { columns: ['note'], search: ['name'], order: ['name'] },
})
// '"kindd"' is not assignable to type
entity('c', { ...base, form: ['kindd'] })
// '"sort"' is not assignable to type
entity('d', { ...base, form: ['sort'] })
// '"-kin"' is not assignable to type
entity('e', { ...base, list: { ...base.list, order: ['-kin'] } })
// '"lst"' is not assignable to type
entityRoutes(room, { path: '/api/mistakes/room', actions: ['lst'] })
// '"subject.edti"' is not assignable to type
entity('f', { ...base, access: { read: 'staff', update: 'subject.edti' } })
// '"name"' is not assignable to type '"isDisabled" | "kind"
entity('g', { ...base, list: { ...base.list, filters: ['name'] } })
// '"nmae"' is not assignable to type
entity('h', { ...base, list: { ...base.list, search: ['nmae'] } })
// 'detailed' does not exist in type
text('名称', { max: 30, detailed: true })
// 'no such column': "seat_count"
crud(entity('i', { ...base, fields: { ...fields, seatCount: integer('座位数') } }), 'room')
// 'knid' does not exist in type
export const misspelt: Partial<ListQueryOf<typeof room>> = { knid: 'lab' }
// '"lba"' is not assignable to type '"art" | "lab" | undefined'
export const wrongChoice: Partial<ListQueryOf<typeof room>> = { kind: 'lba' }
const ticket = entity('ticket', {
  ...base,
  fields: {
    orgId: fields.orgId,
    name: text('名称', { max: 30, column: 'title' }),
    status: status('状态', {
      open: { label: '待处理', tone: 'info', next: ['closed'] },
      closed: { label: '已处理', tone: 'success' },
    }),
  },
  list: { columns: ['status'], search: ['name'], order: ['name'] },
})
const tickets = {} as ReturnType<typeof crud<typeof ticket, 'support_ticket'>>
// '"open"' is not assignable to parameter of type 'never'
export const reopen = (ctx: Ctx, id: string) => tickets.rows.move(ctx, emptyScope, id, 'closed', 'open')
// '"clsed"' is not assignable to type '"closed" | "open"'
moveRoutes(ticket, '/api/mistakes/ticket', { close: { label: '关闭', from: 'open', to: 'clsed' } })
// 'no such state': "clsed"
status('状态', { open: { label: '待处理', tone: 'info', next: ['clsed'] } })
// Expected 3 arguments, but got 2
crud(entity('j', { ...base, fields: { ...fields, isFree: computed('空闲', z.boolean()) } }), 'room')
// Property 'create' is missing
serveEntity(roomApi, { entity: room, list: rooms.list })
// Type 'number' is not assignable to type 'string'
serveEntity(roomApi, { ...rooms, create: async () => ({ id: 5 }) })
// Type 'number' is not assignable to type 'string'
serveEntity({ ...roomApi, close: roomApi.create }, { ...rooms, close: rooms.create, create: async () => ({ id: 5 }) })
// Type 'number' is not assignable to type 'string'
serveEntity({ ...roomApi }, { ...rooms, create: async () => ({ id: 5 }) })
// 'capacity' does not exist in type
export const tooMuch = (ctx: Ctx) => rooms.disable(ctx, { ids: [], disabled: true, capacity: 1 })
// Property 'max' is missing
text('名称', {})
// Expected 3 arguments, but got 2
crud(entity('k', { ...base, fields: { ...fields, buildingId: reference('room', 'v_room')('楼') } }), 'room')
// Type 'string' is not assignable to type 'number'
export const wrongType = (ctx: Ctx) =>
  rooms.create(ctx, { orgId: null, name: '', building: '', kind: 'lab', capacity: '40', isDisabled: false })
// 'requird' does not exist in type
date('日期', { requird: true })
// '"sort"' is not assignable to type
entity('l', { ...base, import: { match: ['sort'], permission: 'subject.edit' } })
// '"subject.import"' is not assignable to type
entity('m', { ...base, import: { match: ['name'], permission: 'subject.import' } })
export const server = (app: FastifyInstance) => serveEntity(roomApi, rooms).mount(app)
