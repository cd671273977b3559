import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { dayOf } from '#packages/core'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { pupilLeaveKinds, symptoms, type PupilLeaveForm, type Symptom } from '#engines/attendance/contract.ts'
import { PupilSelect } from './pupil-select.tsx'

const parts = { whole: '全天', am: '上午', pm: '下午' } as const

const enterSchema = z
  .object({
    studentId: z.string().min(1, '请选择学生'),
    kind: z.enum(['sick', 'private', 'official']),
    startsOn: z.string().min(1, '请选择开始日期'),
    endsOn: z.string().min(1, '请选择结束日期'),
    part: z.enum(['whole', 'am', 'pm']),
    symptoms: z.array(z.string()),
    reason: z.string().trim().min(2, '请填写事由').max(200, '事由不超过200字'),
  })
  .refine(({ startsOn, endsOn }) => endsOn >= startsOn, { path: ['endsOn'], message: '结束日期不能早于开始日期' })
export type EnterValues = z.output<typeof enterSchema>

/** For a family that called; the note says so. */
export const createEnterForm = (): FormSpec<EnterValues> => {
  const today = dayOf(new Date())
  return {
    schema: enterSchema,
    initial: () => ({
      studentId: '',
      kind: 'sick',
      startsOn: today,
      endsOn: today,
      part: 'whole',
      symptoms: [],
      reason: '电话请假',
    }),
    sections: [
      {
        fields: [
          {
            name: 'studentId',
            label: '学生',
            kind: 'custom',
            required: true,
            draw: ({ value, onChange }) => (
              <PupilSelect value={typeof value === 'string' ? value : ''} onChange={onChange} />
            ),
          },
          { name: 'kind', label: '类型', kind: 'radio', required: true, options: optionsOf(pupilLeaveKinds) },
          { name: 'startsOn', label: '开始日期', kind: 'date', required: true },
          { name: 'endsOn', label: '结束日期', kind: 'date', required: true },
          {
            name: 'part',
            label: '时段',
            kind: 'radio',
            required: true,
            when: ({ startsOn, endsOn }) => startsOn === endsOn,
            options: Object.entries(parts).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'symptoms',
            label: '症状',
            kind: 'multi',
            when: ({ kind }) => kind === 'sick',
            options: optionsOf(symptoms),
          },
          { name: 'reason', label: '事由', kind: 'textarea', required: true, hint: '加密保存，不会出现在消息里' },
        ],
      },
    ],
  }
}

export const toLeaveForm = ({ part, ...values }: EnterValues): PupilLeaveForm => {
  const isOneDay = values.startsOn === values.endsOn
  return {
    ...values,
    symptoms: values.kind === 'sick' ? (values.symptoms as Symptom[]) : [],
    startHalf: isOneDay && part === 'pm' ? 'pm' : 'am',
    endHalf: isOneDay && part === 'am' ? 'am' : 'pm',
    periodIds: [],
    fileIds: [],
  }
}
