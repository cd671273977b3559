import type { RowIssue, Verdict } from './target.ts'

/**
 * A row about somebody who is known already, by an importer who is not shown everything: nobody writes over what they
 * cannot see, and nothing of the answer tells whether it is the same. Only what the row was found by may stay.
 */
export function withoutBlind(
  verdict: Verdict,
  filled: readonly string[],
  isBlind: (column: string) => boolean,
  foundBy: string | undefined,
): Verdict {
  const blind = filled.filter((column) => isBlind(column) && column !== foundBy)
  if (blind.length === 0) return verdict
  return {
    ...verdict,
    issues: [...verdict.issues.filter(({ column }) => !blind.includes(column)), ...blind.map(unseen)],
    changes: [],
    result: verdict.result === 'same' ? 'changed' : verdict.result,
  }
}

const unseen = (column: string): RowIssue => ({
  column,
  code: 'unseen',
  words: '该字段对您不可见，不能修改',
  cures: [{ kind: 'set', column, value: '', words: '保留原值' }],
})
