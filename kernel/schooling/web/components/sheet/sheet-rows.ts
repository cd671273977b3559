import type { GridRow } from '#packages/web/desk/sheet-grid/spec.ts'
import type { TeachingCell, TeachingMatrix } from '../../../contract.ts'
import { cellText, type Roster } from '../../sheet-names.ts'
import { cellKey } from '../../teaching-queries.ts'
import type { Drafts } from '../../use-teaching-sheet.ts'

/** One class of the table. */
export interface SheetRow extends GridRow {
  classId: string
  label: string
  hours: number
  /** By subject: not taught there, or changing within the term. */
  marks: Readonly<Record<string, 'off' | 'dated'>>
}

export function sheetRows(
  { classes, subjects }: TeachingMatrix,
  cells: ReadonlyMap<string, TeachingCell>,
  drafts: Drafts,
  roster: Roster,
): SheetRow[] {
  return classes.map(({ id: classId, label, hours }, y) => {
    const row = { texts: {} as Record<string, string>, marks: {} as Record<string, 'off' | 'dated'> }
    const problems: GridRow['problems'][number][] = []
    for (const { id: subjectId } of subjects) {
      const key = cellKey({ classId, subjectId })
      const cell = cells.get(key)
      const draft = drafts[key]
      row.texts[subjectId] = draft?.text ?? (cell ? cellText(cell, roster) : '')
      if (!cell) row.marks[subjectId] = 'off'
      else if (cell.isDated) row.marks[subjectId] = 'dated'
      if (draft?.reason) problems.push({ kind: 'name', column: subjectId, words: draft.reason, cures: [] })
    }
    return {
      row: y + 1,
      classId,
      label,
      hours,
      cells: row.texts,
      marks: row.marks,
      problems,
      repaired: [],
      before: {},
      standing: '',
    }
  })
}
