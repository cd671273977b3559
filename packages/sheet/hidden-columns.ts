import type { RowIssue, RowVerdict } from './import-target.ts'

/**
 * Removes hidden columns from the verdict about an existing record: an importer must not overwrite hidden values, and
 * the answer must not disclose whether they are equal. Only the column that found the record may stay.
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
