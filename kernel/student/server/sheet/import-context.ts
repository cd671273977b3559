import { dayOf, orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { findNearestChoice, type Fix, type RowIssue, type SheetChoice } from '#packages/sheet'
import { findUnit } from '#kernel/org/server/api.ts'
import { formatClassLabel, formatGradeName, getYearOfGrade } from '#kernel/schooling/contract.ts'
import { getGradeNaming } from '#kernel/schooling/server/api.ts'
import { listClassesOfSchools, listGradesOfSchools, listSchoolsBelow } from '../student-import-queries.ts'

export interface ImportGrade {
  id: string
  name: string
}
export interface ImportClass {
  id: string
  gradeId: string
  label: string
  /** Other names that include the grade. */
  names: readonly string[]
}

/** A target school with its grades and classes, indexed by all their usual names. */
export interface ImportSchool {
  id: string
  name: string
  grades: ReadonlyMap<string, readonly ImportGrade[]>
  classes: ReadonlyMap<string, readonly ImportClass[]>
  all: readonly ImportClass[]
}

/** The chosen organisation and its schools within the caller's scope. */
export interface ImportContext {
  chosen: { id: string; name: string }
  schools: readonly ImportSchool[]
}

const digits = '零一二三四五六七八九十'
/** 十二 → 12: some schools number classes so. */
const numberOf = (numeralText: string) => {
  const [tens, ones] = numeralText.includes('十') ? numeralText.split('十') : ['', numeralText]
  const ten = numeralText.includes('十') ? (tens ? digits.indexOf(tens) : 1) * 10 : 0
  return String(ten + (ones ? digits.indexOf(ones) : 0))
}

const numeral = '[一二三四五六七八九十]{1,3}'
const bracketed = new RegExp(`\\((${numeral})\\)`)
/** Excludes 七三班, which is ambiguous. */
const bareNumeral = new RegExp(`(?<=^|级|初.|高.|职.)(${numeral})班$`)

/** 七年级（三）班, 七年级3班 and 七 (3) 班 are equal. */
const normaliseName = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(bracketed, (_, count: string) => numberOf(count))
    .replaceAll(/[()[\]【】〔〕"'“”.·-]/g, '')
    .replace(/^(小学|初中|高中|普高|中职|幼儿园)(?=.{2})/, '')
    .replaceAll('第', '')
    .replace(bareNumeral, (_, count: string) => `${numberOf(count)}班`)
    .toLowerCase()

interface GradeRow {
  id: string
  stage: number
  startYear: number
  years: number
}

/** The names of a grade on a day: 七年级, 初一, 2026级, 七, 7. */
function listGradeNames(grade: GradeRow, day: string) {
  const ordinal = formatGradeName(grade, day, 'ordinal')
  const short = /^(.+)年级$/.exec(ordinal)?.[1]
  const number = short ? [numberOf(short)] : []
  const names = [ordinal, formatGradeName(grade, day, 'familiar'), `${grade.startYear}级`, ...(short ? [short] : [])]
  return { names, number }
}

function addNames<Value>(to: Map<string, Value[]>, names: Iterable<string>, value: Value) {
  for (const text of new Set([...names].map(normaliseName))) to.set(text, [...(to.get(text) ?? []), value])
}

/** Throws `notFound` for an organisation outside the caller's scope. */
export async function loadImportContext(ctx: Ctx, orgId: string): Promise<ImportContext> {
  const scope = scopeOf(ctx, 'student.edit')
  const chosen = orNotFound(await findUnit(ctx, scope, orgId), '组织')
  const schools = await listSchoolsBelow(ctx.db, scope, chosen.path)
  if (schools.length === 0) throw new Refusal('请选择学校')
  const ids = schools.map(({ id }) => id)
  const day = dayOf(ctx.now)
  const naming = await getGradeNaming(ctx)
  const grades = Map.groupBy(await listGradesOfSchools(ctx.db, ids), (grade) => grade.orgId)
  const classes = Map.groupBy(await listClassesOfSchools(ctx.db, ids), (one) => one.gradeId)
  const made = schools.map(({ id, name }): ImportSchool => {
    const gradesByName = new Map<string, ImportGrade[]>()
    const classesByName = new Map<string, ImportClass[]>()
    const all: ImportClass[] = []
    for (const grade of grades.get(id) ?? []) {
      const { names, number } = listGradeNames(grade, day)
      const gradeNow = formatGradeName(grade, day, naming)
      const isHere = getYearOfGrade(grade, day) <= grade.years
      // 七年级 means today's seventh grade. A grade that has left is found only by its start year.
      addNames(gradesByName, isHere ? [...names, ...number, String(grade.startYear)] : names, {
        id: grade.id,
        name: gradeNow,
      })
      for (const one of classes.get(grade.id) ?? []) {
        const label = formatClassLabel(gradeNow, one.name)
        const made = { id: one.id, gradeId: grade.id, label, names: names.map((text) => text + one.name) }
        all.push(made)
        addNames(classesByName, listClassNames(one, names, number, label), made)
      }
    }
    return { id, name, grades: gradesByName, classes: classesByName, all }
  })
  return { chosen, schools: made }
}

function listClassNames(
  { name, code }: { name: string; code: string },
  gradeNames: string[],
  number: string[],
  label: string,
) {
  const count = /^(\d+)班$/.exec(name)?.[1]
  const numbered = count
    ? number.flatMap((grade) => [`${grade}${count.padStart(2, '0')}班`, `${grade}${count.padStart(2, '0')}`])
    : []
  return [
    label,
    name,
    ...gradeNames.map((text) => text + name),
    ...numbered,
    ...(count ? [count] : []),
    ...(code ? [code] : []),
  ]
}

type LookupResult<T> = { found: T } | { issue: RowIssue; candidates?: readonly ImportClass[] }
const createSetFix = (column: string, value: string): Fix => ({
  kind: 'set',
  column,
  value,
  label: `改为“${value}”`,
  isGuess: true,
})
const toChoice = (title: string): SheetChoice => ({ value: title, title })

function createUnknownIssue(column: string, text: string, choices: readonly SheetChoice[]): RowIssue {
  const meant = findNearestChoice(text, choices)
  return {
    column,
    code: 'unknown',
    message: `找不到“${text}”`,
    fixes: meant ? [createSetFix(column, meant.title)] : [],
  }
}

/** Finds a school by name. Without a name it is the chosen school. */
export function findSchoolByName(
  { chosen, schools }: ImportContext,
  text: string | undefined,
): LookupResult<ImportSchool> {
  if (text === undefined) {
    const own = schools.find(({ id }) => id === chosen.id) ?? (schools.length === 1 ? schools[0] : undefined)
    return own ? { found: own } : { issue: { column: 'org', code: 'required', message: '请填写学校' } }
  }
  const named = schools.filter(({ name }) => normaliseName(name) === normaliseName(text))
  if (named.length === 1) return { found: named[0]! }
  if (named.length > 1)
    return { issue: { column: 'org', code: 'ambiguous', message: `有多个“${text}”，请到该学校下分别导入` } }
  return { issue: createUnknownIssue('org', text, schools.map(({ name }) => toChoice(name))) } // prettier-ignore
}

/** The class of a row, or a grade without a class; null if the file has neither. */
export function findClassByName(
  school: ImportSchool,
  gradeText: string | undefined,
  classText: string | undefined,
): LookupResult<{ gradeId: string; class: ImportClass | null } | null> {
  const grades = gradeText === undefined ? [] : (school.grades.get(normaliseName(gradeText)) ?? [])
  if (classText === undefined) {
    if (gradeText === undefined) return { found: null }
    if (grades.length === 1) return { found: { gradeId: grades[0]!.id, class: null } }
    const names = [...school.grades.values()].flatMap((all) => all.map(({ name }) => toChoice(name)))
    return { issue: createUnknownIssue('grade', gradeText, names) }
  }
  const named = [
    ...(school.classes.get(normaliseName(`${gradeText ?? ''}${classText}`)) ?? []),
    ...(school.classes.get(normaliseName(classText)) ?? []),
  ].filter((one, at, all) => all.findIndex(({ id }) => id === one.id) === at)
  const within = named.filter(({ gradeId }) => grades.some(({ id }) => id === gradeId))
  const [one, ...others] = within.length > 0 ? within : named
  if (one && others.length === 0) return { found: { gradeId: one.gradeId, class: one } }
  if (!one)
    return { issue: createUnknownIssue('class', joinClassName(gradeText, classText), school.all.map(toClassChoice)) }
  const problem = `有多个“${classText}”，请写明年级，如“${one.label}”`
  return { issue: { column: 'class', code: 'ambiguous', message: problem }, candidates: [one, ...others] }
}

const joinClassName = (gradeText = '', classText: string) =>
  normaliseName(classText).startsWith(normaliseName(gradeText)) ? classText : gradeText + classText
const toClassChoice = ({ label, names }: ImportClass): SheetChoice => ({ ...toChoice(label), synonyms: names })

/** The choices in the drop-down lists of the import template. */
export const listTemplateChoices = ({ schools }: ImportContext): Record<string, readonly SheetChoice[]> => ({
  ...(schools.length === 1 ? { class: schools[0]!.all.map(({ label }) => toChoice(label)) } : {}),
  ...(schools.length > 1 ? { org: schools.map(({ name }) => toChoice(name)) } : {}),
})

/** The unit under which the report counts a row. */
export const getUnitLabel = ({ schools }: ImportContext, school: ImportSchool, one: ImportClass | null) =>
  schools.length > 1 ? school.name : (one?.label ?? '')
