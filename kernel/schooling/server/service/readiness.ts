import type { BodyOf, DataOf, QueryOf } from '#packages/contract'
import { dayOf, notFound, scopeOf, type Ctx } from '#packages/core'
import { listAdministratorsByOrg } from '#kernel/access/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { setUpSteps, type SetUpStep } from '../../contract-classes.ts'
import type { readinessRoutes, ReadinessSort, SchoolReadiness } from '../../contract-readiness.ts'
import { countUntaughtClasses, insertReminders, listReadinessRows, type ReadinessRow } from '../readiness-queries.ts'
import { listSetUpSteps } from './classes/school-set-up.ts'

export const setUpReminderTemplate = defineTemplate({
  code: 'schooling.set-up-reminder',
  kind: 'notice',
  title: '请完成学校初始化',
  body: '教育局提醒：贵校还有未完成的设置：{missing}。',
  sms: true,
})

interface SchoolWithReadiness {
  readiness: Omit<SchoolReadiness, 'untaughtCount'>
  row: ReadinessRow
}

/** Reads all schools of the scope (a few hundred at most), because every sort order needs all counts. */
export async function listReadiness(ctx: Ctx, query: QueryOf<typeof readinessRoutes.readiness>) {
  const { keyword, only, sort, desc, pageNumber, pageSize } = query
  const all = await listSchoolsInScope(ctx, 'class.read', null)
  const open = all.filter(({ readiness }) => !readiness.isReady)
  const found = (only === 'open' ? open : all)
    .filter(({ row }) => matchesKeyword(row, keyword))
    .sort(orderBy(sort, desc === 1))
  const from = (pageNumber - 1) * pageSize
  const page = found.slice(from, from + pageSize)
  const untaught = await countUntaughtClasses(ctx.db, listOrgIds(page), dayOf(ctx.now))
  return {
    items: page.map(({ row, readiness }) => ({ ...readiness, untaughtCount: untaught.get(row.id) ?? 0 })),
    itemCount: found.length,
    pageCount: Math.ceil(found.length / pageSize),
    schoolCount: all.length,
    openCount: open.length,
  }
}

async function listSchoolsInScope(
  ctx: Ctx,
  right: string,
  orgIds: readonly string[] | null,
): Promise<SchoolWithReadiness[]> {
  const rows = await listReadinessRows(ctx.db, scopeOf(ctx, right), { orgIds, day: dayOf(ctx.now) })
  return rows.map((row) => ({ row, readiness: describeReadiness(row) }))
}

function describeReadiness(row: ReadinessRow): SchoolWithReadiness['readiness'] {
  const steps = listSetUpSteps(row, row.pupils, row)
    .filter(({ key }) => key !== 'finish')
    .map(({ key, state, about }) => ({ key, state, about, count: getStepCount(row, key) }))
  return {
    orgId: row.id,
    orgName: row.name,
    steps,
    doneCount: steps.filter(({ state }) => state === 'done').length,
    isReady: row.isFinished || steps.every(({ state }) => state !== 'open'),
    classCount: row.classes,
    pupilCount: row.pupils,
    staffCount: row.staff,
    accountCount: row.accounts,
    lastImportAt: row.lastImportAt?.toISOString() ?? null,
    changeCount: row.changes,
    bindingCount: row.bindings,
    remindedOn: row.remindedOn,
  }
}

function getStepCount(row: ReadinessRow, step: SetUpStep): number | null {
  if (step === 'terms') return row.terms
  if (step === 'periods') return row.schemes
  if (step === 'classes') return row.classes
  if (step === 'staff') return row.staff
  if (step === 'teachers') return row.headless
  if (step === 'students') return row.pupils
  return null
}

const matchesKeyword = ({ name, pinyin, initials }: ReadinessRow, keyword: string) =>
  [name, pinyin, initials].some((text) => text.toLowerCase().includes(keyword.toLowerCase()))

