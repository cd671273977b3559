import { useQueries } from '@tanstack/react-query'
import { teachingKinds } from '#engines/timetable/contract.ts'
import { roomApi, subjectApi, type PeriodScheme } from '#kernel/schooling/contract.ts'
import { classTreeQuery, gradesQuery, periodSchemesQuery, teachersQuery } from '#kernel/schooling/web/desk-api.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { RuleNames } from './describe-rule.ts'

const entityKey = ['schooling'] as const
/** More rooms or subjects than any school has. */
const all = { pageNumber: 1, pageSize: 200, keyword: '' }

const subjectsQuery = (orgId: string) => queryOf(entityKey, subjectApi.list, { query: { ...all, orgId } })
const roomsQuery = (orgId: string) => queryOf(entityKey, roomApi.list, { query: { ...all, orgId, isDisabled: false } })

/** Whom and what rules may name, at one school. */
export function useRuleNames(orgId: string) {
  const queries = useQueries({
    queries: [
      teachersQuery(orgId),
      subjectsQuery(orgId),
      roomsQuery(orgId),
      gradesQuery(orgId),
      classTreeQuery(orgId),
      periodSchemesQuery(orgId),
    ],
  })
  const [teachers, subjects, rooms, grades, tree, schemes] = queries
  const failed = queries.find(({ isError }) => isError)
  const names: RuleNames | undefined =
    teachers.data && subjects.data && rooms.data && grades.data && tree.data && schemes.data
      ? {
          teachers: new Map(teachers.data.map(({ id, name }) => [id, name])),
          subjects: new Map(subjects.data.items.map(({ id, name }) => [id, name])),
          rooms: new Map(rooms.data.items.map(({ id, building, name }) => [id, [building, name].join(' ').trim()])),
          grades: new Map(grades.data.map(({ id, name }) => [id, name])),
          classes: new Map(tree.data.grades.flatMap((grade) => grade.classes.map(({ id, label }) => [id, label]))),
          periods: listPeriodNames(schemes.data),
        }
      : undefined
  return { data: names, error: failed?.error ?? null, refetch: () => void failed?.refetch() }
}

/** The periods of all schemes in the order of the day: one that is in several schemes is the same. */
export function listPeriodNames(schemes: readonly PeriodScheme[]): ReadonlyMap<string, string> {
  const periods = schemes
    .flatMap((scheme) => scheme.periods)
    .filter(({ kind }) => teachingKinds.includes(kind))
    .sort((one, other) => one.begins.localeCompare(other.begins))
  return new Map(periods.flatMap(({ slotId, name }) => (slotId ? [[slotId, name] as const] : [])))
}
