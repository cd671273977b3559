import type { SetUp } from '../../../contract.ts'

/** What the body of each step is told. */
export interface StepProps {
  setUp: SetUp
  /** What it is about is there: then it only shows that. */
  isDone: boolean
  /** It was done, or somebody said so: what is there is read again, and the next step opens. */
  onDone: (message: string) => Promise<void>
  /** Nothing but a word is needed for it: keeps that word. */
  onConfirm: () => Promise<void>
}
