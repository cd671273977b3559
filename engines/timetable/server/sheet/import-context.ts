import { dayOf, orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { SheetChoice } from '#packages/sheet'
import { findUnit } from '#kernel/org/server/api.ts'
import {
  getWeekDays,
  isSchoolNode,
  listOpenClasses,
  listOrgTerms,
  listTeachingOfTerm,
  type TaughtGroup,
} from '#kernel/schooling/server/api.ts'
import { teachingKinds } from '../../contract.ts'
import { getReferenceDay, listPeriodsOfSchool } from '../load-model.ts'
import { listRoomsOfSchool } from '../model-queries.ts'
import { listClassSpellings } from './class-spellings.ts'
import { listSubjects, listTeachers, type ImportTeacher } from './import-queries.ts'

type Term = Awaited<ReturnType<typeof listOrgTerms>>[number]

/** A school and its open terms, for which a timetable may be imported. */
export async function loadSchool(ctx: Ctx, orgId: string) {
  const org = orNotFound(await findUnit(ctx, scopeOf(ctx, 'timetable.import'), orgId), '单位')
  if (!(await isSchoolNode(ctx, orgId))) throw new Refusal('请选择学校')
  const terms = (await listOrgTerms(ctx, orgId)).filter(({ state }) => state !== 'sealed')
  if (terms.length === 0) throw new Refusal('没有可以导入课表的学期')
  return { org, terms, usual: findUsualTerm(terms, dayOf(ctx.now)) }
}

/** The current term; in the holidays after it the next one. */
function findUsualTerm(terms: readonly Term[], day: string): Term {
  const inOrder = terms.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  return inOrder.find(({ endsOn }) => endsOn >= day) ?? inOrder.at(-1)!
}

/** What the names of a sheet are looked up in. */
export interface ImportContext {
  orgId: string
  termId: string
  weekDays: number
  groups: readonly TaughtGroup[]
  teachers: readonly ImportTeacher[]
  choices: {
    /** Classes, and groups of pupils of several classes. */
    class: readonly SheetChoice[]
    period: readonly SheetChoice[]
    subject: readonly SheetChoice[]
    teacher: readonly SheetChoice[]
    room: readonly SheetChoice[]
  }
}

const numerals = [
  '零',
  '一',
  '二',
  '三',
  '四',
  '五',
  '六',
  '七',
  '八',
  '九',
  '十',
  '十一',
  '十二',
  '十三',
  '十四',
  '十五',
]

export async function loadImport(ctx: Ctx, orgId: string, termId: string, path: string): Promise<ImportContext> {
  const day = await getReferenceDay(ctx, { orgId, termId, effectiveOn: null })
  const groups = (await listTeachingOfTerm(ctx, orgId, termId)).filter(
    ({ closedOn }) => closedOn === null || closedOn > day,
  )
  const assigned = [...new Set(groups.flatMap(({ assignments }) => assignments.map(({ userId }) => userId)))]
  const teachers = await listTeachers(ctx.db, { orgId, day, assigned })
  const classes = await listOpenClasses(ctx, orgId, day)
  const periods = (await listPeriodsOfSchool(ctx, orgId, day)).filter(({ kind }) => teachingKinds.includes(kind))
  const lessons = periods.filter(({ kind }) => kind === 'lesson')
  const rooms = await listRoomsOfSchool(ctx.db, orgId)
  return {
    orgId,
    termId,
    weekDays: await getWeekDays(ctx, path),
    groups,
    teachers,
    choices: {
      class: [
        ...classes.map(({ id, label }) => ({ value: id, title: label, synonyms: listClassSpellings(label) })),
        ...groups.flatMap(({ id, kind, label }) => (kind === 'free' ? [{ value: id, title: label }] : [])),
      ],
      period: periods.map((period) => ({
        value: period.id,
        title: period.name,
        synonyms: listPeriodSpellings(lessons.indexOf(period) + 1),
      })),
      subject: (await listSubjects(ctx.db, orgId)).map(({ id, name, shortName }) => ({
        value: id,
        title: name,
        synonyms: shortName === '' ? [] : [shortName],
      })),
      teacher: listTeacherChoices(teachers),
      room: rooms.map(({ id, name }) => ({ value: id, title: name })),
    },
  }
}

/** 第3节 is the third lesson, whatever its name. */
function listPeriodSpellings(nth: number): string[] {
  if (nth === 0) return []
  return [String(nth), numerals[nth] ?? '']
    .filter(Boolean)
    .flatMap((number) => [number, `第${number}节`, `第${number}节课`, `${number}节`, `第${number}`])
}

/** Namesakes are told apart by their number or department; where these are equal, by their order. */
function listTeacherChoices(teachers: readonly ImportTeacher[]): SheetChoice[] {
  const byName = Map.groupBy(teachers, ({ name }) => name)
  return teachers.map((teacher) => {
    const { id, name, number } = teacher
    const namesakes = byName.get(name)!
    const synonyms = number === '' ? [] : [number, `${name}${number}`]
    return { value: id, title: namesakes.length === 1 ? name : `${name}（${describe(teacher, namesakes)}）`, synonyms }
  })
}

function describe(teacher: ImportTeacher, namesakes: readonly ImportTeacher[]): string {
  const getFact = ({ number, department }: ImportTeacher) => number || department
  const fact = getFact(teacher)
  const isClear = fact !== '' && namesakes.filter((other) => getFact(other) === fact).length === 1
  return isClear ? fact : [fact, `第${namesakes.indexOf(teacher) + 1}位`].filter(Boolean).join('，')
}
