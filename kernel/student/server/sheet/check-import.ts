import { idCardBirthday, idCardSex, isIdCard, type Ctx } from '#packages/core'
import { skipHiddenColumns, type RowIssue, type SheetRow, type RowVerdict } from '#packages/sheet'
import { studentStatuses } from '../../contract.ts'
import {
  findNamesakes,
  getRegisteredBirthday,
  preferOwnClass,
  findAcceptedMatch,
  createMaybeSameIssue,
  dropMatchingMonth,
  isCurrentPupil,
  isRegisteredPupil,
  createKeepFix,
  findMatch,
  createSchoolNoTakenIssue,
  createSkipFix,
  numberRegisteredIssue,
  type PupilMatch,
} from './match-pupils.ts'
import {
  listPupilDifferences,
  listImportGuardians,
  getIdKind,
  hasSameName,
  findGuardianLink,
  type PupilDifference,
} from './compare-pupils.ts'
import {
  loadImportLookup,
  type RegisteredPerson,
  type RegisteredPupil,
  type ImportLookup,
  type ImportRow,
} from './import-lookup.ts'
import { getUnitLabel, type ImportSchool } from './import-context.ts'

type TargetEnrolment = NonNullable<ImportRow['target']>

/** What the import will do for a row without issues. */
export type RowPlan = { importRow: ImportRow; school: ImportSchool } &
  /** A new pupil. A person whom the district has by ID number is reused. */
  (
    | { kind: 'new'; target: TargetEnrolment; known: RegisteredPerson | null }
    /** A pupil who had left, here or elsewhere, and enrols again, typically from primary to middle school. */
    | { kind: 'return'; target: TargetEnrolment; known: RegisteredPupil; differences: readonly PupilDifference[] }
    | { kind: 'change'; known: RegisteredPupil; differences: readonly PupilDifference[] }
  )
export interface RowCheck {
  verdict: RowVerdict
  /** The row matches a person of the district. */
  isKnown: boolean
  /** The column that matched. */
  how?: PupilMatch['how'] | undefined
  plan?: RowPlan
}

export async function checkImportRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<RowCheck[]> {
  const { lookup, importRows } = await loadImportLookup(ctx, orgId, rows)
  return importRows.map((one) => markOutOfScope(lookup, one, hideFromImporter(lookup, one, checkRow(lookup, one))))
}

/** Marks rows whose numbers were looked up out of scope, for the rate limit. A hidden field is in nobody's scope. */
function markOutOfScope(lookup: ImportLookup, { school, values }: ImportRow, check: RowCheck): RowCheck {
  if (!school || lookup.coversDistrict) return check
  const { studentNo, idCard } = values
  const isKnown = (column: string, owner: RegisteredPerson | undefined) =>
    !lookup.isColumnHidden(column) && owner !== undefined && lookup.isInScope(owner)
  const isStudentNoKnown = studentNo === undefined || isKnown('studentNo', lookup.byStudentNo(studentNo))
  const isIdCardKnown = idCard === undefined || isKnown('idCard', lookup.byIdCard(idCard))
  if (isStudentNoKnown && isIdCardKnown) return check
  const outOfScope = check.verdict.issues.includes(numberRegisteredIssue) ? 'reported' : 'unreported'
  return { ...check, verdict: { ...check.verdict, outOfScope } }
}

/** Hidden fields of existing pupils are not overwritten. */
function hideFromImporter({ isColumnHidden }: ImportLookup, { values }: ImportRow, check: RowCheck): RowCheck {
  const { verdict, isKnown, how, plan } = check
  if (!isKnown) return check
  const seen = skipHiddenColumns(verdict, Object.keys(values), isColumnHidden, how)
  return { verdict: seen, isKnown, how, ...(plan && seen.issues.length === 0 ? { plan } : {}) }
}

function checkRow(lookup: ImportLookup, row: ImportRow): RowCheck {
  const { school } = row
  if (!school) return createVerdict(lookup, row, { issues: row.issues })
  const { match = findAcceptedMatch(lookup, school, row), issues } = findMatch(lookup, school, row)
  const { idCard = '' } = row.values
  const bornOn = () => (match ? getRegisteredBirthday(match.known) : isIdCard(idCard) ? idCardBirthday(idCard) : '')
  const withMonth = dropMatchingMonth(row, bornOn)
  const importRow = match ? preferOwnClass(withMonth, match.known) : withMonth
  const own = [...importRow.issues, ...listIdIssues(importRow), ...issues]
  // Without the person's key: two rows marked as duplicates would reveal that two numbers belong to one child.
  if (match && mustNotDisclose(lookup, match.known, importRow))
    return createVerdict(lookup, importRow, { issues: [...own, numberRegisteredIssue] })
  return { ...checkMatched(lookup, school, importRow, match, own), how: match?.how }
}

