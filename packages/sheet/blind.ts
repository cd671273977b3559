import type { RowIssue, Verdict } from './target.ts'

/**
 * A row about somebody who is known already, by an importer who is not shown everything: nobody writes over what they
 * cannot see, and whether it is the same is not told either. What the row was found by (`keys`) may stay where it is no change.
 */
export function withoutBlind(
  verdict: Verdict,
  filled: readonly string[],
  isBlind: (column: string) => boolean,
  { keys, changed }: { keys: readonly string[]; changed: readonly string[] },
): Verdict {
  const blind = filled.filter((column) => isBlind(column) && (!keys.includes(column) || changed.includes(column)))
  if (blind.length === 0) return verdict
  return {
    ...verdict,
    issues: [...verdict.issues.filter(({ column }) => !blind.includes(column)), ...blind.map(unseen)],
    changes: verdict.changes.filter(({ column }) => !isBlind(column)),
  }
}

const unseen = (column: string): RowIssue => ({
  ...{ column, code: 'unseen', words: '该字段对您不可见，不能修改' },
  cures: [{ kind: 'set', column, value: '', words: '保留原值' }],
})
