import type { GridRow } from '#packages/web/desk/sheet-grid/grid-spec.ts'
import type { TeachingCell, TeachingMatrix } from '../../../contract.ts'
import { formatCell, type Roster } from '../../sheet-names.ts'
import { cellKey } from '../../teaching-queries.ts'
import type { CellDrafts } from '../../use-teaching-sheet.ts'

/** A class of the table. */
export interface TeachingSheetRow extends GridRow {
  classId: string
  label: string
  hours: number
  /** By subject: not taught at the stage, or changing within the term. */
  marks: Readonly<Record<string, 'off' | 'dated'>>
}

export function createSheetRows(
  { classes, subjects }: TeachingMatrix,
  cells: ReadonlyMap<string, TeachingCell>,
  drafts: CellDrafts,
  roster: Roster,
): TeachingSheetRow[] {
  return classes.map(({ id: classId, label, hours }, y) => {
    const row = { texts: {} as Record<string, string>, marks: {} as Record<string, 'off' | 'dated'> }
    const problems: GridRow['problems'][number][] = []
    for (const { id: subjectId } of subjects) {
      const key = cellKey({ classId, subjectId })
      const cell = cells.get(key)
      const draft = drafts[key]
      row.texts[subjectId] = draft?.text ?? (cell ? formatCell(cell, roster) : '')
      if (!cell) row.marks[subjectId] = 'off'
      else if (cell.isDated) row.marks[subjectId] = 'dated'
      if (draft?.reason) problems.push({ kind: 'name', column: subjectId, message: draft.reason, fixes: [] })
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
      statusText: '',
    }
  })
}
