import type { AppStatus } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'

export type Decision = 'agree' | 'refuse' | 'stop' | 'resume' | 'close'
export type Act = Decision | 'edit' | 'submit' | 'secret'

/** The life of an application: what may be done with it, and what it is afterwards. */
const life: Record<AppStatus, { decisions: Partial<Record<Decision, AppStatus>>; edits: readonly Act[] }> = {
  0: { decisions: { close: 9 }, edits: ['edit', 'submit', 'secret'] },
  1: { decisions: { agree: 2, refuse: 3 }, edits: ['edit', 'secret'] },
  2: { decisions: { stop: 4 }, edits: ['edit', 'secret'] },
  3: { decisions: { close: 9 }, edits: ['edit', 'submit', 'secret'] },
  4: { decisions: { resume: 2, close: 9 }, edits: [] },
  // The version that serves goes on when the other is refused.
  5: { decisions: { agree: 2, refuse: 2, stop: 4 }, edits: ['edit', 'secret'] },
  9: { decisions: {}, edits: [] },
}

const ofTheHouse: readonly Act[] = ['stop', 'resume']

export function actsAt({ status, isBuiltIn }: Pick<AppRow, 'status' | 'isBuiltIn'>): Act[] {
  const { decisions, edits } = life[status]
  const acts = [...edits, ...(Object.keys(decisions) as Decision[])]
  return isBuiltIn ? acts.filter((act) => ofTheHouse.includes(act)) : acts
}

/** What it is after a decision; nothing where that cannot be decided now. */
export const statusAfter = (app: Pick<AppRow, 'status' | 'isBuiltIn'>, act: Decision): AppStatus | undefined =>
  actsAt(app).includes(act) ? life[app.status].decisions[act] : undefined
