import { useState } from 'react'
import type { Reference } from '#packages/contract'
import type { DefinitionDetail, FlowRules } from '../../contract.ts'
import type { FlowTerms } from './describe-step.ts'

const maxSteps = 50

interface Edited {
  /** What the changes began with. */
  detail: DefinitionDetail
  /** The rules after each change. */
  history: readonly FlowRules[]
}

const getRules = ({ detail, history }: Edited) => history.at(-1) ?? detail.rules
const isChanged = (edited: Edited) => JSON.stringify(getRules(edited)) !== JSON.stringify(edited.detail.rules)

/** The rules while they are edited, with the way back, and the names of those who were chosen meanwhile. */
export function useFlowDraft(latest: DefinitionDetail) {
  const [edited, setEdited] = useState<Edited>({ detail: latest, history: [] })
  const [chosenNames, setChosenNames] = useState<Readonly<Record<string, string>>>({})
  const isDirty = isChanged(edited)
  // A reload takes away nothing that was typed; without changes the rules of a colleague replace those that are shown.
  const current = isDirty || edited.detail === latest ? edited : { detail: latest, history: [] }
  const { detail, history } = current
  const rules = getRules(current)
  const terms: FlowTerms = {
    fields: detail.fields,
    kinds: detail.kinds,
    names: { ...detail.names, ...chosenNames },
  }
  return {
    detail,
    rules,
    terms,
    isDirty,
    change: (next: FlowRules) => {
      if (next !== rules) setEdited({ detail, history: [...history.slice(-maxSteps), next] })
    },
    addNames: (chosen: readonly Reference[]) =>
      setChosenNames((before) => ({ ...before, ...Object.fromEntries(chosen.map(({ id, name }) => [id, name])) })),
    undo: history.length > 0 ? () => setEdited({ detail, history: history.slice(0, -1) }) : undefined,
    discard: () => setEdited({ detail: latest, history: [] }),
  }
}

export type FlowDraft = ReturnType<typeof useFlowDraft>
