import { z } from 'zod'
import { dateOf } from '#packages/web/core/format/time.ts'
import type { Field, FormSpec } from '#packages/web/desk/form/spec.ts'
import { ClassPicker } from '#kernel/schooling/web/index.ts'
import {
  changeTypes,
  eventsAt,
  eventTypes,
  needsBasis,
  type EventType,
  type Student,
  type StudentStatus,
} from '../../contract.ts'

type Place = { gradeId: string; classId: string | null; label?: string }

interface Rule {
  /** Where to: a class, or at least a grade. */
  where?: 'class' | 'grade'
  /** Only somebody who is so can have this happen to them. */
  from: readonly StudentStatus[]
  asksReason?: boolean
  isDanger?: boolean
  hint?: string
}

const here: readonly StudentStatus[] = ['studying', 'suspended']
/** What can happen to somebody who is here, and what has to be known for it. */
export const eventRules: Readonly<Record<EventType, Rule>> = {
  move: { where: 'class', from: ['studying'] },
  suspend: { from: ['studying'], asksReason: true, hint: '休学期满后办理复学' },
  resume: { where: 'grade', from: ['suspended'] },
  'transfer-out': { from: here, hint: '转往本区学校的，由对方学校申请转入' },
  repeat: { where: 'grade', from: here, asksReason: true, hint: '义务教育阶段原则上不留级' },
  skip: { where: 'grade', from: ['studying'], asksReason: true },
  graduate: { from: ['studying'] },
  complete: { from: ['studying'] },
  'leave-early': { from: here },
  withdraw: { from: here, asksReason: true, isDanger: true },
  expel: { from: here, asksReason: true, isDanger: true },
  die: { from: here },
}

const schema = z
  .object({
    type: z.string().min(1, '请选择异动类型'),
    on: z.iso.date('请填写生效日期'),
    place: z.custom<Place>().nullable(),
    whereTo: z.string().trim().max(100, '转往学校不超过100字'),
    /** Whether it is one of 其他情形, which rests on something. */
    isOther: z.boolean(),
    basis: z.string().trim().max(100, '依据不超过100字'),
    reason: z.string().trim().max(200, '原因不超过200字'),
  })
  .refine(({ type, place }) => !ruleOf(type)?.where || place !== null, { path: ['place'], error: '请选择班级' })
  .refine(({ type, place }) => ruleOf(type)?.where !== 'class' || Boolean(place?.classId), {
    path: ['place'],
    error: '请选择班级',
  })
  .refine(({ isOther, basis }) => !isOther || basis !== '', { path: ['basis'], error: '请填写办理依据' })
  .refine(({ isOther, type, reason }) => reason !== '' || (!isOther && !ruleOf(type)?.asksReason), {
    path: ['reason'],
    error: '请填写原因',
  })
export type EventValues = z.output<typeof schema>

const ruleOf = (type: string): Rule | undefined => eventRules[type as EventType]

/** Those of one school can be asked about together. */
const orgOf = (rows: readonly Student[]) => rows[0]?.orgId ?? null

function placeField(rows: readonly Student[], only: EventType | undefined): Field<EventValues> {
  const [row, another] = rows
  const isMove = only === 'move'
  return {
    name: 'place',
    label: isMove ? '调入班级' : '进入班级',
    kind: 'custom',
    width: 'long',
    required: true,
    when: ({ type }) => ruleOf(type)?.where !== undefined,
    draw: ({ value, onChange, control }) => (
      <ClassPicker
        control={control}
        onChange={onChange}
        orgId={orgOf(rows)}
        value={(value ?? null) as Place | null}
        needsClass={isMove}
        {...(isMove && row?.classId && !another && { except: row.classId })}
      />
    ),
  }
}

/** The grade they are all in; then only the class has to be chosen. */
const gradeOf = (rows: readonly Student[]) => {
  const [gradeId, ...others] = new Set(rows.map((row) => row.gradeId))
  return gradeId && others.length === 0 ? { gradeId, classId: null } : null
}

/** What can happen to some of these: what is usual at their stage, or the rest. */
const offeredTo = (rows: readonly Student[], kind: 'usual' | 'other') =>
  eventTypes.filter((type) => rows.some((row) => eventsAt(row.stage)[kind].includes(type) && mayHappen(type)(row)))

interface Asked {
  /** Only this. */
  only?: EventType
  /** 其他情形. */
  isOther?: boolean
}

/** One form for all that can happen; with a type given, only for that. */
export function eventFormOf(rows: readonly Student[], { only, isOther = false }: Asked = {}): FormSpec<EventValues> {
  const offered = only ? [only] : offeredTo(rows, isOther ? 'other' : 'usual').filter((type) => type !== 'move')
  const rule = only && eventRules[only]
  const isRested = isOther || (only !== undefined && rows.some(({ stage }) => needsBasis(only, stage)))
  return {
    schema,
    initial: () => ({
      type: only ?? '',
      on: dateOf(new Date()),
      whereTo: '',
      isOther: isRested,
      basis: '',
      reason: '',
      place: only === 'move' ? gradeOf(rows) : null,
    }),
    sections: [
      {
        fields: [
          {
            name: 'type',
            label: isOther ? '情形' : '异动类型',
            kind: 'select',
            width: 'short',
            required: true,
            options: offered.map((value) => ({ value, label: changeTypes[value] })),
            when: () => only === undefined,
          },
          placeField(rows, only),
          {
            name: 'whereTo',
            label: '转往学校',
            kind: 'text',
            placeholder: '外区学校的全称',
            when: ({ type }) => type === 'transfer-out',
          },
          {
            name: 'on',
            label: '生效日期',
            kind: 'date',
            required: true,
            hint: only === 'move' ? '自该日起按新班级统计' : '自该日起按新的班级和状态统计',
          },
          {
            name: 'basis',
            label: '依据',
            kind: 'text',
            width: 'long',
            required: true,
            placeholder: '批复文号、证明材料或会议决定',
            when: () => isRested,
          },
          {
            name: 'reason',
            label: isRested ? '情况说明' : '原因',
            kind: 'textarea',
            required: isRested || (rule?.asksReason ?? false),
            ...(rule?.hint && { hint: rule.hint }),
          },
        ],
      },
    ],
  }
}

export const mayHappen =
  (type: EventType) =>
  ({ status, stage }: Pick<Student, 'status' | 'stage'>) =>
    eventRules[type].from.includes(status) && isKnownAt(type, stage)

function isKnownAt(type: EventType, stage: number | null) {
  const { usual, other } = eventsAt(stage)
  return usual.includes(type) || other.includes(type)
}

/** Whether any of 其他情形 can happen to somebody. */
export const hasOther = (row: Student) => offeredTo([row], 'other').length > 0
