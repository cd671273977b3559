import { create } from 'zustand'
import type { Student } from '../contract.ts'
import type { AccountSlip } from './class-queries.ts'

/** The content of the print view. Account slips are returned only once, so they exist only here. */
export type PrintContent =
  | { kind: 'roster'; rows: readonly Student[] }
  | { kind: 'slips'; slips: readonly AccountSlip[] }

export const usePrintStore = create<{ content: PrintContent | undefined }>()(() => ({ content: undefined }))
export const showPrintView = (content: PrintContent) => usePrintStore.setState({ content })
export const closePrintView = () => usePrintStore.setState({ content: undefined })
