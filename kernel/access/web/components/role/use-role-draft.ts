import { useState } from 'react'
import type { RoleDetail } from '../../../contract.ts'
import { rebaseChanges, countChanges, toRoleForm, getRoleState, type RoleDraftState } from '../../role-model.ts'

const mostSteps = 200

/** What is being done to a role, step by step, so that each step can be taken back. */
export function useRoleDraft(detail: RoleDetail) {
  const [known, setKnown] = useState(detail)
  const [steps, setSteps] = useState<readonly RoleDraftState[]>(() => [getRoleState(detail)])
  const base = getRoleState(known)
  const state = steps.at(-1)!
  const count = countChanges(base, state)
  // Read anew, and nothing here to lose: then that is what stands here.
  if (detail !== known && count === 0) {
    setKnown(detail)
    setSteps([getRoleState(detail)])
  }
  return {
    detail: known,
    base,
    state,
    count,
    form: toRoleForm(known, state),
    canUndo: steps.length > 1,
    change: (next: RoleDraftState) => setSteps((before) => [...before, next].slice(-mostSteps)),
    undo: () => setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    discard: () => setSteps([base]),
    /** It was saved. */
    settle: (fresh: RoleDetail) => {
      setKnown(fresh)
      setSteps([getRoleState(fresh)])
    },
    /** Somebody else changed it meanwhile: what was changed here is still to be saved. */
    rebase: (fresh: RoleDetail) => {
      setKnown(fresh)
      setSteps([getRoleState(fresh), rebaseChanges(base, state, getRoleState(fresh))])
    },
  }
}
export type RoleDraftEditor = ReturnType<typeof useRoleDraft>
