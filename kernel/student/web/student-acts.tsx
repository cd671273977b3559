import { z } from 'zod'
import { asking, type Act, type Targets } from '#packages/web/desk/list/spec.ts'
import { changeTypes, eventsAt, eventTypes, slipLimits, type EventType, type Student } from '../contract.ts'
import { setSeats, slipsOf, type SeatOrder } from './class-queries.ts'
import { eventFormOf, eventRules, hasOther, mayHappen, type EventValues } from './components/event-form.tsx'
import { previewEvent, runEvent } from './event-queries.ts'
import { layOut } from './papers.ts'
import { rowsOf } from './queries.ts'
import { nodeOf, placeAt } from './tree.ts'

const some = (count: number) => `${count.toLocaleString()} 人`
const isHere = ({ status }: Student) => status === 'studying' || status === 'suspended'

/** One thing that can happen, by itself: 休学. */
export const eventAct = (type: EventType): Act<Student> =>
  asking<Student, EventValues>({
    key: `event-${type}`,
    label: changeTypes[type],
    permission: 'student.event',
    when: mayHappen(type),
    isDanger: eventRules[type].isDanger ?? false,
    ask: (_targets, rows) => eventFormOf(rows, { only: type }),
    preview: previewEvent,
    run: runEvent,
    done: (count) => `已办理 ${some(count)}${changeTypes[type]}`,
    ...(type === 'move' && { doneWith: saidOfMove }),
  })

/** Where they are now, and the way there. */
function saidOfMove(count: number, { place }: EventValues, [first]: readonly Student[]) {
  const words = `已将 ${count} 名学生调入${place?.label ?? '新班级'}`
  if (!place?.classId || !first) return { words }
  return { words, way: { label: '查看', to: `/baseData/Student?node=${nodeOf({ orgId: first.orgId, ...place })}` } }
}

/** What the law knows only as an exception: which, on what basis and why is asked first. */
const otherEvent = asking<Student, EventValues>({
  key: 'event-other',
  label: '其他情形…',
  verb: '其他情形',
  permission: 'student.event',
  when: hasOther,
  isSingle: true,
  isApart: true,
  ask: (_targets, rows) => eventFormOf(rows, { isOther: true }),
  preview: previewEvent,
  run: runEvent,
  done: (count) => `已办理 ${some(count)}的异动`,
})

/** For the menu of one pupil: what can happen to somebody of this stage who stands as this one does. */
export const eventActsOn = (row: Student): Act<Student>[] => [
  ...eventTypes.filter((type) => eventsAt(row.stage).usual.includes(type) && mayHappen(type)(row)).map(eventAct),
  ...(hasOther(row) ? [otherEvent] : []),
]

/** Whatever else happens to those who are ticked: which, is asked first. */
const anyEvent = asking<Student, EventValues>({
  key: 'event',
  label: '学籍异动',
  permission: 'student.event',
  when: isHere,
  ask: (_targets, rows) => eventFormOf(rows),
  preview: previewEvent,
  run: runEvent,
  done: (count) => `已办理 ${some(count)}的异动`,
})

const seating = z.object({ by: z.enum(['school-no', 'pinyin']) })

/** The classes of those who are meant: the one that is open, or each that a ticked pupil is in. */
async function classesOf(targets: Targets) {
  const { classId } = 'ids' in targets ? placeAt(null) : placeAt(targets.asked.node)
  if (classId) return [classId]
  return [...new Set((await rowsOf(targets)).flatMap((row) => row.classId ?? []))]
}

const seatAct = asking<Student, { by: SeatOrder }>({
  key: 'seats',
  label: '排座号',
  permission: 'student.contact',
  when: (row) => isHere(row) && row.classId !== null,
  ask: () => ({
    schema: seating,
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
  run: async (targets, { by }) => void (await setSeats(await classesOf(targets), by)),
  done: () => '座号已重排',
})

const rosterAct: Act<Student> = {
  key: 'roster',
  label: '打印名单',
  permission: 'student.read',
  run: async (targets) => layOut({ kind: 'roster', rows: await rowsOf(targets) }),
  done: () => '名单已生成',
}

const otherReason = '其他'
const slipReasons = ['首次发放', '遗失补发', '忘记密码', otherReason]
const slipForm = z
  .object({ reason: z.string(), words: z.string().trim().max(100, '原因不超过100字') })
  .refine(({ reason, words }) => reason !== otherReason || words.length >= 2, {
    path: ['words'],
    message: '请填写发放原因',
  })

/** Old words stop working with new ones, and whoever has them has the account: whoever presses says why. */
const slipAct = asking<Student, z.output<typeof slipForm>>({
  key: 'slips',
  label: '学生账号单',
  permission: 'student.account',
  when: isHere,
  ask: () => ({
    schema: slipForm,
    initial: () => ({ reason: slipReasons[0]!, words: '' }),
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
            name: 'words',
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
    const rows = await rowsOf(targets)
    return {
      count: rows.length,
      names: rows.slice(0, 30).map(({ name }) => name),
      changes: [],
      consequences: [
        { label: '激活码', words: '每人一个新的激活码，只显示这一次，请马上打印' },
        { label: '已有账号', words: '用新的激活码可以重设密码，以前的账号单作废' },
      ],
      note: `超过 ${slipLimits.withoutCode} 人需要短信验证`,
      ...(rows.length > slipLimits.aDay && { obstacle: `每天最多发放 ${slipLimits.aDay} 人，请分班发放` }),
    }
  },
  run: async (targets, { reason, words }, proof) => {
    const why = reason === otherReason ? words.trim() : reason
    layOut({ kind: 'slips', slips: await slipsOf(await rowsOf(targets), why, proof) })
  },
  done: () => '账号单已生成，请马上打印',
})

/** What can be done to pupils. */
export const studentActs: readonly Act<Student>[] = [
  eventAct('move'),
  anyEvent,
  otherEvent,
  seatAct,
  rosterAct,
  slipAct,
]
