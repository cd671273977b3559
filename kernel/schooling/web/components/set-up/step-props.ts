import type { SetUp } from '../../../contract.ts'

export interface SetUpStepProps {
  setUp: SetUp
  /** The step is done, so the body only shows the result. */
  isDone: boolean
  /** The step was done: reads the state again and opens the next step. */
  onDone: (message: string) => Promise<void>
  /** Stores the confirmation of a step that needs nothing else. */
  onConfirm: () => Promise<void>
}
