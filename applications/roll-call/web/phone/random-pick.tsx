import { useState } from 'react'
import { pickPerson } from '#packages/web/core/roster-pad/roster-marks.ts'
import type { RosterMarks, RosterPerson } from '#packages/web/core/roster-pad/roster-types.ts'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import styles from './roll.module.css'

interface Props {
  lessonId: string
  people: readonly RosterPerson[]
  marks: RosterMarks
  onClose: () => void
}

/** Ids of those who were asked in this round, for as long as the tab is open; nothing of it is recorded. */
const rounds = new Map<string, readonly string[]>()

/** 随机提问: somebody who is there, and nobody twice before everybody was asked. */
export function RandomPick({ lessonId, people, marks, onClose }: Props) {
  const present = people.filter(({ id }) => ['present', 'late'].includes(marks[id]?.status ?? 'present'))
  const [picked, setPicked] = useState<RosterPerson>()
  const [drawn, setDrawn] = useState(() => rounds.get(lessonId) ?? [])
  const open = present.filter(({ id }) => !drawn.includes(id)).length
  const pick = () => {
    const next = pickPerson(present, drawn)
    if (!next) return
    rounds.set(lessonId, next.drawn)
    setDrawn(next.drawn)
    setPicked(next.person)
  }
  return (
    <BottomSheet title="随机提问" onClose={onClose}>
      <p className={styles['picked']} aria-live="polite">
        {picked
          ? [picked.seatNo && `${picked.seatNo}号`, picked.name].filter(Boolean).join(' ')
          : '每人问到一次后重新开始'}
      </p>
      <Button size="task" isDisabled={present.length === 0} onClick={pick}>
        {picked ? `下一个（还有 ${open} 人）` : '开始'}
      </Button>
    </BottomSheet>
  )
}
