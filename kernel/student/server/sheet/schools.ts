import { dayOf, found, Refusal, scopeOf, type Ctx } from '#packages/core'
import { nearest, type Cure, type RowIssue, type SheetChoice } from '#packages/sheet'
import { findUnit } from '#kernel/org/server'
import { classLabel, gradeName, yearOfGrade } from '#kernel/schooling/contract.ts'
import { gradeNamingOf } from '#kernel/schooling/server'
import { classesOfSchools, gradesOfSchools, schoolsBelow } from '../sheet-queries.ts'

export interface Grade {
  id: string
  name: string
}
export interface Class {
  id: string
  gradeId: string
  label: string
  /** Other names that say the grade too. */
  names: readonly string[]
}

/** A school that pupils are imported into, with its grades and classes by all the names that people have for them. */
export interface School {
  id: string
  name: string
  grades: ReadonlyMap<string, readonly Grade[]>
  classes: ReadonlyMap<string, readonly Class[]>
  all: readonly Class[]
}

/** The organisation that was chosen, and the schools in it within reach. */
export interface Ground {
  chosen: { id: string; name: string }
  schools: readonly School[]
}

const digits = '零一二三四五六七八九十'
/** 十二 → 12: classes are counted so in some places. */
const numberOf = (word: string) => {
  const [tens, ones] = word.includes('十') ? word.split('十') : ['', word]
  const ten = word.includes('十') ? (tens ? digits.indexOf(tens) : 1) * 10 : 0
  return String(ten + (ones ? digits.indexOf(ones) : 0))
}

const numeral = '[一二三四五六七八九十]{1,3}'
const bracketed = new RegExp(`\\((${numeral})\\)`)
/** Not 七三班, which could be read in two ways. */
const bare = new RegExp(`(?<=^|级|初.|高.|职.)(${numeral})班$`)

