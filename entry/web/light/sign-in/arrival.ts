import type { LoginResult } from '#kernel/session/contract.ts'

export interface Arrival {
  /** What was typed as the name, to show it again beside the second step. */
  userName?: string
  /** Whether the session outlives the browser's window. */
  isKept?: boolean
}
/** What a door tells when somebody came in. */
export type Arrive = (result: LoginResult, arrival?: Arrival) => void
