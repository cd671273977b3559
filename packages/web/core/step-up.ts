import { Ret } from '#packages/core/ret.ts'
import { CallError } from './call-error.ts'

/** A code that the server requires before it continues. */
export interface StepUpChallenge {
  msgId: string
  /** The masked number; empty where there is no phone. */
  phone: string
  /** The allowed methods: a text message, an authenticator app, a passkey. */
  methods?: readonly ('sms' | 'totp' | 'passkey')[]
}

/** The answer to a challenge: a code from a text message or an app. */
export interface StepUpProof {
  msgId: string
  code: string
}

/** The challenge, if the server refused because a code is missing. */
export const findStepUpChallenge = (refused: unknown): StepUpChallenge | undefined =>
  refused instanceof CallError && refused.ret === Ret.secondStepNeeded ? (refused.data as StepUpChallenge) : undefined
