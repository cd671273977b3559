import { useState } from 'react'
import type { RoleDetail } from '../../../contract.ts'
import { rebaseChanges, countRoleChanges, toRoleForm, getRoleState, type RoleDraftState } from '../../role-model.ts'

const mostSteps = 200

/** The edits of a role as steps that can be undone. */
export function useRoleDraft(detail: RoleDetail) {
  const [known, setKnown] = useState(detail)
  const [steps, setSteps] = useState<readonly RoleDraftState[]>(() => [getRoleState(detail)])
  const base = getRoleState(known)
  const state = steps.at(-1)!
  const count = countRoleChanges(base, state)
  // Takes over new server data if there are no unsaved changes.
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
    /** After saving. */
    settle: (fresh: RoleDetail) => {
      setKnown(fresh)
      setSteps([getRoleState(fresh)])
    },
    /** Somebody else changed the role meanwhile: the own changes are applied to the new state. */
    rebase: (fresh: RoleDetail) => {
      setKnown(fresh)
      setSteps([getRoleState(fresh), rebaseChanges(base, state, getRoleState(fresh))])
    },
  }
}
export type RoleDraftEditor = ReturnType<typeof useRoleDraft>
