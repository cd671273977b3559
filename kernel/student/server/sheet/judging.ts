import { idCardBirthday, idCardSex, isIdCard, type Ctx } from '#packages/core'
import { withoutBlind, type RowIssue, type SheetRow, type Verdict } from '#packages/sheet'
import { studentStatuses } from '../../contract.ts'
import { alikeOf, birthdayOf, inOwnClass, matchSaid, maybeSame, withoutMonth } from './alike.ts'
import { differencesOf, guardiansIn, idKindIn, isNamed, linkOf, type Difference } from './comparing.ts'
import { lookAt, type Known, type KnownPupil, type Look, type Wanted } from './looking.ts'
import { isHereNow, isPupil, keep, matchOf, numberTaken, skip, numberRegisteredIssue, type Match } from './matching.ts'
import { labelOf, type School } from './schools.ts'

type Place = NonNullable<Wanted['place']>

/** What is to be done for a row that is right. */
export type Plan = { wanted: Wanted; school: School } &
  /** Somebody new; whoever the district knows by the ID number stays that person. */
  (
    | { kind: 'new'; place: Place; known: Known | null }
    /** A pupil who had left, here or elsewhere, and comes back: most of all from primary to middle school. */
    | { kind: 'return'; place: Place; known: KnownPupil; differences: readonly Difference[] }
    | { kind: 'change'; known: KnownPupil; differences: readonly Difference[] }
  )
export interface Judged {
  verdict: Verdict
  /** Whether the row is about somebody whom the district knows. */
  isKnown: boolean
  /** The column by which it is found who that is. */
  how?: Match['how'] | undefined
  plan?: Plan
}

export async function judgeRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<Judged[]> {
  const { look, wanted } = await lookAt(ctx, orgId, rows)
  return wanted.map((one) => withLookup(look, one, seeing(look, one, judge(look, one))))
}

/** Marks rows whose numbers were looked up out of scope, for the rate limit. A hidden field is in nobody's scope. */
function withLookup(look: Look, { school, values }: Wanted, judged: Judged): Judged {
  if (!school || look.coversDistrict) return judged
  const { studentNo, idCard } = values
  const isKnown = (column: string, owner: Known | undefined) =>
    !look.isBlind(column) && owner !== undefined && look.isInScope(owner)
  const isStudentNoKnown = studentNo === undefined || isKnown('studentNo', look.byStudentNo(studentNo))
  const isIdCardKnown = idCard === undefined || isKnown('idCard', look.byIdCard(idCard))
  if (isStudentNoKnown && isIdCardKnown) return judged
  const outOfScope = judged.verdict.issues.includes(numberRegisteredIssue) ? 'reported' : 'unreported'
  return { ...judged, verdict: { ...judged.verdict, outOfScope } }
}

/** What is hidden from the importer is not written over. */
function seeing({ isBlind }: Look, { values }: Wanted, judged: Judged): Judged {
  const { verdict, isKnown, how, plan } = judged
  if (!isKnown) return judged
  const seen = withoutBlind(verdict, Object.keys(values), isBlind, how)
  return { verdict: seen, isKnown, how, ...(plan && seen.issues.length === 0 ? { plan } : {}) }
}

function judge(look: Look, row: Wanted): Judged {
  const { school } = row
  if (!school) return told(look, row, { issues: row.issues })
  const { match = matchSaid(look, school, row), issues } = matchOf(look, school, row)
  const { idCard = '' } = row.values
  const bornOn = () => (match ? birthdayOf(match.known) : isIdCard(idCard) ? idCardBirthday(idCard) : '')
  const said = withoutMonth(row, bornOn)
  const wanted = match ? inOwnClass(said, match.known) : said
  const own = [...wanted.issues, ...paperIssues(wanted), ...issues]
  // Without the person's key: two rows marked as duplicates would tell that two numbers are one child's.
  if (match && isUndisclosed(look, match.known, wanted))
    return told(look, wanted, { issues: [...own, numberRegisteredIssue] })
  return { ...judgeMatched(look, school, wanted, match, own), how: match?.how }
}

