/** What is asked about, as it stands in the address. */
export interface AccessQuestion {
  userId: string | null
  kind: string
  recordId: string | null
  permission: string
  /** A field of the record; empty for the record as a whole. */
  field: string
}

export interface QuestionProps {
  question: AccessQuestion
  isPhone: boolean
  onChange: (changed: Partial<AccessQuestion>) => void
}