/** 七年级（三）班, 七年级3班 and 七 (3) 班 are one. */
const plain = (word: string) =>
  word
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(bracketed, (_, count: string) => numberOf(count))
    .replaceAll(/[()[\]【】〔〕"'“”.·-]/g, '')
    .replace(/^(小学|初中|高中|普高|中职|幼儿园)(?=.{2})/, '')
    .replaceAll('第', '')
    .replace(bare, (_, count: string) => `${numberOf(count)}班`)
    .toLowerCase()

interface GradeRow {
  id: string
  stage: number
  startYear: number
  years: number
}

/** What a grade is called on a day: 七年级, 初一, 2026级, 七, 7. */
function wordsForGrade(grade: GradeRow, day: string) {
  const ordinal = gradeName(grade, day, 'ordinal')
  const short = /^(.+)年级$/.exec(ordinal)?.[1]
  const number = short ? [numberOf(short)] : []
  const words = [ordinal, gradeName(grade, day, 'familiar'), `${grade.startYear}级`, ...(short ? [short] : [])]
  return { words, number }
}

function add<Value>(to: Map<string, Value[]>, words: Iterable<string>, value: Value) {
  for (const word of new Set([...words].map(plain))) to.set(word, [...(to.get(word) ?? []), value])
}

/** The schools of an organisation, and what is in them. Refuses an organisation out of reach. */
export async function groundOf(ctx: Ctx, orgId: string): Promise<Ground> {
  const scope = scopeOf(ctx, 'student.edit')
  const chosen = found(await findUnit(ctx, scope, orgId), '组织')
  const schools = await schoolsBelow(ctx.db, scope, chosen.path)
  if (schools.length === 0) throw new Refusal('请选择学校')
  const ids = schools.map(({ id }) => id)
  const day = dayOf(ctx.now)
  const naming = await gradeNamingOf(ctx)
  const grades = Map.groupBy(await gradesOfSchools(ctx.db, ids), (grade) => grade.orgId)
  const classes = Map.groupBy(await classesOfSchools(ctx.db, ids), (one) => one.gradeId)
  const made = schools.map(({ id, name }): School => {
    const gradeWords = new Map<string, Grade[]>()
    const classWords = new Map<string, Class[]>()
    const all: Class[] = []
    for (const grade of grades.get(id) ?? []) {
      const { words, number } = wordsForGrade(grade, day)
      const gradeNow = gradeName(grade, day, naming)
      const isHere = yearOfGrade(grade, day) <= grade.years
      // 七年级 is the grade that is it today; one that has left goes by its year.
      add(gradeWords, isHere ? [...words, ...number, String(grade.startYear)] : words, { id: grade.id, name: gradeNow })
      for (const one of classes.get(grade.id) ?? []) {
        const label = classLabel(gradeNow, one.name)
        const made = { id: one.id, gradeId: grade.id, label, names: words.map((word) => word + one.name) }
        all.push(made)
        add(classWords, namesOfClass(one, words, number, label), made)
      }
    }
    return { id, name, grades: gradeWords, classes: classWords, all }
  })
  return { chosen, schools: made }
}

function namesOfClass(
  { name, code }: { name: string; code: string },
  words: string[],
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
    ...words.map((word) => word + name),
    ...numbered,
    ...(count ? [count] : []),
    ...(code ? [code] : []),
  ]
}

type Sought<T> = { found: T } | { issue: RowIssue; among?: readonly Class[] }
const set = (column: string, value: string): Cure => ({
  kind: 'set',
  column,
  value,
  words: `改为“${value}”`,
  isGuess: true,
})
const choice = (title: string): SheetChoice => ({ value: title, title })

function unknown(column: string, word: string, choices: readonly SheetChoice[]): RowIssue {
  const meant = nearest(word, choices)
  return { column, code: 'unknown', words: `找不到“${word}”`, cures: meant ? [set(column, meant.title)] : [] }
}

/** By its name; empty is the one that was chosen. */
export function schoolNamed({ chosen, schools }: Ground, word: string | undefined): Sought<School> {
  if (word === undefined) {
    const own = schools.find(({ id }) => id === chosen.id) ?? (schools.length === 1 ? schools[0] : undefined)
    return own ? { found: own } : { issue: { column: 'org', code: 'required', words: '请填写学校' } }
  }
  const named = schools.filter(({ name }) => plain(name) === plain(word))
  if (named.length === 1) return { found: named[0]! }
  if (named.length > 1)
    return { issue: { column: 'org', code: 'ambiguous', words: `有多个“${word}”，请到该学校下分别导入` } }
  return { issue: unknown('org', word, schools.map(({ name }) => choice(name))) } // prettier-ignore
}

/** Where a row leads: a class, or a grade without one. Nothing when the file does not say. */
export function placeNamed(
  school: School,
  gradeWord: string | undefined,
  classWord: string | undefined,
): Sought<{ gradeId: string; class: Class | null } | null> {
  const grades = gradeWord === undefined ? [] : (school.grades.get(plain(gradeWord)) ?? [])
  if (classWord === undefined) {
    if (gradeWord === undefined) return { found: null }
    if (grades.length === 1) return { found: { gradeId: grades[0]!.id, class: null } }
    const names = [...school.grades.values()].flatMap((all) => all.map(({ name }) => choice(name)))
    return { issue: unknown('grade', gradeWord, names) }
  }
  const named = [
    ...(school.classes.get(plain(`${gradeWord ?? ''}${classWord}`)) ?? []),
    ...(school.classes.get(plain(classWord)) ?? []),
  ].filter((one, at, all) => all.findIndex(({ id }) => id === one.id) === at)
  const within = named.filter(({ gradeId }) => grades.some(({ id }) => id === gradeId))
  const [one, ...others] = within.length > 0 ? within : named
  if (one && others.length === 0) return { found: { gradeId: one.gradeId, class: one } }
  if (!one) return { issue: unknown('class', wholeWord(gradeWord, classWord), school.all.map(choicesFor)) }
  const words = `有多个“${classWord}”，请写明年级，如“${one.label}”`
  return { issue: { column: 'class', code: 'ambiguous', words }, among: [one, ...others] }
}

const wholeWord = (gradeWord = '', classWord: string) =>
  plain(classWord).startsWith(plain(gradeWord)) ? classWord : gradeWord + classWord
const choicesFor = ({ label, names }: Class): SheetChoice => ({ ...choice(label), synonyms: names })

/** What a template offers. */
export const choicesOf = ({ schools }: Ground): Record<string, readonly SheetChoice[]> => ({
  ...(schools.length === 1 ? { class: schools[0]!.all.map(({ label }) => choice(label)) } : {}),
  ...(schools.length > 1 ? { org: schools.map(({ name }) => choice(name)) } : {}),
})

/** Where somebody is counted in the report. */
export const labelOf = ({ schools }: Ground, school: School, one: Class | null) =>
  schools.length > 1 ? school.name : (one?.label ?? '')
