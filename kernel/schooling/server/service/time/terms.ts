import { dayOf, found, newId, type Ctx } from '#packages/core'
import { schoolYearOf } from '../../../contract-school-year.ts'
import type { Term } from '../../../contract-time.ts'
import { addDays, daysBetween, mondayOf, weekdayOf } from '../../../contract-days.ts'
import { insertMissingTerms, termsFor, type TermRow } from '../../term-queries.ts'
import { orgOf, type TimeOrg } from '../../time-org-queries.ts'
import { nationalDay } from './holidays.ts'
import { isDistrict, orgToRead } from './reach.ts'

export const termName = ({ schoolYear, number }: { schoolYear: number; number: number }) =>
  `${schoolYear}学年第${number === 1 ? '一' : '二'}学期`

/** The term that a day belongs to: the one that it is in, in the holidays the last that began, before all the first. */
function currentOf<T extends { startsOn: string }>(terms: readonly T[], day: string): T | undefined {
  const inOrder = terms.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  return inOrder.findLast(({ startsOn }) => startsOn <= day) ?? inOrder[0]
}

/** Weeks are counted from the Monday of the week in which the term begins. */
export const weekOf = ({ startsOn }: { startsOn: string }, day: string) =>
  Math.floor(daysBetween(mondayOf(startsOn), day) / 7) + 1

function present(row: TermRow, org: TimeOrg, today: string, isCurrent: boolean): Term {
  const { id, schoolYear, number, startsOn, endsOn } = row
  const state = row.isSealed ? 'sealed' : isCurrent ? 'current' : startsOn > today ? 'coming' : 'over'
  return {
    id,
    name: termName(row),
    schoolYear,
    number,
    startsOn,
    endsOn,
    isCurrent,
    state,
    weeks: weekOf(row, endsOn),
    differsFrom: row.differenceVersion === 0 ? null : { startsOn: row.usualStartsOn, endsOn: row.usualEndsOn },
    version: isDistrict(org) ? row.version : row.differenceVersion,
  }
}

async function listTermsOf(ctx: Pick<Ctx, 'db' | 'now'>, org: TimeOrg): Promise<Term[]> {
  const today = dayOf(ctx.now)
  const rows = await termsFor(ctx.db, org.id)
  const current = currentOf(rows, today)
  return rows.map((row) => present(row, org, today, row === current))
}

export async function listTerms(ctx: Ctx, orgId: string | null): Promise<Term[]> {
  return listTermsOf(ctx, await orgToRead(ctx, orgId))
}

/** The terms of an organisation on its own days, the newest first. Whoever asks has looked whether it may be told. */
export async function termsOf(ctx: Pick<Ctx, 'db' | 'now'>, orgId: string): Promise<Term[]> {
  return listTermsOf(ctx, found(await orgOf(ctx.db, orgId), '组织'))
}

type TermFacts = Pick<Term, 'id' | 'name' | 'schoolYear' | 'number' | 'startsOn' | 'endsOn'>

/** The term that a day belongs to in an organisation, as `currentOf` says; undefined while there is none at all. */
export async function termOn(ctx: Pick<Ctx, 'db'>, orgId: string, day: string): Promise<TermFacts | undefined> {
  const row = currentOf(await termsFor(ctx.db, orgId), day)
  if (!row) return undefined
  const { id, schoolYear, number, startsOn, endsOn } = row
  return { id, name: termName(row), schoolYear, number, startsOn, endsOn }
}

/** The first day from there on that is neither at a weekend nor a holiday. */
function firstSchoolDay(day: string): string {
  let first = day
  while (weekdayOf(first) > 5 || nationalDay(first)?.kind === 'rest') first = addDays(first, 1)
  return first
}

/** Both terms of a school year on the days that are usual; a district sets its own when it has decided. */
const usualTerms = (schoolYear: number) => {
  const days = [
    { number: 1, startsOn: `${schoolYear}-09-01`, endsOn: `${schoolYear + 1}-01-31` },
    { number: 2, startsOn: `${schoolYear + 1}-02-15`, endsOn: `${schoolYear + 1}-07-10` },
  ]
  return days.map((term) => ({ id: newId(), schoolYear, ...term, startsOn: firstSchoolDay(term.startsOn) }))
}

/** Both terms of the running school year, and from May on those of the next. What is there stays as it is. */
export async function ensureTerms(ctx: Pick<Ctx, 'db' | 'now'>) {
  const today = dayOf(ctx.now)
  const running = schoolYearOf(today)
  const isNearEnd = today.slice(5) >= '05-01' && today.slice(5) < '09-01'
  const years = isNearEnd ? [running, running + 1] : [running]
  await insertMissingTerms(ctx.db, years.flatMap(usualTerms), ctx.now)
}
