import type { Reference } from '#packages/contract'
import { addDays, emptyScope, getMonday, getWeekday, scopeOf, type Ctx } from '#packages/core'
import { createEntityExport, crud, serveEntity } from '#packages/crud'
import type { RecordKind } from '#kernel/access/server/api.ts'
import {
  describeClasses,
  findSchemeOn,
  getClassRowScope,
  getWeekOfTerm,
  listOrgTerms,
  listPeriodSchemesOf,
} from '#kernel/schooling/server/api.ts'
import { coverRecord, coverRecordApi } from '../contract-records.ts'
import { isOfGrade, isOfSource, isOfTerm, isOfWeek, listChains } from './record-queries.ts'

type Row = Readonly<Record<string, unknown>> & { id: string }
const orgIdOf = (row: Row) => (row['org'] as Reference).id
const weekdays = ['一', '二', '三', '四', '五', '六', '日']
const formatDay = (day: string) => `周${weekdays[getWeekday(day) - 1]!}`

/** 八(2)班: classes have another name every year. */
async function listClassNames(ctx: Ctx, rows: readonly Row[]): Promise<string[]> {
  const yearOf = (row: Row) => {
    const day = row['day'] as string
    return `${Number(day.slice(0, 4)) - (day.slice(5) < '09-01' ? 1 : 0)}-09-01`
  }
  const classIdOf = (row: Row) => (row['class'] as Reference | null)?.id
  const labels = new Map<string, string>()
  for (const [day, some] of Map.groupBy(rows, yearOf)) {
    const classIds = [...new Set(some.flatMap((row) => classIdOf(row) ?? []))]
    for (const { id, label } of (await describeClasses(ctx, { classIds }, day)).values())
      labels.set(`${day} ${id}`, label)
  }
  return rows.map((row) => labels.get(`${yearOf(row)} ${classIdOf(row)}`) ?? (row['groupName'] as string))
}

interface Place {
  orgId: string
  gradeId: string
  day: string
  periodId: string
}

/** The names of periods on their days, school by school. */
async function namePeriods(ctx: Ctx, places: readonly Place[]): Promise<(place: Place) => string> {
  const schemes = new Map<string, Awaited<ReturnType<typeof listPeriodSchemesOf>>>()
  for (const [orgId, some] of Map.groupBy(places, (place) => place.orgId)) {
    const days = some.map(({ day }) => day).toSorted()
    schemes.set(orgId, await listPeriodSchemesOf(ctx, orgId, days[0]!, days.at(-1)!))
  }
  return ({ orgId, gradeId, day, periodId }) =>
    findSchemeOn(schemes.get(orgId)!, gradeId, day)?.periods.find(({ slotId }) => slotId === periodId)?.name ?? ''
}

const placeOf = (row: Row): Place => ({
  orgId: orgIdOf(row),
  gradeId: row['gradeId'] as string,
  day: row['day'] as string,
  periodId: row['periodId'] as string,
})

/** 第12周 周四 第3节 */
async function listSlots(ctx: Ctx, rows: readonly Row[]): Promise<string[]> {
  const nameOf = await namePeriods(ctx, rows.map(placeOf))
  const terms = new Map<string, Awaited<ReturnType<typeof listOrgTerms>>>()
  for (const orgId of new Set(rows.map(orgIdOf))) terms.set(orgId, await listOrgTerms(ctx, orgId))
  return rows.map((row) => {
    const { orgId, day } = placeOf(row)
    const term = terms.get(orgId)!.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
    const week = term ? `第${getWeekOfTerm(term, day)}周` : ''
    return [week, formatDay(day), nameOf(placeOf(row))].filter(Boolean).join(' ')
  })
}

