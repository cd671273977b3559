import { z } from 'zod'
import { dateOf } from '#packages/web/core/format/time.ts'
import type { Field, FormSpec } from '#packages/web/desk/form/spec.ts'
import { ClassPicker } from '#kernel/schooling/web/index.ts'
import { changeTypes, type EventForm, type Student, type StudentStatus } from '../../contract.ts'

export type EventType = EventForm['type']
type Place = { gradeId: string; classId: string | null }

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
  repeat: { where: 'grade', from: here, asksReason: true, hint: '义务教育阶段原则上不留级，请写明审批依据' },
  skip: { where: 'grade', from: ['studying'], asksReason: true },
  graduate: { from: ['studying'] },
  complete: { from: ['studying'] },
  'leave-early': { from: here },
  withdraw: { from: here, asksReason: true, isDanger: true },
  expel: { from: here, asksReason: true, isDanger: true, hint: '义务教育阶段不得开除学生' },
  die: { from: here, isDanger: true },
}
export const eventTypes = Object.keys(eventRules) as EventType[]

const schema = z
  .object({
    type: z.string().min(1, '请选择异动类型'),
    on: z.iso.date('请填写生效日期'),
    place: z.custom<Place>().nullable(),
    whereTo: z.string().trim().max(100, '转往学校不超过100字'),
    reason: z.string().trim().max(200, '原因不超过200字'),
  })
  .refine(({ type, place }) => !ruleOf(type)?.where || place !== null, { path: ['place'], error: '请选择班级' })
  .refine(({ type, place }) => ruleOf(type)?.where !== 'class' || Boolean(place?.classId), {
    ...{ path: ['place'], error: '请选择班级' },
  })
  .refine(({ type, reason }) => !ruleOf(type)?.asksReason || reason !== '', {
    ...{ path: ['reason'], error: '请填写原因' },
  })
export type EventValues = z.output<typeof schema>

const ruleOf = (type: string): Rule | undefined => eventRules[type as EventType]

/** Those of one school can be asked about together. */
const orgOf = (rows: readonly Student[]) => rows[0]?.orgId ?? null

function placeField(rows: readonly Student[], only: EventType | undefined): Field<EventValues> {
  const [row, another] = rows
  const isMove = only === 'move'
  return {
    ...{ name: 'place', label: isMove ? '调入班级' : '进入班级', kind: 'custom', width: 'long', required: true },
    when: ({ type }) => ruleOf(type)?.where !== undefined,
    draw: ({ value, onChange, control }) => (
      <ClassPicker
        {...{ control, onChange, orgId: orgOf(rows), value: (value ?? null) as Place | null, needsClass: isMove }}
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

/** One form for all that can happen; with a type given, only for that. */
export function eventFormOf(rows: readonly Student[], only?: EventType): FormSpec<EventValues> {
  const offered = only ? [only] : eventTypes.filter((type) => type !== 'move' && rows.some(mayHappen(type)))
  const rule = only && eventRules[only]
  return {
    schema,
    initial: () => ({
      ...{ type: only ?? '', on: dateOf(new Date()), whereTo: '', reason: '' },
      place: only === 'move' ? gradeOf(rows) : null,
    }),
    sections: [
      {
        fields: [
          {
            ...{ name: 'type', label: '异动类型', kind: 'select', width: 'short', required: true },
            options: offered.map((value) => ({ value, label: changeTypes[value] })),
            when: () => only === undefined,
          },
          placeField(rows, only),
          {
            ...{ name: 'whereTo', label: '转往学校', kind: 'text', placeholder: '外区学校的全称' },
            when: ({ type }) => type === 'transfer-out',
          },
          { name: 'on', label: '生效日期', kind: 'date', required: true, hint: '从这一天起按新的班级和状态统计' },
          {
            ...{ name: 'reason', label: '原因', kind: 'textarea', required: rule?.asksReason ?? false },
            ...(rule?.hint && { hint: rule.hint }),
          },
        ],
      },
    ],
  }
}

export const mayHappen =
  (type: EventType) =>
  ({ status }: Pick<Student, 'status'>) =>
    eventRules[type].from.includes(status)
