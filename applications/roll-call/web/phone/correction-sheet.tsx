import { useState } from 'react'
import { newId } from '#packages/core'
import { getErrorMessage, isRetryableError } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { TextField } from '#packages/web/light/text-field.tsx'
import type { Mark, RollLesson } from '#engines/attendance/contract.ts'
import { rollCallApi } from '../../contract.ts'

interface Props {
  lesson: Pick<RollLesson, 'lessonId' | 'sessionId'>
  changes: readonly Mark[]
  onClose: () => void
  onDone: (message: string) => void
}

/** The reason of a correction. Corrections are not kept for later: whoever makes one wants to know that it holds. */
export function CorrectionSheet({ lesson: { lessonId, sessionId }, changes, onClose, onDone }: Props) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const [idempotencyKey, setKey] = useState(newId)
  const send = async () => {
    if (reason.trim().length < 2) return setError('请填写修改原因')
    setSending(true)
    setFault('')
    try {
      const body = {
        lessonId,
        sessionId,
        reason,
        changes: changes.map(({ studentId, status, minutes }) => ({ studentId, status, minutes })),
      }
      const { changed } = await call(rollCallApi.amend, { body, idempotencyKey })
      onDone(`已修改 ${changed} 人的考勤`)
    } catch (failed) {
      setFault(getErrorMessage(failed))
      if (!isRetryableError(failed)) setKey(newId())
      setSending(false)
    }
  }
  return (
    <BottomSheet title={`修改 ${changes.length} 人的考勤`} onClose={onClose}>
      {fault && <Note kind="error">{fault}</Note>}
      <TextField
        label="修改原因"
        name="reason"
        maxLength={100}
        value={reason}
        error={error || undefined}
        onChange={(value) => {
          setReason(value)
          setError('')
          setKey(newId())
        }}
      />
      <Button size="task" busy={isSending && '正在提交…'} onClick={() => void send()}>
        提交修改
      </Button>
    </BottomSheet>
  )
}