/**
 * Whether the row may say nothing but that the number is registered. A pupil who has left a school may be enrolled by
 * another one that knows the name, and so may a person without membership, account or enrolment.
 */
function isUndisclosed(look: Look, known: Known, { values: { name = '' } }: Wanted): boolean {
  if (!isPupil(known)) return known.isStaff || !isNamed(known, name)
  if (look.isInScope(known)) return false
  return isHereNow(known) || isEnded(known) || !isNamed(known, name)
}

function judgeMatched(
  look: Look,
  school: School,
  wanted: Wanted,
  match: Match | undefined,
  own: readonly RowIssue[],
): Judged {
  const known = match?.known
  if (!known || !isPupil(known)) return judgeStranger(look, school, wanted, own, known)
  if (!isHereNow(known)) return judgeReturning(look, school, wanted, { ...match, known }, own)
  if (known.orgId !== school.id) return told(look, wanted, { issues: [...own, elsewhere(match, known)], known })
  return judgePupil(look, school, wanted, { ...match, known }, own)
}

type Told = Partial<Omit<Verdict, 'keys' | 'unit'>> & { issues: readonly RowIssue[]; known?: Known | undefined }

function told(look: Look, wanted: Wanted, { known, ...about }: Told, plan?: Plan): Judged {
  const { school, place } = wanted
  const now =
    school && known && known.orgId === school.id ? school.all.find(({ id }) => id === known.classId) : undefined
  const unit = school ? labelOf(look.ground, school, place?.class ?? now ?? null) : ''
  const verdict = { result: 'new' as const, id: null, changes: [], mark: '', ...about }
  return {
    verdict: { ...verdict, keys: keysOf(wanted, known), unit },
    isKnown: known !== undefined,
    ...(plan && about.issues.length === 0 ? { plan } : {}),
  }
}

/** What no two rows may share; a pupil stands in a file once, however the rows tell who it is. */
function keysOf(
  { school, place, values: { name = '', studentNo, idCard, schoolNo } }: Wanted,
  known: Known | undefined,
) {
  const numbers = [
    ...(studentNo ? [{ column: 'studentNo', value: studentNo }] : []),
    ...(idCard ? [{ column: 'idCard', value: idCard }] : []),
    ...(schoolNo ? [{ column: 'schoolNo', value: `${school?.id ?? ''}:${schoolNo}` }] : []),
  ]
  const alone =
    numbers.length === 0 ? [{ column: 'name', value: `${school?.id ?? ''}:${place?.class?.id ?? ''}:${name}` }] : []
  return [...numbers, ...alone, ...(known ? [{ column: 'name', value: `person:${known.personId}` }] : [])]
}

/** What the ID number says of sex and birthday, against the file; and that a paper is what the file says it is. */
function paperIssues(wanted: Wanted): RowIssue[] {
  const { idCard, idKind, sex, birthday } = wanted.values
  if (idCard === undefined) return []
  if (!isIdCard(idCard)) {
    const wrong = idKind === 'id-card' || idKind === 'none'
    return wrong
      ? [{ column: 'idCard', code: 'format', words: '身份证号应为18位', cures: [keep('idCard', '先留空，以后补录')] }]
      : []
  }
  return [
    ...(sex !== undefined && sex !== idCardSex(idCard) ? [differs('sex', '性别', idCardSex(idCard))] : []),
    ...(birthday !== undefined && birthday !== idCardBirthday(idCard)
      ? [differs('birthday', '出生日期', idCardBirthday(idCard))]
      : []),
  ]
}
const differs = (column: 'sex' | 'birthday', title: string, right: string): RowIssue => ({
  column,
  code: `${column}-differs`,
  words: `${title}与身份证号${column === 'sex' ? '性别' : ''}不符`,
  // The same words for every row, so that one press does them all and says what it does.
  cures: [{ kind: 'set', column, value: right, words: `改为身份证上的${title}` }],
})

