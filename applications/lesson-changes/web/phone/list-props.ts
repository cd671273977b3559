import type { CoverRequest } from '#engines/cover/contract.ts'
import type { Answers } from '#engines/cover/web/api.ts'

/** What the lists of the page have in common. */
export interface ListProps {
  requests: readonly CoverRequest[]
  today: string
  answers: Answers
  isOnline: boolean
  onOpen: (id: string) => void
}
