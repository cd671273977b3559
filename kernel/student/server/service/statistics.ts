import { buildListLink, countMetrics, defineStatistics, type CountedChart, type CountedPeriod } from '#packages/crud'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import { isSchoolNode } from '#kernel/schooling/server/api.ts'
import { changeTypes, type ChangeType } from '../../contract.ts'
import { manifest } from '../../manifest.ts'
import { listGradesByIds } from '../school-queries.ts'
import { countPupilGroups, listOrgNames, type PupilGroup } from '../statistics-queries.ts'
import { countChangesByDay } from '../student-change-queries.ts'
import { resolveScopeIds, type ScopeIds } from '../student-search-queries.ts'
import { getGradeClassNames } from './students/class-names.ts'
import { getStaffDay } from './students/scope-checks.ts'

/** The pupils of a grade, a class or a school. */
interface Part extends Omit<PupilGroup, 'orgId' | 'gradeId' | 'classId'> {
  label: string
  /** The node in the tree of the student list; null for several schools. */
  node: string | null
}

type DayChanges = Awaited<ReturnType<typeof countChangesByDay>>

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const countPupils = (groups: readonly Pick<PupilGroup, 'bound' | 'unbound'>[]) =>
  sum(groups.map(({ bound, unbound }) => bound + unbound))
const countType = (changes: DayChanges, type: ChangeType) =>
  sum(changes.filter((change) => change.type === type).map(({ count }) => count))

/** The pupils, their families and their changes. Each number is that of a list with these filters. */
export const studentStatistics = defineStatistics(manifest, {
  key: 'student',
  title: '学生',
  permission: 'student.read',
  page: 'Student',
  kinds: ['week', 'month', 'term'],
  usual: 'month',
  empty: { title: '还没有学生', text: '导入学籍表或新建学生以后，这里会有统计。' },
  count: countStudentStatistics,
})

async function countStudentStatistics(ctx: Ctx, period: CountedPeriod) {
  const { db, actor } = ctx
  const today = dayOf(ctx.now)
  const scope = scopeOf(ctx, 'student.read')
  const getGroups = async (day: string) =>
    countPupilGroups(db, await resolveScopeIds(db, scope, actor.orgId, getStaffDay(ctx, day)), day)
  const groups = await getGroups(period.to)
  // The list of changes has the classes of today.
  const changeScope = await resolveScopeIds(db, scope, null, today)
  const changes = await countChangesByDay(db, changeScope, period)
  if (groups.length === 0 && changes.length === 0) return null
  const { before } = period
  const pupilsBefore = before ? countPupils(await getGroups(before.to)) : 0
  const changesBefore = before ? await countChangesByDay(db, changeScope, before) : []
  // Without pupils at that time there is nothing to compare with: the school is new here.
  const compare = (value: number) => (before && pupilsBefore > 0 ? value : null)
  const on = period.to === today ? undefined : period.to
  const days = `${period.from}~${period.to}`
  const node = actor.orgId
  const parts = await listParts(ctx, groups, period.to)
  return {
    figures: [
      {
        metric: 'student.enrolled' as const,
        value: countPupils(groups),
        before: compare(pupilsBefore),
        filter: { node, on },
      },
      ...(['transfer-in', 'transfer-out'] as const).map((type) => ({
        metric: `student.${type}` as const,
        value: countType(changes, type),
        before: compare(countType(changesBefore, type)),
        filter: { days },
      })),
      // Bindings have no history: it is the number of now.
      { metric: 'student.unbound' as const, value: sum(groups.map(({ unbound }) => unbound)), filter: { node, on } },
    ],
    charts: [
      buildSexChart(parts, on),
      buildBoundChart(parts, on),
      buildTypeChart(changes, period, days),
      buildTransferChart(changes, period),
    ],
  }
}

const maxSchools = 12

