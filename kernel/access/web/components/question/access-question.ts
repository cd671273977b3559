/** The question, as stored in the URL. */
export interface AccessQuestion {
  userId: string | null
  kind: string
  recordId: string | null
  permission: string
  /** A field of the record; empty for the whole record. */
  field: string
}

export interface QuestionProps {
  question: AccessQuestion
  isPhone: boolean
  onChange: (changed: Partial<AccessQuestion>) => void
}
