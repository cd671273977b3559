import { useEffect, useMemo, useState } from 'react'
import { restoreDraft } from '../form/draft-value.ts'
import { useDraft } from '../form/use-draft.ts'
import { isStepComplete, removeStateSecrets, type WizardStep } from './wizard-spec.ts'

interface Progress<State> {
  state: State
  at: number
  /** The last step that was reached. */
  furthest: number
  skipped: readonly string[]
}

interface Settings<State> {
  steps: readonly WizardStep<State>[]
  initial: () => State
  /** The key under which the progress is stored. */
  resumeKey: string
  /** The last confirmation; if refused, the wizard stays open. */
  confirm?: (state: State) => Promise<boolean>
  finish: (state: State) => Promise<void>
}

export type Wizard<State extends object> = ReturnType<typeof useWizard<State>>

/** The progress and the answers; stored, so that the user can leave at any time and continue elsewhere. */
export function useWizard<State extends object>({ steps, initial, resumeKey, confirm, finish }: Settings<State>) {
  const { progress, put, draft, ...resuming } = useProgress(steps, initial, resumeKey)
  const { state, at, furthest, skipped } = progress
  const step = steps[at]!
  const isSettled = (index: number) => skipped.includes(steps[index]!.key) || isStepComplete(steps[index]!, state)
  /** Back always; forward only over completed or skipped steps. */
  const canGoTo = (index: number) =>
    index >= 0 && index <= furthest && steps.slice(0, index).every((_, before) => isSettled(before))
  const go = (index: number, part: Partial<Progress<State>> = {}) =>
    put((before) => ({ ...before, ...part, at: index, furthest: Math.max(furthest, index) }))
  const others = skipped.filter((key) => key !== step.key)
  return {
    steps,
    step,
    next: steps[at + 1],
    state,
    at,
    skipped,
    draft,
    ...resuming,
    canGoTo,
    isSettled,
    change: (part: Partial<State>) => put((before) => ({ ...before, state: { ...before.state, ...part } })),
    goTo: (index: number) => {
      if (canGoTo(index)) go(index)
    },
    skip: () => go(at + 1, { skipped: [...others, step.key] }),
    /** Goes to the next step, or finishes. True when it has finished. */
    advance: async (answered: State) => {
      if (at + 1 < steps.length) {
        go(at + 1, { state: answered, skipped: others })
        return false
      }
      if (confirm && !(await confirm(answered))) return false
      draft.settle()
      await finish(answered)
      await draft.drop()
      return true
    },
  }
}

/** The current answers. A stored session is resumed without a question. */
function useProgress<State extends object>(
  steps: readonly WizardStep<State>[],
  initial: () => State,
  resumeKey: string,
) {
  const begin = (): Progress<State> => ({ state: initial(), at: 0, furthest: 0, skipped: [] })
  const [progress, setProgress] = useState(begin)
  const [isTouched, setTouched] = useState(false)
  const [round, setRound] = useState(0)
  const [resumedAt, setResumedAt] = useState<string>()
  const stored = useMemo(() => ({ ...progress, state: removeStateSecrets(steps, progress.state) }), [steps, progress])
  const onRestore = (value: unknown) => setProgress(resumed(begin(), value, steps.length))
  const draft = useDraft({ key: resumeKey, value: stored, isDirty: isTouched, onRestore })
  const { offer, restore } = draft
  useEffect(() => {
    if (!offer) return
    restore()
    setResumedAt(offer.savedAt)
    // An offer is accepted once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [offer])
  return {
    progress,
    draft,
    resumedAt,
    /** Whether the search for a stored session has finished. */
    isReady: draft.isLoaded && !offer,
    /** Changes when the wizard is restarted. */
    round,
    put: (change: (before: Progress<State>) => Progress<State>) => {
      setTouched(true)
      setProgress(change)
    },
    restart: () => {
      setTouched(false)
      setProgress(begin())
      setRound(round + 1)
      setResumedAt(undefined)
      void draft.drop()
    },
  }
}

/** A stored session may be older than the steps: only values that still fit are restored. */
function resumed<State extends object>(fresh: Progress<State>, stored: unknown, count: number): Progress<State> {
  const { state, at, furthest, skipped } = restoreDraft(fresh, stored)
  const known = Object.entries(fresh.state).map(([key, value]: [string, unknown]) => {
    const before: unknown = state[key as keyof State]
    const isForm = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [key, isForm ? restoreDraft(value, before) : (before ?? value)]
  })
  const last = count - 1
  return {
    state: Object.fromEntries(known) as State,
    skipped,
    at: Math.min(at, last),
    furthest: Math.min(furthest, last),
  }
}