/** By grade in a school, by class for whoever has only classes, by school in a district. */
async function listParts(ctx: Ctx, groups: readonly PupilGroup[], day: string): Promise<Part[]> {
  const by = (key: (group: PupilGroup) => string | null) => [...Map.groupBy(groups, key)]
  if (!(await isSchoolNode(ctx, ctx.actor.orgId))) {
    const schools = by(({ orgId }) => orgId)
    const names = await listOrgNames(
      ctx.db,
      schools.map(([id]) => id!),
    )
    const all = schools
      .map(([id, own]) => ({ ...addUp(own), label: names.get(id!) ?? '', node: id }))
      .toSorted((one, other) => countPupils([other]) - countPupils([one]))
    const rest = all.slice(maxSchools)
    return rest.length > 1
      ? [...all.slice(0, maxSchools), { ...addUp(rest), label: `其他 ${rest.length} 所`, node: null }]
      : all
  }
  const names = await getGradeClassNames(ctx, groups, day)
  const grades = by(({ gradeId }) => gradeId)
  const rows = new Map(
    (
      await listGradesByIds(
        ctx.db,
        grades.map(([id]) => id!),
      )
    ).map((row) => [row.id, row]),
  )
  // Youngest first, as in every list of a school.
  const order = (gradeId: string) => {
    const { stage = 0, startYear = 0 } = rows.get(gradeId) ?? {}
    return stage * 10_000 - startYear
  }
  if (grades.length > 1)
    return grades
      .map(([id, own]) => ({ ...addUp(own), label: names.grade(id), node: `${own[0]!.orgId}/${id}`, id: id! }))
      .toSorted((one, other) => order(one.id) - order(other.id))
      .map(({ id: _, ...part }) => part)
  return by(({ classId }) => classId)
    .map(([id, own]) => {
      const { orgId, gradeId } = own[0]!
      const label = names.class(id) || '未分班'
      return { ...addUp(own), label, node: id ? `${orgId}/${gradeId}/${id}` : null }
    })
    .toSorted((one, other) => one.label.localeCompare(other.label, 'zh-CN', { numeric: true }))
}

const addUp = (groups: readonly Omit<PupilGroup, 'orgId' | 'gradeId' | 'classId'>[]) => ({
  males: sum(groups.map(({ males }) => males)),
  females: sum(groups.map(({ females }) => females)),
  unknown: sum(groups.map(({ unknown }) => unknown)),
  bound: sum(groups.map(({ bound }) => bound)),
  unbound: sum(groups.map(({ unbound }) => unbound)),
})

const linkTo = (node: string | null, filter: Record<string, string | undefined>) =>
  node === null ? null : buildListLink(manifest, 'Student', { node, ...filter })

/** Up to this share of all, 一成, the sexes are about equal in number. */
const equalSexes = 0.1

/** More names do not fit side by side. */
const maxColumns = 10

function buildSexChart(parts: readonly Part[], on: string | undefined): CountedChart {
  const gaps = parts.map(({ label, males, females }) => ({ label, males, females, gap: Math.abs(males - females) }))
  const widest = gaps.toSorted((one, other) => other.gap - one.gap)[0]
  const isEqual = gaps.every(({ males, females, gap }) => gap <= (males + females) * equalSexes)
  const hasUnknown = parts.some(({ unknown }) => unknown > 0)
  const sexes = [
    { name: '男', filter: '男', of: ({ males }: Part) => males },
    { name: '女', filter: '女', of: ({ females }: Part) => females },
    ...(hasUnknown ? [{ name: '未登记', filter: 'none', of: ({ unknown }: Part) => unknown }] : []),
  ]
  return {
    key: 'sexes',
    finding: !widest
      ? '还没有学生'
      : isEqual
        ? '男女人数接近，相差都不超过一成'
        : `${widest.label}男女相差最多：男 ${widest.males}，女 ${widest.females}`,
    measure: '在校学生',
    unit: '人',
    of: '范围',
    kind: parts.length > maxColumns ? 'rows' : 'columns',
    isStacked: true,
    series: sexes.map(({ name }) => name),
    marks: parts.map((part) => ({
      label: part.label,
      values: sexes.map(({ of }) => of(part)),
      links: sexes.map(({ filter }) => linkTo(part.node, { sex: filter, on })),
    })),
  }
}

