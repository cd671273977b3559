import { FormOutlined } from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { UndoArrow } from '#packages/web/desk/undo-arrow.tsx'
import { assignmentRoles, type Assignment } from '../../../contract.ts'
import type { TeachingSheet } from '../../use-teaching-sheet.ts'
import { formatDateRange } from '../../class-labels.ts'
import type { TeachingSheetRow } from './sheet-rows.ts'
import styles from './teaching-sheet.module.css'

interface Props {
  sheet: TeachingSheet
  row: TeachingSheetRow
  subject: { id: string; name: string }
  current: readonly Assignment[]
  isFixed: boolean
  noteId: string
  onNext: () => void
  onDetails: () => void
}

/** The full content of the active cell with its error, and the save state of the table. */
export function CellLine({ sheet, row, subject, current, isFixed, noteId, onNext, onDetails }: Props) {
  const problem = row.problems.find(({ column }) => column === subject.id)
  const isOff = row.marks[subject.id] === 'off'
  const text = isOff ? '本学段没有这门学科' : current.map(formatAssignmentInFull).join('；') || hint(isFixed)
  return (
    <div className={styles['line']}>
      <strong className={styles['spot']}>{`${row.label} ${subject.name}`}</strong>
      <span id={noteId} className={styles['words']} data-wrong={problem ? '' : undefined} title={problem?.message}>
        {problem?.message ?? text}
      </span>
      <span className={styles['told']} role="status">
        {sheet.isBusy
          ? '正在保存'
          : [sheet.statusText, sheet.wrong > 0 && `${sheet.wrong} 处有误`].filter(Boolean).join('，')}
      </span>
      {sheet.wrong > 0 && (
        <>
          <Button type="link" size="small" title="F8" onClick={onNext}>
            下一处
          </Button>
          <Button type="link" size="small" onClick={sheet.retry}>
            重新保存
          </Button>
          <Button type="link" size="small" onClick={sheet.discard}>
            放弃
          </Button>
        </>
      )}
      <Button
        size="small"
        icon={<Glyph of={UndoArrow} />}
        title="Ctrl+Z"
        disabled={!sheet.canUndo}
        onClick={sheet.undo}
      >
        撤销
      </Button>
      <Button size="small" icon={<Glyph of={FormOutlined} />} title="Ctrl+Enter" disabled={isOff} onClick={onDetails}>
        日期和详情
      </Button>
    </div>
  )
}

const formatAssignmentInFull = (one: Assignment) =>
  `${one.teacherName} ${assignmentRoles[one.role]}，每周 ${one.weekHours} 节，${formatDateRange(one)}`

const hint = (isFixed: boolean) => (isFixed ? '未安排' : '输入姓名或拼音，多人用、隔开；可从 Excel 粘贴')
