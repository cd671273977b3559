import type { AppStatus } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'

export type ApplicationDecisionKind = 'agree' | 'refuse' | 'stop' | 'resume' | 'close'
export type ApplicationAction = ApplicationDecisionKind | 'edit' | 'submit' | 'secret' | 'limit'

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

/** A built-in application is not edited; the district may stop it or limit it to roles or people. */
const builtInActions: Record<AppStatus, readonly ApplicationAction[]> = {
  0: [],
  1: [],
  2: ['limit', 'stop'],
  3: [],
  4: ['resume'],
  5: [],
  9: [],
}

export function listActionsAt({ status, isBuiltIn }: Pick<AppRow, 'status' | 'isBuiltIn'>): ApplicationAction[] {
  if (isBuiltIn) return [...builtInActions[status]]
  const { decisions, edits } = lifecycle[status]
  return [...edits, ...(Object.keys(decisions) as ApplicationDecisionKind[])]
}

/** The status after a decision; undefined when the decision is not possible now. */
export const getStatusAfter = (
  app: Pick<AppRow, 'status' | 'isBuiltIn'>,
  action: ApplicationDecisionKind,
): AppStatus | undefined => (listActionsAt(app).includes(action) ? lifecycle[app.status].decisions[action] : undefined)
