import { idCardBirthday, type Ctx } from '#packages/core'
import { skipHiddenColumns, type Fix, type RowIssue, type SheetRow, type RowVerdict } from '#packages/sheet'
import type { UserForm } from '../../contract.ts'
import type { StaffDifference, DecryptedStaff } from '../staff-differences.ts'
import { isMaskedField, maskField } from '../private-facts.ts'
import { listMainMemberships, isInCallersScope, isOpenOn, coversWholeDistrict } from '../service/staff-scope.ts'
import { findNamesakes, findAcceptedMatch, createMaybeSameIssue } from './namesakes.ts'
import { listRowChanges, resolveForPerson, dropMatchingMonth } from './compare-staff.ts'
import { loadImportLookup, type RegisteredPerson, type ImportLookup, type ImportRow } from './import-lookup.ts'
import {
  getOutOfScopeLookup,
  hasSameName,
  createKeepFix,
  findMatch,
  createNumberTakenIssue,
  listPhoneIssues,
  findMembershipInUnit,
  createSkipFix,
  type RegisteredMembership,
  type StaffMatch,
} from './match-staff.ts'
import {
  getColumn,
  listIdCardIssues,
  listNameIssues,
  ownerLabels,
  listOwnIssues,
  createOwnMembershipIssue,
  listPersonIssues,
  hasDifference,
} from './person-issues.ts'
import { getUnitLabel, type ImportUnit } from './import-context.ts'

/** The plan of a valid row. */
export type RowPlan = { importRow: ImportRow; unit: ImportUnit } & (
  | { kind: 'person' }
  /** A known person gets a membership here; other values of the file are written too. */
  | { kind: 'membership'; known: RegisteredPerson; form: UserForm; differences: readonly StaffDifference[] }
  | {
      kind: 'change'
      known: RegisteredPerson
      membership: RegisteredMembership
      form: UserForm
      differences: readonly StaffDifference[]
    }
)
export interface RowCheck {
  verdict: RowVerdict
  /** Whether the row is about a known person. */
  isKnown: boolean
  /** The column that matched the person. */
  how?: StaffMatch['how'] | undefined
  plan?: RowPlan
}

export async function checkImportRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<RowCheck[]> {
  const { lookup, importRows } = await loadImportLookup(ctx, orgId, rows)
  return importRows.map((one) => markOutOfScope(lookup, one, hideFromImporter(lookup, one, checkRow(lookup, one))))
}

function markOutOfScope(lookup: ImportLookup, importRow: ImportRow, check: RowCheck): RowCheck {
  const outOfScope = importRow.unit && getOutOfScopeLookup(lookup, importRow, check.verdict.issues)
  return outOfScope ? { ...check, verdict: { ...check.verdict, outOfScope } } : check
}

/** Columns hidden from the importer are not overwritten. */
function hideFromImporter({ hidden }: ImportLookup, { values }: ImportRow, check: RowCheck): RowCheck {
  const { verdict, isKnown, how, plan } = check
  if (hidden.size === 0 || !isKnown) return check
  const seen = skipHiddenColumns(verdict, Object.keys(values), (column) => hidden.has(column), how)
  return { verdict: seen, isKnown, how, ...(plan && seen.issues.length === 0 ? { plan } : {}) }
}

function checkRow(lookup: ImportLookup, importRow: ImportRow): RowCheck {
  const { unit } = importRow
  if (!unit) return createVerdict(lookup, importRow, { issues: importRow.issues })
  const { match = findAcceptedMatch(lookup, unit, importRow), issues } = findMatch(lookup, unit, importRow)
  if (!match) return checkNewPerson(lookup, unit, importRow, issues)
  return checkMatched(lookup, unit, resolveForPerson(lookup, unit, importRow, match.known), match, issues)
}

function checkMatched(
  lookup: ImportLookup,
  unit: ImportUnit,
  importRow: ImportRow,
  match: StaffMatch,
  issues: readonly RowIssue[],
): RowCheck {
  const own = [...importRow.issues, ...issues]
  const membership = findMembershipInUnit(lookup, match.known, unit, importRow)
  const check = membership
    ? checkColleague(lookup, unit, importRow, { ...match, membership }, own)
    : checkJoining(lookup, unit, importRow, match, own)
  return { ...check, how: match.how }
}

type VerdictFields = Partial<Omit<RowVerdict, 'keys' | 'unit'>> & {
  issues: readonly RowIssue[]
  known?: RegisteredPerson
}

function createVerdict(
  lookup: ImportLookup,
  importRow: ImportRow,
  { known, ...about }: VerdictFields,
  plan?: RowPlan,
): RowCheck {
  const { unit, department } = importRow
  const label = unit ? getUnitLabel(lookup.context, unit, department ?? null) : ''
  const verdict = { result: 'new' as const, id: null, changes: [], mark: '', ...about }
  const keys = listRowKeys(importRow, known)
  return {
    verdict: { ...verdict, keys, unit: label },
    isKnown: known !== undefined,
    ...(plan && about.issues.length === 0 ? { plan } : {}),
  }
}