/**
 * True if the row may only report that the number is registered. A school that has the name may enrol a pupil who has
 * left another school, or a person without membership, account or enrolment.
 */
function mustNotDisclose(lookup: ImportLookup, known: RegisteredPerson, { values: { name = '' } }: ImportRow): boolean {
  if (!isRegisteredPupil(known)) return known.isStaff || !hasSameName(known, name)
  if (lookup.isInScope(known)) return false
  return isCurrentPupil(known) || isEnded(known) || !hasSameName(known, name)
}

function checkMatched(
  lookup: ImportLookup,
  school: ImportSchool,
  importRow: ImportRow,
  match: PupilMatch | undefined,
  own: readonly RowIssue[],
): RowCheck {
  const known = match?.known
  if (!known || !isRegisteredPupil(known)) return checkNewPupil(lookup, school, importRow, own, known)
  if (!isCurrentPupil(known)) return checkReturningPupil(lookup, school, importRow, { ...match, known }, own)
  if (known.orgId !== school.id)
    return createVerdict(lookup, importRow, { issues: [...own, createElsewhereIssue(match, known)], known })
  return checkCurrentPupil(lookup, school, importRow, { ...match, known }, own)
}

type VerdictFields = Partial<Omit<RowVerdict, 'keys' | 'unit'>> & {
  issues: readonly RowIssue[]
  known?: RegisteredPerson | undefined
}

function createVerdict(
  lookup: ImportLookup,
  importRow: ImportRow,
  { known, ...about }: VerdictFields,
  plan?: RowPlan,
): RowCheck {
  const { school, target } = importRow
  const now =
    school && known && known.orgId === school.id ? school.all.find(({ id }) => id === known.classId) : undefined
  const unit = school ? getUnitLabel(lookup.context, school, target?.class ?? now ?? null) : ''
  const verdict = { result: 'new' as const, id: null, changes: [], mark: '', ...about }
  return {
    verdict: { ...verdict, keys: listRowKeys(importRow, known), unit },
    isKnown: known !== undefined,
    ...(plan && about.issues.length === 0 ? { plan } : {}),
  }
}

/** Values that no two rows may share. Includes the person, so that a pupil occurs only once, by whatever number. */
function listRowKeys(
  { school, target, values: { name = '', studentNo, idCard, schoolNo } }: ImportRow,
  known: RegisteredPerson | undefined,
) {
  const numbers = [
    ...(studentNo ? [{ column: 'studentNo', value: studentNo }] : []),
    ...(idCard ? [{ column: 'idCard', value: idCard }] : []),
    ...(schoolNo ? [{ column: 'schoolNo', value: `${school?.id ?? ''}:${schoolNo}` }] : []),
  ]
  const alone =
    numbers.length === 0 ? [{ column: 'name', value: `${school?.id ?? ''}:${target?.class?.id ?? ''}:${name}` }] : []
  return [...numbers, ...alone, ...(known ? [{ column: 'name', value: `person:${known.personId}` }] : [])]
}

/** Compares sex and birthday with the ID number, and checks that the number fits the document kind. */
function listIdIssues(importRow: ImportRow): RowIssue[] {
  const { idCard, idKind, sex, birthday } = importRow.values
  if (idCard === undefined) return []
  if (!isIdCard(idCard)) {
    const wrong = idKind === 'id-card' || idKind === 'none'
    return wrong
      ? [
          {
            column: 'idCard',
            code: 'format',
            message: '身份证号应为18位',
            fixes: [createKeepFix('idCard', '先留空，以后补录')],
          },
        ]
      : []
  }
  return [
    ...(sex !== undefined && sex !== idCardSex(idCard) ? [createDiffersIssue('sex', '性别', idCardSex(idCard))] : []),
    ...(birthday !== undefined && birthday !== idCardBirthday(idCard)
      ? [createDiffersIssue('birthday', '出生日期', idCardBirthday(idCard))]
      : []),
  ]
}
const createDiffersIssue = (column: 'sex' | 'birthday', title: string, right: string): RowIssue => ({
  column,
  code: `${column}-differs`,
  message: `${title}与身份证号${column === 'sex' ? '性别' : ''}不符`,
  // The same label for every row, so that one click fixes all of them.
  fixes: [{ kind: 'set', column, value: right, label: `改为身份证上的${title}` }],
})

