/** What is asked about, as it stands in the address. */
export interface Asked {
  userId: string | null
  kind: string
  recordId: string | null
  permission: string
  /** A field of the record; empty for the record as a whole. */
  field: string
}

export interface QuestionProps {
  asked: Asked
  isPhone: boolean
  onAsk: (changed: Partial<Asked>) => void
}
