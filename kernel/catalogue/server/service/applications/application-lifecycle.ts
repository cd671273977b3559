import type { AppStatus } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'

export type ApplicationDecisionKind = 'agree' | 'refuse' | 'stop' | 'resume' | 'close'
export type ApplicationAction = ApplicationDecisionKind | 'edit' | 'submit' | 'secret'

/** The lifecycle of an application: the possible actions and the status after each. */
const lifecycle: Record<
  AppStatus,
  { decisions: Partial<Record<ApplicationDecisionKind, AppStatus>>; edits: readonly ApplicationAction[] }
> = {
  0: { decisions: { close: 9 }, edits: ['edit', 'submit', 'secret'] },
  1: { decisions: { agree: 2, refuse: 3 }, edits: ['edit', 'secret'] },
  2: { decisions: { stop: 4 }, edits: ['edit', 'secret'] },
  3: { decisions: { close: 9 }, edits: ['edit', 'submit', 'secret'] },
  4: { decisions: { resume: 2, close: 9 }, edits: [] },
  // The published version stays in use when the change is refused.
  5: { decisions: { agree: 2, refuse: 2, stop: 4 }, edits: ['edit', 'secret'] },
  9: { decisions: {}, edits: [] },
}

const builtInActions: readonly ApplicationAction[] = ['stop', 'resume']

export function listActionsAt({ status, isBuiltIn }: Pick<AppRow, 'status' | 'isBuiltIn'>): ApplicationAction[] {
  const { decisions, edits } = lifecycle[status]
  const actions = [...edits, ...(Object.keys(decisions) as ApplicationDecisionKind[])]
  return isBuiltIn ? actions.filter((action) => builtInActions.includes(action)) : actions
}

/** The status after a decision; undefined when the decision is not possible now. */
export const getStatusAfter = (
  app: Pick<AppRow, 'status' | 'isBuiltIn'>,
  action: ApplicationDecisionKind,
): AppStatus | undefined => (listActionsAt(app).includes(action) ? lifecycle[app.status].decisions[action] : undefined)
