import { useState } from 'react'
import type { Reference } from '#packages/contract'
import type { DefinitionDetail, FlowRules } from '../../contract.ts'
import type { FlowTerms } from './describe-step.ts'

const maxSteps = 50

/** The rules while they are edited, with the way back, and the names of those who were chosen meanwhile. */
export function useFlowDraft(detail: DefinitionDetail) {
  const [history, setHistory] = useState<readonly FlowRules[]>([detail.rules])
  const [names, setNames] = useState(detail.names)
  const rules = history.at(-1)!
  const terms: FlowTerms = { fields: detail.fields, kinds: detail.kinds, names }
  return {
    rules,
    terms,
    isDirty: JSON.stringify(rules) !== JSON.stringify(detail.rules),
    change: (next: FlowRules) => {
      if (next !== rules) setHistory([...history.slice(-maxSteps), next])
    },
    addNames: (chosen: readonly Reference[]) =>
      setNames((before) => ({ ...before, ...Object.fromEntries(chosen.map(({ id, name }) => [id, name])) })),
    undo: history.length > 1 ? () => setHistory(history.slice(0, -1)) : undefined,
    discard: () => setHistory([detail.rules]),
  }
}

export type FlowDraft = ReturnType<typeof useFlowDraft>