/** Keys that no two rows may share, so that a person occurs once in a file. */
function listRowKeys(
  { unit, values: { name = '', idCard, mobile, number } }: ImportRow,
  known: RegisteredPerson | undefined,
) {
  const numbers = [
    ...(idCard ? [{ column: 'idCard', value: idCard }] : []),
    ...(mobile ? [{ column: 'mobile', value: mobile }] : []),
    ...(number ? [{ column: 'number', value: `${unit?.id ?? ''}:${number}` }] : []),
  ]
  const alone = numbers.length === 0 ? [{ column: 'name', value: `${unit?.id ?? ''}:${name}` }] : []
  return [...numbers, ...alone, ...(known ? [{ column: 'name', value: `person:${known.id}` }] : [])]
}

/** No match: a new person, unless there are namesakes. */
function checkNewPerson(lookup: ImportLookup, unit: ImportUnit, row: ImportRow, issues: readonly RowIssue[]): RowCheck {
  const { idCard } = row.values
  const importRow = dropMatchingMonth(row, () => (idCard === undefined ? '' : idCardBirthday(idCard)))
  const namesakes = findNamesakes(lookup, unit, importRow)
  // "Unchanged" is not reported when columns are hidden, because it would reveal their values.
  const hasHidden = Object.keys(importRow.values).some((column) => lookup.hidden.has(column))
  const isOther = importRow.accepted.includes('maybe-same')
  const mayCompare = !hasHidden && !isOther && issues.length === 0
  const same = mayCompare
    ? namesakes.flatMap(({ known }) => listUnchangedMemberships(lookup, unit, importRow, known))[0]
    : undefined
  if (same) {
    const { known, membership } = same
    return createVerdict(lookup, importRow, {
      issues: [],
      known,
      result: 'same',
      id: membership.id,
      mark: getVersionMark(known, membership),
    })
  }
  const found = [
    ...importRow.issues,
    ...issues,
    ...(namesakes.length > 0 && !isOther ? [createMaybeSameIssue(lookup, namesakes)] : []),
    ...listPhoneIssues(lookup, importRow, undefined),
    ...listIdCardIssues(importRow, ''),
  ]
  return createVerdict(lookup, importRow, { issues: found }, { kind: 'person', importRow, unit })
}

/** The memberships in the unit whose values all equal the row. */
function listUnchangedMemberships(
  lookup: ImportLookup,
  unit: ImportUnit,
  importRow: ImportRow,
  known: RegisteredPerson,
): { known: RegisteredPerson; membership: RegisteredMembership }[] {
  const row = resolveForPerson(lookup, unit, importRow, known)
  if (row.issues.length > 0) return []
  const here = known.memberships.filter(
    (membership) => membership.orgId === unit.id && isOpenOn(lookup.day)(membership) && membership.mayEdit,
  )
  return here
    .filter((membership) => listRowChanges(known, known.decrypt(membership), row).differences.length === 0)
    .map((membership) => ({ known, membership }))
}

/** A known person without a membership here. */
function checkJoining(
  lookup: ImportLookup,
  unit: ImportUnit,
  importRow: ImportRow,
  match: StaffMatch,
  own: readonly RowIssue[],
): RowCheck {
  const { known, how } = match
  const { day, scope } = lookup
  // Before the name check: an import reveals nothing about people elsewhere and cannot add them.
  if (!coversWholeDistrict(scope) && !isInCallersScope(known.memberships, day))
    return createVerdict(lookup, importRow, { issues: [...own, createOfOthersIssue(how)], known })
  if (!hasSameName(known, importRow.values['name'] ?? '')) {
    const message = `${ownerLabels[how]}已登记，姓名与登记的不一致，请核对`
    const issue = { column: 'name', code: 'name-differs', message, fixes: [createSkipFix()] }
    return createVerdict(lookup, importRow, { issues: [...own, issue], known })
  }
  if (known.id === lookup.self)
    return createVerdict(lookup, importRow, { issues: [...own, createOwnMembershipIssue(how)], known })
  const open = known.memberships.filter(isOpenOn(day))
  if (open.length > 0 && !importRow.accepted.includes('elsewhere'))
    return createVerdict(lookup, importRow, { issues: [...own, createElsewhereIssue(how, open[0]!.orgName)], known })
  const opened = known.decrypt(null)
  const isOurs = listMainMemberships(known.memberships, day).every(({ mayEdit }) => mayEdit)
  const { form, differences: all } = listRowChanges(
    known,
    opened,
    isOurs ? importRow : keepFilledFields(known, opened, importRow),
  )
  const differences = all.filter(({ of }) => of !== 'membership')
  const issues = [
    ...own,
    ...listPersonIssues(lookup, known, opened, importRow, differences),
    ...listNumberIssues(lookup, unit, known, importRow),
    ...listPastOverlapIssues(lookup, known, unit, importRow),
  ]
  const mark = [known.version, ...known.memberships.map(({ id, version }) => `${id}:${version}`)].join('.')
  return createVerdict(
    lookup,
    importRow,
    { issues, known, mark },
    { kind: 'membership', importRow, unit, known, form, differences },
  )
}

