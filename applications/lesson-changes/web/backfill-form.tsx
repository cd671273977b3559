import { z } from 'zod'
import { enumOf, optionsOf } from '#packages/contract'
import { coverKinds, coverSources } from '#engines/cover/contract.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { coverOfficeApi } from '../contract.ts'
import { LessonOfDay } from './components/lesson-of-day.tsx'

const { kind, reason } = coverOfficeApi.backfill.body!.shape
const member = (message: string) => z.array(z.object({ id: z.string(), name: z.string() })).min(1, message)

const schema = z.object({
  teacher: member('请选择教师'),
  day: z.iso.date('请选择日期').refine((day) => day <= formatDate(new Date()), '请选择已经过去的日期'),
  lessonId: z.string().min(1, '请选择课程'),
  kind,
  substitute: member('请选择代课教师'),
  source: enumOf(coverSources, '请选择来源'),
  reason,
})
export type BackfillValues = z.output<typeof schema>

/** 补登: a lesson that is over, and who gave it. */
export const backfillForm: FormSpec<BackfillValues> = {
  schema,
  initial: () => ({
    teacher: [],
    day: '',
    lessonId: '',
    kind: 'substitute',
    substitute: [],
    source: undefined as never,
    reason: '',
  }),
  sections: [
    {
      fields: [
        {
          name: 'teacher',
          label: '教师',
          kind: 'control',
          control: { of: 'colleagues', max: 1 },
          required: true,
          hint: '原来任课的教师',
        },
        { name: 'day', label: '日期', kind: 'date', required: true },
        {
          name: 'lessonId',
          label: '课程',
          kind: 'custom',
          width: 'long',
          required: true,
          draw: (props, { teacher, day }) => <LessonOfDay {...props} teacherId={teacher[0]?.id} day={day} />,
        },
        {
          name: 'kind',
          label: '类型',
          kind: 'radio',
          required: true,
          options: optionsOf(coverKinds).filter(({ value }) => kind.options.some((one) => one === value)),
        },
        {
          name: 'substitute',
          label: '代课教师',
          kind: 'control',
          control: { of: 'colleagues', max: 1 },
          required: true,
        },
        { name: 'source', label: '来源', kind: 'radio', required: true, options: optionsOf(coverSources) },
        { name: 'reason', label: '原因', kind: 'textarea', required: true },
      ],
    },
  ],
}
