import { create } from 'zustand'
import type { Student } from '../contract.ts'
import type { Slip } from './class-queries.ts'

/** What lies in the place of the list until it was printed. Slips are told once: they live here and nowhere else. */
export type Paper = { kind: 'roster'; rows: readonly Student[] } | { kind: 'slips'; slips: readonly Slip[] }

export const usePaper = create<{ paper: Paper | undefined }>()(() => ({ paper: undefined }))
export const layOut = (paper: Paper) => usePaper.setState({ paper })
export const putAway = () => usePaper.setState({ paper: undefined })