/** Keeps values of another employer, because the importer cannot see what would be overwritten. */
function keepFilledFields(known: RegisteredPerson, opened: DecryptedStaff, importRow: ImportRow): ImportRow {
  const filled = new Set<string>(
    listRowChanges(known, opened, importRow).differences.flatMap(({ of, field, before }) =>
      of === 'file' && before !== '' ? [field] : [],
    ),
  )
  return {
    ...importRow,
    values: Object.fromEntries(Object.entries(importRow.values).filter(([key]) => !filled.has(key))),
  }
}

/** People elsewhere need single requests, because their main employer decides on each. */
const createOfOthersIssue = (column: StaffMatch['how']): RowIssue => ({
  column,
  code: 'of-others',
  title: '已在其他单位登记',
  message: '该人员已在其他单位登记，请在教师管理中用“新建教师”申请任职，由其主要任职单位同意',
  fixes: [createSkipFix()],
})

const createElsewhereIssue = (column: StaffMatch['how'], orgName: string): RowIssue => ({
  column,
  code: 'elsewhere',
  message: `该人员已在${orgName}，是否添加为兼职？`,
  fixes: [{ kind: 'accept', label: '添加为兼职' }, createSkipFix()],
})

/** A new membership that overlaps a past one in the same unit. */
function listPastOverlapIssues(
  { day }: ImportLookup,
  { memberships }: RegisteredPerson,
  unit: ImportUnit,
  { values, department }: ImportRow,
): RowIssue[] {
  const startsOn = values['startsOn'] ?? day
  const past = memberships.find(
    ({ orgId, departmentId, overOn }) =>
      orgId === unit.id && departmentId === (department?.id ?? null) && overOn !== null && overOn > startsOn,
  )
  if (!past) return []
  const fix: Fix = { kind: 'set', column: 'startsOn', value: past.overOn!, label: `改为${past.overOn}` }
  return [{ ...overlapIssue, column: 'startsOn', fixes: [fix] }]
}

const getVersionMark = (known: RegisteredPerson, membership: RegisteredMembership) =>
  `${membership.version}.${known.version}`

function checkColleague(
  lookup: ImportLookup,
  unit: ImportUnit,
  importRow: ImportRow,
  { known, how, membership }: StaffMatch & { membership: RegisteredMembership },
  own: readonly RowIssue[],
): RowCheck {
  const opened = known.decrypt(membership)
  const { form, differences } = listRowChanges(known, opened, importRow)
  const issues = [
    ...own,
    ...listPersonIssues(
      lookup,
      known,
      opened,
      importRow,
      differences,
      listNameIssues(known, how, importRow, differences),
    ),
    ...listOwnIssues(lookup, known, differences),
    ...(hasDifference(differences, 'number') ? listNumberIssues(lookup, unit, known, importRow) : []),
    ...(hasDifference(differences, 'departmentId') ? listOverlapIssues(unit, known, membership, importRow) : []),
  ]
  const changes = differences.map(({ field, before }) => ({
    column: getColumn(field),
    before: isMaskedField(field) ? maskField(field, before) : before,
  }))
  const result = differences.length === 0 ? ('same' as const) : ('changed' as const)
  return createVerdict(
    lookup,
    {
      ...importRow,
      department: importRow.department === undefined ? findDepartment(unit, membership) : importRow.department,
    },
    { issues, known, result, id: membership.id, changes, mark: getVersionMark(known, membership) },
    { kind: 'change', importRow, unit, known, membership, form, differences },
  )
}

const findDepartment = ({ departments }: ImportUnit, membership: RegisteredMembership) =>
  departments.find(({ id }) => id === membership.departmentId) ?? null

/** A staff number of somebody else. Numbers are reassigned at times, so it can be accepted. */
function listNumberIssues(
  lookup: ImportLookup,
  unit: ImportUnit,
  known: RegisteredPerson,
  { accepted, values: { number } }: ImportRow,
): RowIssue[] {
  if (number === undefined || accepted.includes('taken')) return []
  const owner = lookup.byNumber(unit.id, number).find(({ id }) => id !== known.id)
  const issue = owner && createNumberTakenIssue(owner)
  return issue ? [{ ...issue, fixes: [{ kind: 'accept', label: '仍使用该工号' }, ...issue.fixes!] }] : []
}

const overlapIssue = {
  code: 'overlap',
  title: '任职时间重叠',
  message: '该人员在此单位或部门已有任职，任职时间不能重叠',
}

/** The person already has a membership in the target department during these dates. */
function listOverlapIssues(
  { id: unitId }: ImportUnit,
  known: RegisteredPerson,
  membership: RegisteredMembership,
  { department }: ImportRow,
): RowIssue[] {
  const meets = known.memberships.some(
    ({ id, orgId, departmentId, overOn, beginsOn }) =>
      id !== membership.id &&
      orgId === unitId &&
      departmentId === (department?.id ?? null) &&
      (overOn === null || overOn > membership.beginsOn) &&
      (membership.overOn === null || membership.overOn > beginsOn),
  )
  return meets
    ? [{ ...overlapIssue, column: 'department', fixes: [createKeepFix('department', '不改部门'), createSkipFix()] }]
    : []
}