const createElsewhereIssue = ({ how }: PupilMatch, known: RegisteredPerson): RowIssue => ({
  column: how,
  code: 'elsewhere',
  title: '学生已在其他学校就读',
  message: `该学生已在“${known.orgName}”就读，请走转学流程`,
  fixes: [createSkipFix()],
})

const classRequiredIssue: RowIssue = { column: 'class', code: 'required', message: '请填写班级' }
const listClassIssues = ({ target, issues }: ImportRow) =>
  target === null && !issues.some(({ column }) => column === 'class' || column === 'grade') ? [classRequiredIssue] : []

function checkNewPupil(
  lookup: ImportLookup,
  school: ImportSchool,
  importRow: ImportRow,
  own: readonly RowIssue[],
  known: RegisteredPerson | undefined,
): RowCheck {
  const namesakes = known ? [] : findNamesakes(lookup, school, importRow)
  const isOther = importRow.accepted.includes('maybe-same')
  const same = namesakes.find((one) => !isOther && own.length === 0 && isUnchanged(lookup, school, importRow, one))
  if (same)
    return createVerdict(lookup, importRow, {
      issues: [],
      known: same,
      result: 'same',
      id: same.id,
      mark: getVersionMark(same),
    })
  const issues = [
    ...own,
    ...(namesakes.length > 0 && !isOther ? [createMaybeSameIssue(lookup, school, namesakes)] : []),
    ...listClassIssues(importRow),
  ]
  const mark = known ? `${known.personVersion}` : ''
  const { target } = importRow
  return createVerdict(
    lookup,
    importRow,
    { issues, known, mark },
    target ? { kind: 'new', importRow, school, target, known: known ?? null } : undefined,
  )
}

const otherNameIssue: RowIssue = {
  column: 'name',
  code: 'name-differs',
  message: '该号码已登记，姓名与登记的不一致，请核对',
  fixes: [createSkipFix()],
}

/** Not for rows with hidden columns or pupils out of scope: the verdict would confirm hidden values. */
function isUnchanged(lookup: ImportLookup, school: ImportSchool, row: ImportRow, known: RegisteredPupil): boolean {
  const hasHidden = Object.keys(row.values).some(lookup.isColumnHidden) || !lookup.isInScope(known)
  return (
    !hasHidden &&
    listPupilDifferences(
      known,
      dropMatchingMonth(row, () => getRegisteredBirthday(known)),
      school,
    ).length === 0
  )
}

const getVersionMark = (known: RegisteredPupil) => `${known.version}.${known.personVersion}`

function checkReturningPupil(
  lookup: ImportLookup,
  school: ImportSchool,
  importRow: ImportRow,
  { known }: PupilMatch & { known: RegisteredPupil },
  own: readonly RowIssue[],
): RowCheck {
  const { target } = importRow
  const ended = isEnded(known)
  const issues = [
    ...own,
    ...(hasSameName(known, importRow.values['name'] ?? '') ? [] : [otherNameIssue]),
    ...(ended ? [createEndedIssue(known)] : []),
    ...listClassIssues(importRow),
  ]
  if (!target || issues.length > 0) return createVerdict(lookup, importRow, { issues, known })
  // The old school's data must not be overwritten: a return changes only enrolment, guardians and 学籍号.
  const differences = listPupilDifferences(known, importRow, school).filter(
    ({ of, column }) => of === 'guardian' || column === 'studentNo',
  )
  const free = importRow.values['schoolNo'] && lookup.bySchoolNo(school.id, importRow.values['schoolNo'])
  const taken = free && free.personId !== known.personId ? [createSchoolNoTakenIssue(free)] : []
  const plan: RowPlan = { kind: 'return', importRow, school, target, known, differences }
  return createVerdict(lookup, importRow, { issues: taken, known, mark: getVersionMark(known) }, plan)
}

const isEnded = ({ status }: RegisteredPerson) => status === 'died' || status === 'expelled'

const createEndedIssue = ({ status }: RegisteredPupil): RowIssue => ({
  column: 'name',
  code: 'ended',
  title: '学籍已终止',
  message: `该学生学籍状态为“${studentStatuses[status].label}”，请核对`,
  fixes: [createSkipFix()],
})

