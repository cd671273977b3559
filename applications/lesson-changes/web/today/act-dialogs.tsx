import { z } from 'zod'
import { useQueryClient } from '@tanstack/react-query'
import type { CoverLesson } from '#engines/cover/contract.ts'
import { coverKey, describeState, formatPeriod, isPassedOn, nameLesson } from '#engines/cover/web/desk-api.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { coverOfficeApi } from '../../contract.ts'
import { askForCovers, cancelCovers } from '../office-queries.ts'
import { nameWithTeacher, type Draft } from './drafts.ts'

interface AskProps {
  lessons: readonly CoverLesson[]
  onClose: () => void
}

/** 群发: everybody who is free is asked, the first who claims a lesson gives it. */
export const AskEverybody = ({ lessons, onClose }: AskProps) => (
  <ConfirmAction
    title="群发认领"
    submitLabel={`群发 ${lessons.length} 节`}
    submit={() =>
      askForCovers({
        lessons: lessons.map(({ lessonId, seenAt }) => ({
          lessonId,
          seenAt,
          kind: 'substitute',
          askMode: 'everybody',
          userIds: [],
          otherLessonId: null,
          otherSeenAt: null,
          to: null,
          cancelReason: null,
        })),
        source: 'office',
        reason: '',
        isChainConfirmed: lessons.some(isPassedOn),
      })
    }
    done="已群发"
    queryKey={coverKey}
    onClose={onClose}
  >
    <p>通知这些时间有空的教师，先认领的教师代课。</p>
    <ul>
      {lessons.map((lesson) => (
        <li key={lesson.lessonId}>{`${lesson.periodName} ${nameWithTeacher(lesson)}`}</li>
      ))}
    </ul>
  </ConfirmAction>
)

const cancelForm: FormSpec<{ reason: string }> = {
  schema: coverOfficeApi.cancel.body!.pick({ reason: true }) as z.ZodType<{ reason: string }, { reason: string }>,
  initial: () => ({ reason: '' }),
  sections: [
    { fields: [{ name: 'reason', label: '原因', kind: 'text', required: true, placeholder: '如 教师已到校' }] },
  ],
}

/** Takes back what was arranged: the lesson is as it was. */
export function CancelCover({ lesson, onClose }: { lesson: CoverLesson; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title="取消安排"
      lead={<p>{`${formatPeriod(lesson)} ${nameLesson(lesson)}（${describeState(lesson)}）恢复原来的安排。`}</p>}
      form={cancelForm}
      submitLabel="取消安排"
      isDanger
      submit={async ({ reason }) => {
        await cancelCovers([lesson.requestId!], reason)
        toast.success('已取消安排')
        await client.invalidateQueries({ queryKey: coverKey })
      }}
      onClose={onClose}
    />
  )
}

interface ChainProps {
  lessons: readonly CoverLesson[]
  drafts: readonly Draft[]
  onSend: () => Promise<unknown>
  onClose: () => void
}

/** Some lessons are already covered: the colleague who covers now is replaced. */
export const ConfirmChain = ({ lessons, drafts, onSend, onClose }: ChainProps) => (
  <ConfirmAction title="改由其他教师代课" submitLabel="改由新教师代课" submit={onSend} onClose={onClose}>
    <ul>
      {lessons.map((lesson) => (
        <li key={lesson.lessonId}>
          {`${nameLesson(lesson)}现在${describeState(lesson)}，改为${drafts.find(({ sent }) => sent.lessonId === lesson.lessonId)?.text ?? ''}。`}
        </li>
      ))}
    </ul>
  </ConfirmAction>
)
