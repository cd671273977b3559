import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { Field, FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { ClassPicker } from '#kernel/schooling/web/index.ts'
import {
  changeTypes,
  getStageEvents,
  eventTypes,
  needsBasis,
  type EventType,
  type Student,
  type StudentStatus,
} from '../../contract.ts'

type ClassChoice = { gradeId: string; classId: string | null; label?: string }

interface EventRule {
  /** The required target: a class, or at least a grade. */
  where?: 'class' | 'grade'
  /** The statuses that allow the event. */
  from: readonly StudentStatus[]
  asksReason?: boolean
  isDanger?: boolean
  hint?: string
}

const here: readonly StudentStatus[] = ['studying', 'suspended']
/** The events of enrolled pupils with their required input. */
export const eventRules: Readonly<Record<EventType, EventRule>> = {
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
    place: z.custom<ClassChoice>().nullable(),
    whereTo: z.string().trim().max(100, '转往学校不超过100字'),
    /** 其他情形, which need a basis. */
    isOther: z.boolean(),
    basis: z.string().trim().max(100, '依据不超过100字'),
    reason: z.string().trim().max(200, '原因不超过200字'),
  })
  .refine(({ type, place }) => !findEventRule(type)?.where || place !== null, { path: ['place'], error: '请选择班级' })
  .refine(({ type, place }) => findEventRule(type)?.where !== 'class' || Boolean(place?.classId), {
    path: ['place'],
    error: '请选择班级',
  })
  .refine(({ isOther, basis }) => !isOther || basis !== '', { path: ['basis'], error: '请填写办理依据' })
  .refine(({ isOther, type, reason }) => reason !== '' || (!isOther && !findEventRule(type)?.asksReason), {
    path: ['reason'],
    error: '请填写原因',
  })
export type EventValues = z.output<typeof schema>

const findEventRule = (type: string): EventRule | undefined => eventRules[type as EventType]

/** The common school of the rows. */
const getOrgId = (rows: readonly Student[]) => rows[0]?.orgId ?? null

function createClassField(rows: readonly Student[], only: EventType | undefined): Field<EventValues> {
  const [row, another] = rows
  const isMove = only === 'move'
  return {
    name: 'place',
    label: isMove ? '调入班级' : '进入班级',
    kind: 'custom',
    width: 'long',
    required: true,
    when: ({ type }) => findEventRule(type)?.where !== undefined,
    draw: ({ value, onChange, control }) => (
      <ClassPicker
        control={control}
        onChange={onChange}
        orgId={getOrgId(rows)}
        value={(value ?? null) as ClassChoice | null}
        needsClass={isMove}
        {...(isMove && row?.classId && !another && { except: row.classId })}
      />
    ),
  }
}

/** The grade that all rows share; then only the class must be chosen. */
const getSharedGrade = (rows: readonly Student[]) => {
  const [gradeId, ...others] = new Set(rows.map((row) => row.gradeId))
  return gradeId && others.length === 0 ? { gradeId, classId: null } : null
}

/** The events that are possible for some of the rows: the common ones of their stage, or the others. */
const listOfferedEvents = (rows: readonly Student[], kind: 'common' | 'other') =>
  eventTypes.filter((type) =>
    rows.some((row) => getStageEvents(row.stage)[kind].includes(type) && isEventAllowed(type)(row)),
  )

interface EventFormOptions {
  /** Limits the form to this event. */
  only?: EventType
  /** 其他情形. */
  isOther?: boolean
}

/** One form for all events, or only for the given type. */
export function createEventForm(
  rows: readonly Student[],
  { only, isOther = false }: EventFormOptions = {},
): FormSpec<EventValues> {
  const offered = only
    ? [only]
    : listOfferedEvents(rows, isOther ? 'other' : 'common').filter((type) => type !== 'move')
  const rule = only && eventRules[only]
  const isBasisRequired = isOther || (only !== undefined && rows.some(({ stage }) => needsBasis(only, stage)))
  return {
    schema,
    initial: () => ({
      type: only ?? '',
      on: formatDate(new Date()),
      whereTo: '',
      isOther: isBasisRequired,
      basis: '',
      reason: '',
      place: only === 'move' ? getSharedGrade(rows) : null,
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
          createClassField(rows, only),
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
            when: () => isBasisRequired,
          },
          {
            name: 'reason',
            label: isBasisRequired ? '情况说明' : '原因',
            kind: 'textarea',
            required: isBasisRequired || (rule?.asksReason ?? false),
            ...(rule?.hint && { hint: rule.hint }),
          },
        ],
      },
    ],
  }
}

export const isEventAllowed =
  (type: EventType) =>
  ({ status, stage }: Pick<Student, 'status' | 'stage'>) =>
    eventRules[type].from.includes(status) && isEventAtStage(type, stage)

function isEventAtStage(type: EventType, stage: number | null) {
  const { common, other } = getStageEvents(stage)
  return common.includes(type) || other.includes(type)
}

/** Whether any of 其他情形 is possible for a pupil. */
export const hasOtherEvents = (row: Student) => listOfferedEvents([row], 'other').length > 0