/** 11-20 周五 第4节 */
async function listNewPlaces(ctx: Ctx, rows: readonly Row[]): Promise<string[]> {
  const toPlace = (row: Row): Place => ({
    ...placeOf(row),
    day: row['toDay'] as string,
    periodId: row['toPeriodId'] as string,
  })
  const moved = rows.filter((row) => row['toDay'] !== null)
  const nameOf = await namePeriods(ctx, moved.map(toPlace))
  return rows.map((row) => {
    const day = row['toDay'] as string | null
    return day === null ? '' : `${day.slice(5)} ${formatDay(day)} ${nameOf(toPlace(row))}`.trim()
  })
}

async function listChainTexts(ctx: Ctx, rows: readonly Row[]): Promise<string[]> {
  const chains = await listChains(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id }) => chains.get(id)?.join('→') ?? '')
}

/** Terms and weeks are those of the caller's organisation. */
async function findTerm(ctx: Ctx, which: 'current' | 'last') {
  const terms = (await listOrgTerms(ctx, ctx.actor.orgId)).toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const at = terms.findIndex(({ isCurrent }) => isCurrent)
  return which === 'current' ? terms[at] : terms[at - 1]
}

async function listWeeks(ctx: Ctx, week: number) {
  const terms = await listOrgTerms(ctx, ctx.actor.orgId)
  return terms.map(({ id, startsOn }) => {
    const from = addDays(getMonday(startsOn), (week - 1) * 7)
    return { termId: id, from, to: addDays(from, 6) }
  })
}

const lastYears: Readonly<Record<number, number>> = { 2: 6, 3: 3, 4: 3 }

export const coverRecords = crud(coverRecord, 'v_cover_record', {
  base: 'cover_leg',
  fields: {
    slot: { load: listSlots },
    className: { load: listClassNames },
    moved: { load: listNewPlaces },
    chain: { load: listChainTexts },
  },
  filters: {
    term: async (which, ctx) => isOfTerm(await findTerm(ctx, which)),
    week: async (week, ctx) => isOfWeek(await listWeeks(ctx, Number(week))),
    grade: (grade) => {
      const [stage = 0, year = 0] = grade.split('-').map(Number)
      return isOfGrade({ stage, toEnd: lastYears[stage]! - year })
    },
    source: (source, { actor }) => isOfSource(source, actor.permissions.get('cover.arrange') ?? emptyScope),
  },
})

const firstPage = { orgId: null, pageNumber: 1, pageSize: 20 }
/** Says whose lesson it is and when, not why she was away. */
const describeRecord = (row: Row) => ({
  title: `${row['day'] as string} ${(row['fromTeacher'] as Reference | null)?.name ?? ''}的${(row['subject'] as Reference).name}课`,
  about: (row['org'] as Reference).name,
})

/** 代调课记录 as records of `explainAccess`. */
export const coverRecordKind: RecordKind = {
  kind: 'cover-record',
  title: '代调课记录',
  permissions: ['cover.read', 'cover.arrange'],
  fields: [],
  find: async (ctx, keyword) => {
    const { items } = await coverRecords.rows.listPage(ctx.db, scopeOf(ctx, 'role.read'), { ...firstPage, keyword })
    return items.map((row) => ({ id: row.id, ...describeRecord(row) }))
  },
  facts: async (ctx, id, day) => {
    const row = await coverRecords.rows.find(ctx.db, scopeOf(ctx, 'role.read'), id)
    if (!row) return undefined
    const { id: orgId, name } = row['org'] as Reference
    const classId = (row['class'] as Reference | null)?.id
    const [className = ''] = await listClassNames(ctx, [row])
    const scope = await getClassRowScope(ctx, { orgId, classId: classId ?? null }, day)
    const phrases = {
      it: '该节课',
      org: `该节课在${name}`,
      department: '',
      class: classId ? `该节课在${className}` : '',
    }
    return { ...describeRecord(row), ...scope, phrases }
  },
}

/** What the module of the application joins. */
export const recordParts = {
  entities: [serveEntity(coverRecordApi, coverRecords)],
  exports: [createEntityExport(coverRecords)],
  recordKinds: [coverRecordKind],
}
