/** What was done, in order, and what can be done again. States are never changed, so they are kept as they are. */
export interface StepHistory<State> {
  past: readonly State[]
  now: State
  future: readonly State[]
}

export const createHistory = <State>(now: State): StepHistory<State> => ({ past: [], now, future: [] })

export function addStep<State>({ past, now }: StepHistory<State>, next: State): StepHistory<State> {
  return { past: [...past, now], now: next, future: [] }
}

/** Without a step to undo the history stays the same object. */
export function undoStep<State>(history: StepHistory<State>): StepHistory<State> {
  const { past, now, future } = history
  if (past.length === 0) return history
  return { past: past.slice(0, -1), now: past[past.length - 1]!, future: [now, ...future] }
}

export function redoStep<State>(history: StepHistory<State>): StepHistory<State> {
  const { past, now, future } = history
  if (future.length === 0) return history
  return { past: [...past, now], now: future[0]!, future: future.slice(1) }
}
