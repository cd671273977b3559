import { z } from 'zod'
import { enumOf, labelOf } from '#packages/contract'
import { ruleKinds, timetableRule, type TimetableRule, type TimetableRuleKind } from '#engines/timetable/contract.ts'
import type { Field, FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { CellPainter } from './cell-painter.tsx'
import type { RuleNames } from './describe-rule.ts'

const cells = z.array(z.object({ weekday: z.int(), periodId: z.string() }))
const ids = z.array(z.string())

/** The fields of all kinds; each kind uses some of them. */
const fields = z.object({
  kind: enumOf(ruleKinds),
  userIds: ids,
  gradeIds: ids,
  classIds: ids,
  subjectIds: ids,
  subjectId: z.string(),
  otherSubjectId: z.string(),
  roomIds: ids,
  cells,
  isSoft: z.boolean(),
  count: z.int(),
})
export type RuleValues = z.output<typeof fields>

const usesOf: Record<TimetableRuleKind, readonly (keyof RuleValues)[]> = {
  'teacher-off': ['userIds', 'cells'],
  'class-off': ['gradeIds', 'classIds', 'cells'],
  'subject-off': ['subjectIds', 'cells', 'isSoft'],
  'subject-only': ['subjectIds', 'cells', 'isSoft'],
  'subject-fixed': ['subjectId', 'gradeIds', 'cells'],
  'subject-rooms': ['subjectIds', 'roomIds'],
  'teacher-daily-most': ['userIds', 'count'],
  'subject-daily-most': ['subjectIds', 'count'],
  'subject-double': ['subjectIds', 'count'],
  'two-week-pair': ['subjectId', 'otherSubjectId'],
}

/** The rule as the server wants it; the contract judges it. */
export function toRule(values: RuleValues): unknown {
  const { kind, subjectId, otherSubjectId, count } = values
  const [cell] = values.cells
  if (kind === 'subject-fixed') return { kind, subjectId, gradeIds: values.gradeIds, cell }
  if (kind === 'two-week-pair') return { kind, subjectIds: [subjectId, otherSubjectId] }
  if (kind === 'subject-double') return { kind, subjectIds: values.subjectIds, count }
  const picked = Object.fromEntries(usesOf[kind].map((name) => [name === 'count' ? 'most' : name, values[name]]))
  return { kind, ...picked }
}

export const newRule = (kind: TimetableRuleKind): RuleValues => ({
  kind,
  userIds: [],
  gradeIds: [],
  classIds: [],
  subjectIds: [],
  subjectId: '',
  otherSubjectId: '',
  roomIds: [],
  cells: [],
  isSoft: true,
  count: kind === 'subject-double' ? 1 : 2,
})

/** A stored rule in the fields of the form. */
export function fromRule(rule: TimetableRule): RuleValues {
  const start = newRule(rule.kind)
  if (rule.kind === 'subject-fixed') return { ...start, ...rule, cells: [rule.cell] }
  if (rule.kind === 'two-week-pair') {
    const [subjectId, otherSubjectId] = rule.subjectIds
    return { ...start, subjectId, otherSubjectId }
  }
  if (rule.kind === 'teacher-daily-most' || rule.kind === 'subject-daily-most') {
    return { ...start, ...rule, count: rule.most }
  }
  return { ...start, ...rule }
}

/** The contract names these fields differently. */
const fieldOf = (path: readonly PropertyKey[], { kind }: RuleValues) => {
  const [name, at] = path
  if (kind === 'two-week-pair' && name === 'subjectIds') return at === 1 ? 'otherSubjectId' : 'subjectId'
  return name === 'cell' ? 'cells' : name === 'most' ? 'count' : name
}

const messages: Record<string, string> = {
  cells: '请选择节次',
  subjectId: '请选择学科',
  otherSubjectId: '请选择另一学科',
  count: '请填写1到12的整数',
}

const schema = fields.superRefine((values, context) => {
  const { error } = timetableRule.safeParse(toRule(values))
  for (const { path, message } of error?.issues ?? []) {
    const field = String(fieldOf(path, values))
    context.addIssue({ code: 'custom', path: [field], message: messages[field] ?? message })
  }
  if (values.kind === 'two-week-pair' && values.subjectId && values.subjectId === values.otherSubjectId) {
    context.addIssue({ code: 'custom', path: ['otherSubjectId'], message: '请选择另一学科' })
  }
})

const optionsOf = (names: ReadonlyMap<string, string>) => [...names].map(([value, label]) => ({ value, label }))

/** The form of all kinds of rules; the kind decides which fields are shown. */
export function createRuleForm(names: RuleNames, kind: TimetableRuleKind): FormSpec<RuleValues> {
  const isUsed = (name: keyof RuleValues) => (values: RuleValues) => usesOf[values.kind].includes(name)
  const field = (name: keyof RuleValues, rest: Omit<Field<RuleValues>, 'name'>): Field<RuleValues> => ({
    name,
    when: isUsed(name),
    ...rest,
  })
  const subjects = optionsOf(names.subjects)
  return {
    schema,
    initial: () => newRule(kind),
    sections: [
      {
        fields: [
          {
            name: 'kind',
            label: '要求',
            kind: 'select',
            width: 'long',
            required: true,
            options: Object.keys(ruleKinds).map((value) => ({
              value,
              label: labelOf(ruleKinds, value as TimetableRuleKind),
            })),
          },
          field('userIds', {
            label: '教师',
            kind: 'multi',
            width: 'long',
            options: optionsOf(names.teachers),
            hint: '“教师每天最多”可以不选，对全体教师有效',
          }),
          field('subjectIds', { label: '学科', kind: 'multi', width: 'long', required: true, options: subjects }),
          field('subjectId', { label: '学科', kind: 'select', width: 'long', required: true, options: subjects }),
          field('otherSubjectId', {
            label: '轮换学科',
            kind: 'select',
            width: 'long',
            required: true,
            options: subjects,
            hint: '单周上前一科，双周上后一科',
          }),
          field('gradeIds', {
            label: '年级',
            kind: 'multi',
            width: 'long',
            options: optionsOf(names.grades),
            hint: '不选则全校',
          }),
          field('classIds', { label: '班级', kind: 'multi', width: 'long', options: optionsOf(names.classes) }),
          field('roomIds', {
            label: '场室',
            kind: 'multi',
            width: 'long',
            required: true,
            options: optionsOf(names.rooms),
          }),
          field('count', {
            label: '节数或次数',
            kind: 'number',
            width: 'short',
            required: true,
            hint: '每天最多几节，或每周连堂几次',
          }),
          field('cells', {
            label: '节次',
            kind: 'custom',
            width: 'fit',
            required: true,
            draw: ({ value, onChange, control }, values) => (
              <CellPainter
                control={control}
                value={value as RuleValues['cells']}
                periods={names.periods}
                isSingle={values.kind === 'subject-fixed'}
                onChange={onChange}
              />
            ),
          }),
          field('isSoft', { label: '尽量满足', kind: 'switch', hint: '关闭后必须满足，排不下的课留在待排' }),
        ],
      },
    ],
  }
}
