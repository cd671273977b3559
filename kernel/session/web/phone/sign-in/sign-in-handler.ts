import type { LoginResult } from '../../../contract.ts'

export interface SignInDetails {
  /** The typed user name, to show it again beside the second step. */
  userName?: string
  /** Whether the session survives closing the browser. */
  isPersistent?: boolean
}
/** Called after a successful sign-in. */
export type OnSignedIn = (result: LoginResult, details?: SignInDetails) => void
