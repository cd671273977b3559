import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './print-sheet.module.css'

interface Props {
  /** Of one kind at a time: a printer has one sort of paper in it. */
  paper: 'a4' | 'a3' | 'card'
  children: ReactNode
}

/** Beside the page and visible only on paper, instead of the page. Its children are `PrintedTimetable` and the like. */
export const PrintSheet = ({ paper, children }: Props) =>
  createPortal(
    <div className={`print-only ${styles['sheet']}`} data-sheet="" data-paper={paper} aria-hidden="true">
      {children}
    </div>,
    document.body,
  )