function buildBoundChart(parts: readonly Part[], on: string | undefined): CountedChart {
  const [bound, unbound] = [sum(parts.map((part) => part.bound)), sum(parts.map((part) => part.unbound))]
  const most = Math.max(...parts.map((part) => part.unbound), 0)
  const worst = parts.filter((part) => part.unbound === most).map(({ label }) => label)
  const share = Math.floor((bound / Math.max(1, bound + unbound)) * 1000) / 10
  return {
    key: 'bound',
    finding:
      most === 0
        ? `${bound} 名学生的家长都已绑定`
        : `家长已绑定 ${share}%，${worst.slice(0, 3).join('、')}${worst.length > 3 ? '等' : ''}未绑定最多（${most} 人）`,
    measure: '家长绑定（现在）',
    unit: '人',
    of: '范围',
    kind: 'rows',
    isStacked: true,
    series: ['已绑定', '未绑定'],
    marks: parts.map((part) => ({
      label: part.label,
      values: [part.bound, part.unbound],
      links: (['some', 'none'] as const).map((state) => linkTo(part.node, { bound: state, on })),
      note: part.unbound === 0 ? '齐全' : '',
    })),
  }
}

const linkToChanges = (type: ChangeType, days: string) =>
  buildListLink(manifest, 'StudentChanges', { type, days, state: 'valid' })

function buildTypeChart(changes: DayChanges, { name }: CountedPeriod, days: string): CountedChart {
  const types = [...Map.groupBy(changes, ({ type }) => type)]
    .map(([type, own]) => ({ type, count: sum(own.map(({ count }) => count)) }))
    .toSorted((one, other) => other.count - one.count)
  const most = types[0]?.count ?? 0
  const first = types.filter(({ count }) => count === most).map(({ type }) => changeTypes[type])
  const all = sum(types.map(({ count }) => count))
  return {
    key: 'types',
    finding:
      all === 0
        ? `${name}没有学籍异动`
        : first.length > 1 && first.length === types.length
          ? `${name} ${all} 条异动，${types.length} 类各 ${most} 条`
          : `${name} ${all} 条异动，${first.join('、')}最多，${first.length > 1 ? '各 ' : ''}${most} 条`,
    measure: '学籍异动',
    unit: '条',
    of: '异动',
    kind: 'rows',
    series: ['学籍异动'],
    marks: types.map(({ type, count }) => ({
      label: changeTypes[type],
      values: [count],
      links: [linkToChanges(type, days)],
      isHighlighted: count === most,
    })),
  }
}

/** Added up since the first day, so that the end of each line is the number of the period. */
function buildTransferChart(changes: DayChanges, { name, from, steps }: CountedPeriod): CountedChart {
  const types = ['transfer-in', 'transfer-out'] as const
  const until = (type: ChangeType, day: string) =>
    countType(
      changes.filter(({ on }) => on <= day),
      type,
    )
  const [joined, left] = [countType(changes, 'transfer-in'), countType(changes, 'transfer-out')]
  const outcome =
    joined > left ? `，净增 ${joined - left} 人` : joined < left ? `，净减 ${left - joined} 人` : '，人数持平'
  return {
    key: 'transfers',
    finding: joined + left === 0 ? `${name}没有转入和转出` : `${name}转入 ${joined} 人，转出 ${left} 人${outcome}`,
    measure: '累计转入转出',
    unit: '人',
    of: '时间',
    kind: 'lines',
    series: types.map((type) => changeTypes[type]),
    marks: steps.map(({ label, to }) => ({
      label,
      values: types.map((type) => until(type, to)),
      links: types.map((type) => linkToChanges(type, `${from}~${to}`)),
    })),
  }
}

const ofOrg = (orgId: string): ScopeIds => ({ orgIds: [orgId], classIds: [] })
const countTransfers = async ({ db }: Ctx, orgId: string, day: string, type: ChangeType) => [
  { value: countType(await countChangesByDay(db, ofOrg(orgId), { from: day, to: day }), type) },
]

export const studentMetricCounts = countMetrics(manifest, {
  'student.enrolled': async ({ db }, { orgId, day }) => [
    { value: countPupils(await countPupilGroups(db, ofOrg(orgId), day)) },
  ],
  'student.transfer-in': (ctx, { orgId, day }) => countTransfers(ctx, orgId, day, 'transfer-in'),
  'student.transfer-out': (ctx, { orgId, day }) => countTransfers(ctx, orgId, day, 'transfer-out'),
  'student.unbound': async ({ db }, { orgId, day }) => [
    { value: sum((await countPupilGroups(db, ofOrg(orgId), day)).map(({ unbound }) => unbound)) },
  ],
})
