import { z } from 'zod'
import { formAction, type RowAction, type Targets } from '#packages/web/desk/list/list-spec.ts'
import { changeTypes, getStageEvents, eventTypes, slipLimits, type EventType, type Student } from '../contract.ts'
import { sendSeatOrder, fetchAccountSlips, type SeatOrder } from './class-queries.ts'
import {
  createEventForm,
  eventRules,
  hasOtherEvents,
  isEventAllowed,
  type EventValues,
} from './components/event-form.tsx'
import { fetchEventPreview, runEvent } from './event-queries.ts'
import { showPrintView } from './print-store.ts'
import { listTargetStudents } from './student-queries.ts'
import { toNodeId, parseNodeId } from './student-tree.ts'

const formatCount = (count: number) => `${count.toLocaleString()} 人`
const isHere = ({ status }: Student) => status === 'studying' || status === 'suspended'

/** The action for a single event, for example 休学. */
export const createEventAction = (type: EventType): RowAction<Student> =>
  formAction<Student, EventValues>({
    key: `event-${type}`,
    label: changeTypes[type],
    permission: 'student.event',
    when: isEventAllowed(type),
    isDanger: eventRules[type].isDanger ?? false,
    createForm: (_targets, rows) => createEventForm(rows, { only: type }),
    preview: fetchEventPreview,
    run: runEvent,
    done: (count) => `已办理 ${formatCount(count)}${changeTypes[type]}`,
    ...(type === 'move' && { doneWith: createMoveMessage }),
  })

/** The message after a move, with a link to the new class. */
function createMoveMessage(count: number, { place }: EventValues, [first]: readonly Student[]) {
  const message = `已将 ${count} 名学生调入${place?.label ?? '新班级'}`
  if (!place?.classId || !first) return { message }
  return {
    message,
    link: { label: '查看', to: `/baseData/Student?node=${toNodeId({ orgId: first.orgId, ...place })}` },
  }
}

/** 其他情形: legal only as an exception, so the form asks for type, basis and reason. */
const otherEventAction = formAction<Student, EventValues>({
  key: 'event-other',
  label: '其他情形…',
  verb: '其他情形',
  permission: 'student.event',
  when: hasOtherEvents,
  isSingle: true,
  dividerBefore: true,
  createForm: (_targets, rows) => createEventForm(rows, { isOther: true }),
  preview: fetchEventPreview,
  run: runEvent,
  done: (count) => `已办理 ${formatCount(count)}的异动`,
})

/** The events for one pupil, as the stage and status allow. */
export const listEventActions = (row: Student): RowAction<Student>[] => [
  ...eventTypes
    .filter((type) => getStageEvents(row.stage).common.includes(type) && isEventAllowed(type)(row))
    .map(createEventAction),
  ...(hasOtherEvents(row) ? [otherEventAction] : []),
]

/** Any event for the ticked pupils; the form asks for the type. */
const anyEventAction = formAction<Student, EventValues>({
  key: 'event',
  label: '学籍异动',
  permission: 'student.event',
  when: isHere,
  createForm: (_targets, rows) => createEventForm(rows),
  preview: fetchEventPreview,
  run: runEvent,
  done: (count) => `已办理 ${formatCount(count)}的异动`,
})

const seatOrderForm = z.object({ by: z.enum(['school-no', 'pinyin']) })

/** The classes of the targets: the open class, or those of the ticked pupils. */
async function listTargetClassIds(targets: Targets) {
  const { classId } = 'ids' in targets ? parseNodeId(null) : parseNodeId(targets.listFilter.node)
  if (classId) return [classId]
  return [...new Set((await listTargetStudents(targets)).flatMap((row) => row.classId ?? []))]
}

const seatAction = formAction<Student, { by: SeatOrder }>({
  key: 'seats',
  label: '排座号',
  permission: 'student.contact',
  when: (row) => isHere(row) && row.classId !== null,
  createForm: () => ({
    schema: seatOrderForm,
    initial: () => ({ by: 'school-no' as const }),
    sections: [
      {
        fields: [
          {
            name: 'by',
            label: '顺序',
            kind: 'radio',
            required: true,
            options: [
              { value: 'school-no', label: '按学号' },
              { value: 'pinyin', label: '按姓名拼音' },
            ],
            hint: '选中学生所在的班级整班重排，从 1 号开始',
          },
        ],
      },
    ],
  }),
  run: async (targets, { by }) => void (await sendSeatOrder(await listTargetClassIds(targets), by)),
  done: () => '座号已重排',
})

const rosterAction: RowAction<Student> = {
  key: 'roster',
  label: '打印名单',
  permission: 'student.read',
  run: async (targets) => showPrintView({ kind: 'roster', rows: await listTargetStudents(targets) }),
  done: () => '名单已生成',
}

const otherReason = '其他'
const slipReasons = ['首次发放', '遗失补发', '忘记密码', otherReason]
const slipForm = z
  .object({ reason: z.string(), reasonText: z.string().trim().max(100, '原因不超过100字') })
  .refine(({ reason, reasonText }) => reason !== otherReason || reasonText.length >= 2, {
    path: ['reasonText'],
    message: '请填写发放原因',
  })

/** New codes invalidate the old ones and give access to accounts, so the form asks for a reason. */
const accountSlipAction = formAction<Student, z.output<typeof slipForm>>({
  key: 'slips',
  label: '学生账号单',
  permission: 'student.account',
  when: isHere,
  createForm: () => ({
    schema: slipForm,
    initial: () => ({ reason: slipReasons[0]!, reasonText: '' }),
    sections: [
      {
        fields: [
          {
            name: 'reason',
            label: '发放原因',
            kind: 'radio',
            required: true,
            options: slipReasons.map((reason) => ({ value: reason, label: reason })),
            hint: '每名学生记入一条查阅记录',
          },
          {
            name: 'reasonText',
            label: '其他原因',
            kind: 'text',
            required: true,
            when: ({ reason }) => reason === otherReason,
          },
        ],
      },
    ],
  }),
  preview: async (targets) => {
    const rows = await listTargetStudents(targets)
    return {
      count: rows.length,
      names: rows.slice(0, 30).map(({ name }) => name),
      changes: [],
      consequences: [
        { label: '激活码', text: '每人一个新的激活码，只显示这一次，请马上打印' },
        { label: '已有账号', text: '用新的激活码可以重设密码，以前的账号单作废' },
      ],
      note: `超过 ${slipLimits.withoutCode} 人需要短信验证`,
      ...(rows.length > slipLimits.aDay && { obstacle: `每天最多发放 ${slipLimits.aDay} 人，请分班发放` }),
    }
  },
  run: async (targets, { reason, reasonText }, proof) => {
    const why = reason === otherReason ? reasonText.trim() : reason
    showPrintView({ kind: 'slips', slips: await fetchAccountSlips(await listTargetStudents(targets), why, proof) })
  },
  done: () => '账号单已生成，请马上打印',
})

export const studentActions: readonly RowAction<Student>[] = [
  createEventAction('move'),
  anyEventAction,
  otherEventAction,
  seatAction,
  rosterAction,
  accountSlipAction,
]
