import { z } from 'zod'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { call } from '#packages/web/core/call.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { Mark, RollLesson } from '#engines/attendance/contract.ts'
import { rollCallApi } from '../../contract.ts'

interface Props {
  lesson: Pick<RollLesson, 'lessonId' | 'sessionId'>
  changes: readonly Mark[]
  onClose: () => void
  onDone: (message: string) => void
}

const form: FormSpec<{ reason: string }> = {
  schema: rollCallApi.amend.body!.pick({ reason: true }) as z.ZodType<{ reason: string }, { reason: string }>,
  initial: () => ({ reason: '' }),
  sections: [{ fields: [{ name: 'reason', label: '修改原因', kind: 'text', required: true }] }],
}

/** The reason of a correction after the day, or by somebody else than the teacher. */
export function CorrectionDialog({ lesson: { lessonId, sessionId }, changes, onClose, onDone }: Props) {
  return (
    <FormDialog
      title={`修改 ${changes.length} 人的考勤`}
      form={form}
      submitLabel="提交修改"
      submit={async ({ reason }) => {
        const body = {
          lessonId,
          sessionId,
          reason,
          changes: changes.map(({ studentId, status, minutes }) => ({ studentId, status, minutes })),
        }
        const { changed } = await call(rollCallApi.amend, { body })
        onDone(`已修改 ${changed} 人的考勤`)
      }}
      onClose={onClose}
    />
  )
}