const elsewhere = ({ how }: Match, known: Known): RowIssue => ({
  column: how,
  code: 'elsewhere',
  title: '学生已在其他学校就读',
  words: `该学生已在“${known.orgName}”就读，请走转学流程`,
  cures: [skip()],
})

const noPlace: RowIssue = { column: 'class', code: 'required', words: '请填写班级' }
const placeIssue = ({ place, issues }: Wanted) =>
  place === null && !issues.some(({ column }) => column === 'class' || column === 'grade') ? [noPlace] : []

function judgeStranger(
  look: Look,
  school: School,
  wanted: Wanted,
  own: readonly RowIssue[],
  known: Known | undefined,
): Judged {
  const alike = known ? [] : alikeOf(look, school, wanted)
  const isOther = wanted.accepted.includes('maybe-same')
  const same = alike.find((one) => !isOther && own.length === 0 && saysNothingNew(look, school, wanted, one))
  if (same) return told(look, wanted, { issues: [], known: same, result: 'same', id: same.id, mark: markOf(same) })
  const issues = [
    ...own,
    ...(alike.length > 0 && !isOther ? [maybeSame(look, school, alike)] : []),
    ...placeIssue(wanted),
  ]
  const mark = known ? `${known.personVersion}` : ''
  const { place } = wanted
  return told(
    look,
    wanted,
    { issues, known, mark },
    place ? { kind: 'new', wanted, school, place, known: known ?? null } : undefined,
  )
}

const otherName: RowIssue = {
  column: 'name',
  code: 'name-differs',
  words: '该号码已登记，姓名与登记的不一致，请核对',
  cures: [skip()],
}

/** Whoever is not shown everything, or nothing of the pupil, is not told that all of it is the same. */
function saysNothingNew(look: Look, school: School, row: Wanted, known: KnownPupil): boolean {
  const isBlind = Object.keys(row.values).some(look.isBlind) || !look.isInScope(known)
  return (
    !isBlind &&
    differencesOf(
      known,
      withoutMonth(row, () => birthdayOf(known)),
      school,
    ).length === 0
  )
}

const markOf = (known: KnownPupil) => `${known.version}.${known.personVersion}`

function judgeReturning(
  look: Look,
  school: School,
  wanted: Wanted,
  { known }: Match & { known: KnownPupil },
  own: readonly RowIssue[],
): Judged {
  const { place } = wanted
  const ended = isEnded(known)
  const issues = [
    ...own,
    ...(isNamed(known, wanted.values['name'] ?? '') ? [] : [otherName]),
    ...(ended ? [endedIssue(known)] : []),
    ...placeIssue(wanted),
  ]
  if (!place || issues.length > 0) return told(look, wanted, { issues, known })
  // What stands in the old school's file is not ours to overwrite before the pupil is here: a return brings the place only.
  const differences = differencesOf(known, wanted, school).filter(
    ({ of, column }) => of === 'guardian' || column === 'studentNo',
  )
  const free = wanted.values['schoolNo'] && look.bySchoolNo(school.id, wanted.values['schoolNo'])
  const taken = free && free.personId !== known.personId ? [numberTaken(free)] : []
  const plan: Plan = { kind: 'return', wanted, school, place, known, differences }
  return told(look, wanted, { issues: taken, known, mark: markOf(known) }, plan)
}

const isEnded = ({ status }: Known) => status === 'died' || status === 'expelled'

const endedIssue = ({ status }: KnownPupil): RowIssue => ({
  column: 'name',
  code: 'ended',
  title: '学籍已终止',
  words: `该学生学籍状态为“${studentStatuses[status]}”，请核对`,
  cures: [skip()],
})

