import type { RowIssue, RowVerdict } from './import-target.ts'

/**
 * A row about somebody who is known already, by an importer who is not shown everything: nobody writes over what they
 * cannot see, and nothing of the answer tells whether it is the same. Only what the row was found by may stay.
 */
export function skipHiddenColumns(
  verdict: RowVerdict,
  filled: readonly string[],
  isHidden: (column: string) => boolean,
  foundBy: string | undefined,
): RowVerdict {
  const hidden = filled.filter((column) => isHidden(column) && column !== foundBy)
  if (hidden.length === 0) return verdict
  return {
    ...verdict,
    issues: [...verdict.issues.filter(({ column }) => !hidden.includes(column)), ...hidden.map(createHiddenIssue)],
    changes: [],
    result: verdict.result === 'same' ? 'changed' : verdict.result,
  }
}

const createHiddenIssue = (column: string): RowIssue => ({
  column,
  code: 'unseen',
  message: '该字段对您不可见，不能修改',
  fixes: [{ kind: 'set', column, value: '', label: '保留原值' }],
})
