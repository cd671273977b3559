import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { enumOf, optionsOf } from '#packages/contract'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { assignmentRoles, type Assignment, type TeachingMatrix } from '../../contract.ts'
import { schoolingKey } from '../class-queries.ts'
import { assignTeacher } from '../teaching-queries.ts'
import { CurrentTeachers, getLastDay } from './current-teachers.tsx'
import { TeacherSelect } from './teacher-select.tsx'

/** The target of an assignment: a subject in some classes, or a free group. */
export interface AssignmentTarget {
  subject: { id: string; name: string }
  classIds: readonly string[]
  group?: { id: string; name: string }
  /** The current assignments. */
  current: readonly Assignment[]
}

interface Props {
  orgId: string
  matrix: TeachingMatrix
  target: AssignmentTarget
  onClose: () => void
}

const schema = z.object({
  current: z.null(),
  userId: z.string('请选择教师').nullable(),
  weekHours: z.number('请填写周课时').min(0, '周课时不能小于0').max(40, '周课时不超过40').nullable(),
  classIds: z.array(z.string()),
  role: enumOf(assignmentRoles),
  from: z.union([z.literal(''), z.iso.date('请填写开始日期')]),
})
const createSchema = (target: AssignmentTarget) =>
  schema
    .refine(({ userId }) => userId !== null, { path: ['userId'], error: '请选择教师' })
    .refine(({ weekHours }) => weekHours !== null, { path: ['weekHours'], error: '请填写周课时' })
    .refine(({ classIds }) => target.group !== undefined || classIds.length > 0, {
      path: ['classIds'],
      error: '请选择班级',
    })
type Values = z.output<typeof schema>

const formOf = ({ orgId, matrix, target }: Props): FormSpec<Values> => ({
  schema: createSchema(target),
  initial: () => ({
    current: null,
    userId: null,
    classIds: [...target.classIds],
    role: 'lead',
    // With a current teacher the change starts today by default, so that the past is not overwritten by mistake.
    from: target.current.length > 0 ? getLastDay(target.current[0]!) : '',
    weekHours: target.current.find(({ role }) => role === 'lead')?.weekHours ?? null,
  }),
  sections: [
    {
      fields: [
        {
          name: 'userId',
          label: '教师',
          kind: 'custom',
          width: 'middle',
          required: true,
          draw: ({ control, value, onChange }) => (
            <TeacherSelect
              orgId={orgId}
              control={control}
              onChange={onChange}
              subject={target.subject.name}
              value={typeof value === 'string' ? value : null}
            />
          ),
        },
        { name: 'weekHours', label: '周课时', kind: 'number', required: true },
        {
          name: 'classIds',
          label: '班级',
          kind: 'multi',
          required: true,
          when: () => target.group === undefined,
          options: classesFor(matrix, target).map(({ id, label }) => ({ value: id, label })),
        },
        { name: 'role', label: '角色', kind: 'radio', options: optionsOf(assignmentRoles) },
        {
          name: 'from',
          label: '开始日期',
          kind: 'date',
          placeholder: '学期第一天',
          hint: '留空为学期第一天；原主讲教师到前一天为止',
        },
        {
          name: 'current',
          label: '现任教师',
          kind: 'custom',
          width: 'long',
          when: () => target.current.length > 0,
          draw: () => <CurrentTeachers orgId={orgId} subject={target.subject.name} current={target.current} />,
        },
      ],
    },
  ],
})

/** The classes of the same grades that have the subject. */
function classesFor({ classes, cells }: TeachingMatrix, { subject, classIds }: AssignmentTarget) {
  const grades = new Set(classes.flatMap(({ id, gradeId }) => (classIds.includes(id) ? gradeId : [])))
  const have = new Set(cells.flatMap(({ classId, subjectId }) => (subjectId === subject.id ? classId : [])))
  return classes.filter(({ id, gradeId }) => grades.has(gradeId) && have.has(id))
}

/** Assigns a teacher to a subject in all ticked classes. */
export function AssignDialog(props: Props) {
  const { matrix, target, onClose } = props
  const client = useQueryClient()
  const toast = useToast()
  const [form] = useState(() => formOf(props))
  const submit = async ({ userId, weekHours, classIds, role, from }: Values) => {
    const to = target.group
      ? { classIds: [], groupId: target.group.id, subjectId: null }
      : { classIds, groupId: null, subjectId: target.subject.id }
    await assignTeacher({
      termId: matrix.termId,
      ...to,
      userId: userId!,
      role,
      weekHours: weekHours!,
      from: from || null,
    })
    await client.invalidateQueries({ queryKey: schoolingKey })
    toast.success('已安排任课')
  }
  const [only] = target.classIds.length === 1 ? matrix.classes.filter(({ id }) => id === target.classIds[0]) : []
  const where = target.group?.name ?? only?.label
  return (
    <FormDialog
      title={['安排任课', [where, target.group ? '' : target.subject.name].filter(Boolean).join(' ')].join('：')}
      form={form}
      submit={submit}
      onClose={onClose}
    />
  )
}