function judgePupil(
  look: Look,
  school: School,
  wanted: Wanted,
  { known, how }: Match & { known: KnownPupil },
  own: readonly RowIssue[],
): Judged {
  const differences = differencesOf(known, wanted, school)
  const isNews = (column: string) => differences.some((one) => one.column === column || one.column === 'idCard')
  // What is kept so already is not asked about again.
  const news = own.filter(({ column, code }) => code !== `${column}-differs` || isNews(column))
  const issues = [...news, ...issuesOfChanges(look, school, known, wanted, differences, how)]
  const changes = differences.map(({ column, before }) => ({ column, before }))
  const result = differences.length === 0 ? ('same' as const) : ('changed' as const)
  const about = { issues, known, result, id: known.id, changes, mark: markOf(known) }
  return told(look, wanted, about, { kind: 'change', wanted, school, known, differences })
}

function issuesOfChanges(
  look: Look,
  school: School,
  known: KnownPupil,
  wanted: Wanted,
  differences: readonly Difference[],
  how: Match['how'],
): RowIssue[] {
  const touches = (column: string) => differences.some((one) => one.column === column)
  const { values, accepted, place } = wanted
  const issues: RowIssue[] = []
  if (touches('name') && !accepted.includes('name-differs')) issues.push(nameIssue(known, how))
  const { idCard, studentNo } = known.open()
  if (touches('idCard') && idCard !== '' && idKindIn(wanted) === 'id-card') issues.push(otherCard)
  // L becomes G of itself; one formal number for another is somebody's slip.
  if (touches('studentNo') && studentNo !== '' && !studentNo.startsWith('L') && !accepted.includes('number-differs'))
    issues.push(otherNumber)
  const owner = values['schoolNo'] === undefined ? undefined : look.bySchoolNo(school.id, values['schoolNo'])
  if (touches('schoolNo') && owner && owner.personId !== known.personId) issues.push(numberTaken(owner))
  if (place && known.gradeId !== null && place.gradeId !== known.gradeId && known.placeStatus === 'studying')
    issues.push(otherGrade)
  if (touches('class') && known.beginsOn !== null && known.beginsOn > look.day) issues.push(notYet)
  for (const one of guardiansIn(wanted)) {
    const link = linkOf(known, one)
    const isBound = link !== undefined && link.status !== 'listed'
    if (isBound && touches(`guardian${one.nth}Phone`)) issues.push(boundGuardian(`guardian${one.nth}Phone`))
  }
  return issues
}

const ownerBy: Record<Match['how'], string> = {
  studentNo: '该学籍号',
  idCard: '该身份证号',
  schoolNo: '该学号',
  name: '该学生',
}
const nameIssue = (known: KnownPupil, how: Match['how']): RowIssue => ({
  column: 'name',
  code: 'name-differs',
  words: `${ownerBy[how]}登记的姓名为“${known.name}”`,
  cures: [
    { kind: 'set', column: 'name', value: known.name, words: `改为“${known.name}”` },
    { kind: 'accept', words: '已改名，更新姓名' },
    skip(),
  ],
})
const otherCard: RowIssue = {
  column: 'idCard',
  code: 'card-differs',
  title: '身份证号与登记的不一致',
  words: '该学生已登记另一个身份证号，请核对',
  cures: [keep('idCard', '保留原身份证号'), skip()],
}
const otherNumber: RowIssue = {
  column: 'studentNo',
  code: 'number-differs',
  title: '学籍号与登记的不一致',
  words: '该学生已登记另一个学籍号，请核对',
  cures: [keep('studentNo', '保留原学籍号'), { kind: 'accept', words: '更新学籍号' }, skip()],
}
const otherGrade: RowIssue = {
  column: 'class',
  code: 'grade-differs',
  title: '班级不在学生现在的年级',
  words: '班级不在该学生现在的年级，请办理留级或跳级',
  cures: [keep('class', '不改班级'), skip()],
}
const notYet: RowIssue = {
  column: 'class',
  code: 'not-yet',
  title: '学生尚未入学',
  words: '该学生尚未到校，请到校后调班',
  cures: [keep('class', '不改班级'), skip()],
}
const boundGuardian = (column: string): RowIssue => ({
  column,
  code: 'bound',
  title: '监护人已绑定，手机不能由导入修改',
  words: '该监护人已绑定账号，手机请单独修改',
  cures: [keep(column, '保留原手机')],
})