const measures: Record<Exclude<ReadinessSort, 'sort' | 'name'>, (school: SchoolWithReadiness) => number> = {
  pupils: ({ row }) => row.pupils,
  staff: ({ row }) => row.staff,
  progress: ({ readiness }) => readiness.doneCount,
  accounts: ({ row }) => (row.staff === 0 ? 0 : row.accounts / row.staff),
  imported: ({ row }) => row.lastImportAt?.getTime() ?? 0,
  waiting: ({ row }) => row.changes + row.bindings,
}

/** Schools that compare equal keep the order of the district. */
function orderBy(sort: ReadinessSort, desc: boolean) {
  const sign = desc ? -1 : 1
  if (sort === 'sort') return () => 0
  if (sort === 'name')
    return (one: SchoolWithReadiness, other: SchoolWithReadiness) =>
      sign * one.row.pinyin.localeCompare(other.row.pinyin)
  return (one: SchoolWithReadiness, other: SchoolWithReadiness) => sign * (measures[sort](one) - measures[sort](other))
}

const listMissingSteps = ({ readiness: { steps } }: SchoolWithReadiness) =>
  steps.filter(({ state }) => state === 'open').map(({ key }) => key)

type ReminderPreview = DataOf<typeof readinessRoutes.previewReminder>

/** The recipients per school; ready schools are omitted. */
export async function previewReminder(
  ctx: Ctx,
  { orgIds }: BodyOf<typeof readinessRoutes.previewReminder>,
): Promise<ReminderPreview> {
  const schools = await listUnreadySchools(ctx, orgIds.length > 0 ? orgIds : null)
  const administrators = await listAdministratorsByOrg(ctx, listOrgIds(schools))
  return schools.map((school) => ({
    orgId: school.row.id,
    orgName: school.row.name,
    missing: listMissingSteps(school),
    administrators: (administrators.get(school.row.id) ?? []).map(({ name }) => name),
    isRemindedToday: school.row.remindedOn === dayOf(ctx.now),
  }))
}

/** The schools that are not ready; "not found" for a given school outside the scope. */
async function listUnreadySchools(ctx: Ctx, orgIds: readonly string[] | null): Promise<SchoolWithReadiness[]> {
  const schools = await listSchoolsInScope(ctx, 'class.edit', orgIds)
  if (orgIds && schools.length < new Set(orgIds).size) throw notFound('组织')
  return schools.filter(({ readiness }) => !readiness.isReady)
}

const listOrgIds = (schools: readonly SchoolWithReadiness[]) => schools.map(({ row }) => row.id)

/** Notifies the administrators of these schools of missing steps, once per school and day. */
export async function remindSchools(ctx: Ctx, { orgIds }: BodyOf<typeof readinessRoutes.remind>) {
  const day = dayOf(ctx.now)
  const schools = await listUnreadySchools(ctx, orgIds)
  const administrators = await listAdministratorsByOrg(ctx, listOrgIds(schools))
  const reachable = schools.flatMap(({ row }) => {
    const people = administrators.get(row.id)?.length ?? 0
    return people > 0 ? [{ orgId: row.id, people }] : []
  })
  const recorded = await insertReminders(ctx.db, reachable, { personId: ctx.actor.personId, day, now: ctx.now })
  const remindedSchools = schools.filter(({ row }) => recorded.has(row.id))
  // Schools that lack the same steps share one message.
  for (const [missing, some] of Map.groupBy(remindedSchools, (school) => listMissingSteps(school).join('-'))) {
    await sendMessages(ctx, setUpReminderTemplate, {
      to: some.flatMap(({ row }) => administrators.get(row.id)!.map(({ personId }) => ({ personId, orgId: row.id }))),
      values: {
        missing: listMissingSteps(some[0]!)
          .map((key) => setUpSteps[key])
          .join('、'),
      },
      url: '/baseData/SetUp',
      subject: { kind: 'set-up-reminder', id: `${day}:${missing}` },
    })
  }
  const people = new Set(
    remindedSchools.flatMap(({ row }) => administrators.get(row.id)!.map(({ personId }) => personId)),
  )
  return {
    schools: remindedSchools.length,
    people: people.size,
    skipped: new Set(orgIds).size - remindedSchools.length,
  }
}