function checkCurrentPupil(
  lookup: ImportLookup,
  school: ImportSchool,
  importRow: ImportRow,
  { known, how }: PupilMatch & { known: RegisteredPupil },
  own: readonly RowIssue[],
): RowCheck {
  const differences = listPupilDifferences(known, importRow, school)
  const isNews = (column: string) => differences.some((one) => one.column === column || one.column === 'idCard')
  // Values that are already stored raise no issue again.
  const news = own.filter(({ column, code }) => code !== `${column}-differs` || isNews(column))
  const issues = [...news, ...listChangeIssues(lookup, school, known, importRow, differences, how)]
  const changes = differences.map(({ column, before }) => ({ column, before }))
  const result = differences.length === 0 ? ('same' as const) : ('changed' as const)
  const about = { issues, known, result, id: known.id, changes, mark: getVersionMark(known) }
  return createVerdict(lookup, importRow, about, { kind: 'change', importRow, school, known, differences })
}

function listChangeIssues(
  lookup: ImportLookup,
  school: ImportSchool,
  known: RegisteredPupil,
  importRow: ImportRow,
  differences: readonly PupilDifference[],
  how: PupilMatch['how'],
): RowIssue[] {
  const touches = (column: string) => differences.some((one) => one.column === column)
  const { values, accepted, target } = importRow
  const issues: RowIssue[] = []
  if (touches('name') && !accepted.includes('name-differs')) issues.push(createNameIssue(known, how))
  const { idCard, studentNo } = known.decrypt()
  if (touches('idCard') && idCard !== '' && getIdKind(importRow) === 'id-card') issues.push(otherIdCardIssue)
  // A temporary number (L) becomes a formal one (G). One formal number replacing another is probably a mistake.
  if (touches('studentNo') && studentNo !== '' && !studentNo.startsWith('L') && !accepted.includes('number-differs'))
    issues.push(otherStudentNoIssue)
  const owner = values['schoolNo'] === undefined ? undefined : lookup.bySchoolNo(school.id, values['schoolNo'])
  if (touches('schoolNo') && owner && owner.personId !== known.personId) issues.push(createSchoolNoTakenIssue(owner))
  if (target && known.gradeId !== null && target.gradeId !== known.gradeId && known.enrolmentStatus === 'studying')
    issues.push(otherGradeIssue)
  if (touches('class') && known.beginsOn !== null && known.beginsOn > lookup.day) issues.push(notYetEnrolledIssue)
  for (const one of listImportGuardians(importRow)) {
    const link = findGuardianLink(known, one)
    const isBound = link !== undefined && link.status !== 'listed'
    if (isBound && touches(`guardian${one.nth}Phone`)) issues.push(createBoundGuardianIssue(`guardian${one.nth}Phone`))
  }
  return issues
}

const ownerLabels: Record<PupilMatch['how'], string> = {
  studentNo: '该学籍号',
  idCard: '该身份证号',
  schoolNo: '该学号',
  name: '该学生',
}
const createNameIssue = (known: RegisteredPupil, how: PupilMatch['how']): RowIssue => ({
  column: 'name',
  code: 'name-differs',
  message: `${ownerLabels[how]}登记的姓名为“${known.name}”`,
  fixes: [
    { kind: 'set', column: 'name', value: known.name, label: `改为“${known.name}”` },
    { kind: 'accept', label: '已改名，更新姓名' },
    createSkipFix(),
  ],
})
const otherIdCardIssue: RowIssue = {
  column: 'idCard',
  code: 'card-differs',
  title: '身份证号与登记的不一致',
  message: '该学生已登记另一个身份证号，请核对',
  fixes: [createKeepFix('idCard', '保留原身份证号'), createSkipFix()],
}
const otherStudentNoIssue: RowIssue = {
  column: 'studentNo',
  code: 'number-differs',
  title: '学籍号与登记的不一致',
  message: '该学生已登记另一个学籍号，请核对',
  fixes: [createKeepFix('studentNo', '保留原学籍号'), { kind: 'accept', label: '更新学籍号' }, createSkipFix()],
}
const otherGradeIssue: RowIssue = {
  column: 'class',
  code: 'grade-differs',
  title: '班级不在学生现在的年级',
  message: '班级不在该学生现在的年级，请办理留级或跳级',
  fixes: [createKeepFix('class', '不改班级'), createSkipFix()],
}
const notYetEnrolledIssue: RowIssue = {
  column: 'class',
  code: 'not-yet',
  title: '学生尚未入学',
  message: '该学生尚未到校，请到校后调班',
  fixes: [createKeepFix('class', '不改班级'), createSkipFix()],
}
const createBoundGuardianIssue = (column: string): RowIssue => ({
  column,
  code: 'bound',
  title: '监护人已绑定，手机不能由导入修改',
  message: '该监护人已绑定账号，手机请单独修改',
  fixes: [createKeepFix(column, '保留原手机')],
})
