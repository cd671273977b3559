import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { optionsOf } from '#packages/contract'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { caseOutcomes, type AbsenceCase, type CaseOutcome } from '#engines/attendance/contract.ts'
import { attendanceKey, resolveCase } from '../attendance-queries.ts'
import styles from './resolve-dialog.module.css'

interface Props {
  of: AbsenceCase
  onClose: () => void
}

/** Where the child is: a press on an outcome settles the case. */
export function ResolveDialog({ of: { id, name, className, lesson }, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const noteId = useId()
  const [note, setNote] = useState('')
  const { isBusy, refusal, send } = useSubmit()
  const settle = (outcome: CaseOutcome) =>
    void send(async () => {
      await resolveCase(id, outcome, note.trim())
      toast.success(`已核实${name}`)
      await client.invalidateQueries({ queryKey: attendanceKey })
      onClose()
    })
  return (
    <Dialog
      title={`核实：${name}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <Button disabled={isBusy} onClick={onClose}>
          取消
        </Button>
      }
    >
      <ErrorNote message={refusal} />
      <p className={styles['lead']}>
        {className}　{lesson}
      </p>
      <label className={styles['label']} htmlFor={noteId}>
        说明（选填）
      </label>
      <input
        id={noteId}
        className={styles['note']}
        value={note}
        maxLength={200}
        placeholder="如 母亲说在医院"
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles['outcomes']} role="group" aria-label="核实结果">
        {optionsOf(caseOutcomes).map(({ value, label }, at) => (
          <Button
            key={value}
            {...(at === 0 && { 'data-first': '' })}
            disabled={isBusy}
            onClick={() => settle(value as CaseOutcome)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
