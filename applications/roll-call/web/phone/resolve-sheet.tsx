import { useState } from 'react'
import { optionsOf } from '#packages/contract'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { TextField } from '#packages/web/light/text-field.tsx'
import { caseOutcomes, type AbsenceCase, type CaseOutcome } from '#engines/attendance/contract.ts'
import styles from './unexplained.module.css'

interface Props {
  of: AbsenceCase
  isBusy: boolean
  onResolve: (outcome: CaseOutcome, note: string) => void
  onClose: () => void
}

/** Where the child is: a tap on an outcome settles the case. */
export function ResolveSheet({ of: { name, className, lesson }, isBusy, onResolve, onClose }: Props) {
  const [note, setNote] = useState('')
  return (
    <BottomSheet title={`核实：${name}`} onClose={onClose}>
      <p className={styles['second']}>{`${className}　${lesson}`}</p>
      <TextField
        label="说明"
        isOptional
        value={note}
        maxLength={200}
        placeholder="如 母亲说在医院"
        onChange={setNote}
      />
      <div className={styles['outcomes']} role="group" aria-label="核实结果">
        {optionsOf(caseOutcomes).map(({ value, label }) => (
          <Button
            key={value}
            kind="plain"
            isDisabled={isBusy}
            onClick={() => onResolve(value as CaseOutcome, note.trim())}
          >
            {label}
          </Button>
        ))}
      </div>
    </BottomSheet>
  )
}
