import { create } from 'zustand'
import type { Student } from '../contract.ts'
import type { AccountSlip } from './class-queries.ts'

/** What lies in the place of the list until it was printed. Slips are told once: they live here and nowhere else. */
export type PrintContent =
  | { kind: 'roster'; rows: readonly Student[] }
  | { kind: 'slips'; slips: readonly AccountSlip[] }

export const usePrintStore = create<{ content: PrintContent | undefined }>()(() => ({ content: undefined }))
export const showPrintView = (content: PrintContent) => usePrintStore.setState({ content })
export const closePrintView = () => usePrintStore.setState({ content: undefined })
