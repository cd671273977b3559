import type { LoginResult } from '#kernel/session/contract.ts'

export interface SignInDetails {
  /** What was typed as the name, to show it again beside the second step. */
  userName?: string
  /** Whether the session outlives the browser's window. */
  isPersistent?: boolean
}
/** What a door tells when somebody came in. */
export type OnSignedIn = (result: LoginResult, details?: SignInDetails) => void
