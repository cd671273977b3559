import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { labelOf } from '#packages/contract'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { attendanceStatuses, markStatuses, type AttendanceStatus } from '#engines/attendance/contract.ts'
import { rollCallApi } from '../../contract.ts'
import { amendMarks, attendanceKey } from '../attendance-queries.ts'
import { describeMark } from './mark-text.ts'

/** One mark to be changed. */
export interface AmendedMark {
  lessonId: string
  sessionId: string | null
  /** 11-19 周四 第3节 数学 */
  lesson: string
  studentId: string
  name: string
  status: AttendanceStatus
  minutes: number | null
}

const schema = rollCallApi.amend.body!.pick({ reason: true }).extend({
  status: z.enum(markStatuses),
  minutes: z.int('请填写分钟数').min(0).max(240, '分钟数不超过240').nullable(),
})
type Values = z.output<typeof schema>

const hasMinutes = ({ status }: Values) => status === 'late' || status === 'early'

const createForm = ({ status, minutes }: AmendedMark): FormSpec<Values> => ({
  schema: schema as z.ZodType<Values, Values>,
  initial: () => ({ status: status === 'unrecorded' ? 'present' : status, minutes, reason: '' }),
  sections: [
    {
      fields: [
        {
          name: 'status',
          label: '改为',
          kind: 'radio',
          required: true,
          options: markStatuses.map((value) => ({ value, label: labelOf(attendanceStatuses, value) })),
        },
        { name: 'minutes', label: '分钟', kind: 'number', when: hasMinutes },
        { name: 'reason', label: '修改原因', kind: 'text', required: true, placeholder: '如 家长补交假条' },
      ],
    },
  ],
})

/** Changes a mark after the roll: with a reason, which is kept beside the old one. */
export function AmendDialog({ of, onClose }: { of: AmendedMark; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title={`修改考勤：${of.name}`}
      lead={<p>{`${of.lesson}　现在：${describeMark(of)}`}</p>}
      form={createForm(of)}
      submitLabel="修改"
      submit={async ({ status, minutes, reason }) => {
        const change = {
          studentId: of.studentId,
          status,
          minutes: hasMinutes({ status, minutes, reason }) ? minutes : null,
        }
        await amendMarks({ lessonId: of.lessonId, sessionId: of.sessionId, reason, changes: [change] })
        toast.success('已修改')
        await client.invalidateQueries({ queryKey: attendanceKey })
      }}
      onClose={onClose}
    />
  )
}
