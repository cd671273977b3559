import { z } from 'zod'
import { dayRange, enumOf, idOf, labels, optionalIdOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

export const handoverReasons = labels({ transfer: '调动', leave: '离职', retire: '退休', post: '换岗' })
export type HandoverReason = keyof typeof handoverReasons

export const handoverStatuses = labels({
  waiting: { label: '待交接', tone: 'warning' },
  running: { label: '交接中', tone: 'info' },
  done: { label: '已完成', tone: 'success' },
  forced: { label: '强制完成', tone: 'closed' },
  cancelled: { label: '已取消', tone: 'closed' },
})
export type HandoverStatus = keyof typeof handoverStatuses

/** open: still with the person; settled: done with otherwise, for example decided. */
export const itemStatuses = labels({
  open: { label: '未交接', tone: 'warning' },
  handed: { label: '已交接', tone: 'success' },
  forced: { label: '强制完成', tone: 'closed' },
  settled: { label: '已办结', tone: 'closed' },
})
export type ItemStatus = keyof typeof itemStatuses

export const minForcedReason = 5

const handoverCase = z.object({
  id: idOf('handover-case'),
  userId: idOf('membership'),
  name: z.string(),
  orgName: z.string(),
  departmentName: z.string(),
  reason: enumOf(handoverReasons),
  /** The last day: dated work passes to the successor on the next one. */
  dueOn: z.iso.date(),
  status: enumOf(handoverStatuses),
  itemCount: z.int(),
  doneCount: z.int(),
  openedAt: z.iso.datetime(),
  /** Empty: opened by the system, because a change was requested or the membership ended. */
  openedBy: z.string(),
})
export type HandoverCase = z.output<typeof handoverCase>

const itemKey = z.object({ provider: z.string().min(1).max(60), ref: z.string().min(1).max(200) })
export type ItemKey = z.output<typeof itemKey>

const handoverItem = itemKey.extend({
  title: z.string(),
  note: z.string(),
  status: enumOf(itemStatuses),
  toName: z.string(),
  /** When it was handed over or settled; null while it is open. */
  doneAt: z.iso.datetime().nullable(),
  /** From when on the successor is responsible. */
  fromOn: z.iso.date().nullable(),
})
export type HandoverItem = z.output<typeof handoverItem>

const handoverDetail = z.object({
  /** Null: no hand-over was begun, but there is something to hand over. */
  current: handoverCase.nullable(),
  userId: idOf('membership'),
  name: z.string(),
  orgName: z.string(),
  departmentName: z.string(),
  groups: z.array(z.object({ key: z.string(), title: z.string(), items: z.array(handoverItem) })),
  /** The head of the department, or of the organisation. */
  head: z.object({ userId: idOf('membership'), name: z.string() }).nullable(),
  closedBy: z.string(),
  closedAt: z.iso.datetime().nullable(),
  forcedReason: z.string(),
})
export type HandoverDetail = z.output<typeof handoverDetail>

const id = z.object({ id: idOf('handover-case') })
export const openForm = z.object({
  userId: idOf('membership'),
  reason: enumOf(handoverReasons),
  dueOn: z.iso.date('请填写最后工作日'),
})
export type OpenForm = z.output<typeof openForm>

export const forceForm = id.extend({
  reason: z.string().trim().min(minForcedReason, `请写明原因，至少${minForcedReason}个字`).max(200, '原因不超过200字'),
})

const route = routesOf(manifest)

/** 工作交接. Everything is limited to the scope of the permission. */
export const handoverApi = {
  list: route({
    method: 'GET',
    path: '/api/handover/list',
    title: '工作交接列表',
    access: 'handover.manage',
    query: pageQuery.extend({
      keyword: z.string().trim().max(50).default(''),
      status: enumOf(handoverStatuses).optional(),
      reason: enumOf(handoverReasons).optional(),
      ...dayRange.shape,
    }),
    data: pageOf(handoverCase),
  }),
  /** A hand-over, or the newest one of a member of staff, with the items as they are now. */
  detail: route({
    method: 'GET',
    path: '/api/handover/detail',
    title: '工作交接详情',
    access: 'handover.manage',
    query: z.object({
      id: optionalIdOf('handover-case'),
      userId: optionalIdOf('membership'),
      /** Of whom a change of staff moves away. */
      changeId: optionalIdOf('staff-change'),
    }),
    data: handoverDetail,
  }),
  open: route({
    method: 'POST',
    path: '/api/handover/open',
    title: '开始工作交接',
    access: 'handover.manage',
    body: openForm,
    data: id,
  }),
  assign: route({
    method: 'POST',
    path: '/api/handover/assign',
    title: '交接工作',
    access: 'handover.manage',
    body: id.extend({ items: z.array(itemKey).min(1, '请选择要交接的工作').max(500), to: idOf('membership') }),
    data: z.object({ handed: z.int(), refused: z.array(z.object({ title: z.string(), reason: z.string() })) }),
  }),
  finish: route({
    method: 'POST',
    path: '/api/handover/finish',
    title: '完成工作交接',
    access: 'handover.manage',
    body: id,
    data: id,
  }),
  force: route({
    method: 'POST',
    path: '/api/handover/force',
    title: '强制完成工作交接',
    access: 'handover.manage',
    body: forceForm,
    data: id,
  }),
}
