/**
 * 今日课程 of a teacher (`/api/users/myDayCourse`), relative to a bare handler that reads the same lessons with their
 * names: a school of 18 classes with a published term.
 */
import { dayOf, districtId, newId, orgTreeScope, type Ctx } from '#packages/core'
import { createToolClient, inDistrict } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { ensureDefaultPeriods, ensureTerms, listOrgTerms, seedLessons } from '#kernel/schooling/server/api.ts'
import { listSubjectIds } from '../engines/timetable/server/model-queries.ts'
import { publishTimetable } from '../engines/timetable/server/publish.ts'
import { placeWaiting } from '../engines/timetable/server/seed-timetable.ts'
import { createTimetable, requireDraft } from '../engines/timetable/server/timetables.ts'
import { app } from '../proofs/shared/app.ts'
import { freePort, signIn, startProcess } from '../proofs/shared/process.ts'
import { createSeededDatabase, password } from '../proofs/shared/seeded-database.ts'
import { compareWithBare } from './parts/compare-with-bare.ts'

const home = districtId(1)
const hours = { 语文: 5, 数学: 5, 英语: 5, 科学: 4, 体育与健康: 4, 道德与法治: 3, 音乐: 2, 美术: 2 }
const rights = ['timetable.read', 'timetable.edit', 'timetable.publish', 'teaching.edit', 'class.edit']

const database = await createSeededDatabase('lessons', 'S')
const reader = createToolClient(database.superuserUrl)
await reader.connect()
const query = async <Row>(text: string, values: unknown[] = []) => (await reader.query(text, values)).rows as Row[]

const api = await startProcess('entry/api/main.ts', database.env, await freePort(), await freePort())
const teacher = await signIn(api.url, 'shiyan.teacher', password)
const { orgId } = teacher
const [member] = await query<{ userId: string; personId: string }>(
  `select m.id as "userId", p.id as "personId" from tenant.membership m
   join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
   where m.district_id = 1 and m.org_id = $1 and p.login_name = 'shiyan.teacher'`,
  [orgId],
)
if ((await countLessons()) === 0) await inDistrict(database.cells, home, publishTerm)
const lessons = await countLessons()
const [busiest] = await query<{ day: string; count: number }>(
  `select day_on::text as day, count(*)::int as count from tenant.lesson
   where district_id = 1 and org_id = $1 and teacher_ids @> array[$2::uuid] group by 1 order by 2 desc, 1 limit 1`,
  [orgId, member!.userId],
)
const { day, count } = busiest!
await compareWithBare({
  name: 'day-course',
  about: `${count} lessons of a day, of ${lessons.toLocaleString('en')} lessons`,
  api,
  superuserUrl: database.superuserUrl,
  statements: listBareStatements(),
  ours: { url: `${api.url}/api/users/myDayCourse?day=${day}`, headers: teacher.headers },
  columns: { start: 'begins', subjectName: 'subject', teacherNames: 'teachers' },
  rows: count,
  goal: 0.15,
  connections: [8],
})
await reader.end()
await api.kill('SIGTERM')
await database.close()

async function countLessons() {
  const [found] = await query<{ count: number }>('select count(*)::int as count from tenant.lesson where org_id = $1', [
    orgId,
  ])
  return found!.count
}

/** The whole term; the teacher of the demo has lessons in the first classes. */
async function publishTerm(db: Ctx['db']) {
  const [school] = await query<{ id: string; path: string }>(
    'select id, path::text as path from tenant.organisation where id = $1',
    [orgId],
  )
  const staff = await query<{ id: string }>(
    `select id from tenant.membership where org_id = $1 order by id <> $2, id`,
    [orgId, member!.userId],
  )
  const classes = await query<{ classId: string; gradeId: string }>(
    'select id as "classId", grade_id as "gradeId" from tenant.school_class where org_id = $1 order by id',
    [orgId],
  )
  const platform = createPlatformCtx(app, home, db, new Date())
  await ensureTerms(platform)
  const today = dayOf(platform.now)
  const terms = (await listOrgTerms(platform, orgId)).toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const term = terms.find(({ endsOn }) => endsOn >= today)!
  const permissions = new Map(rights.map((right) => [right, orgTreeScope(school!)]))
  const actor = { ...platform.actor, ...member!, kind: 'staff' as const, orgId, permissions }
  // As if it were the day before the term, so that all of its lessons are written.
  const ctx: Ctx = { ...platform, actor, now: new Date(`${term.startsOn}T00:00:00+08:00`), requestId: newId() }
  await ensureDefaultPeriods(ctx, orgId)
  const subjects = await listSubjectIds(db, Object.keys(hours))
  const wanted = Object.entries(hours).flatMap(([name, weekHours], subject) =>
    classes.map((place, at) => {
      const { id: userId } = staff[(Math.floor(at / 2) + subject * 3) % staff.length]!
      return { ...place, subjectId: subjects.get(name)!, userId, weekHours }
    }),
  )
  await seedLessons(ctx, orgId, term.id, wanted)
  const { id } = await createTimetable(ctx, { termId: term.id, orgId, name: '测量', copyId: null })
  await placeWaiting(ctx, id)
  const { version } = await requireDraft(ctx, 'timetable.publish', id)
  await publishTimetable(ctx, { timetableId: id, effectiveOn: term.startsOn, version })
}

/** As somebody without our rules would write it. */
function listBareStatements() {
  const parameters = [orgId, member!.userId, day]
  const mine = `l.district_id = 1 and l.org_id = $1 and l.teacher_ids @> array[$2::uuid] and l.day_on = $3::date`
  return [
    {
      sql: `
        select l.id, to_char(l.begins, 'HH24:MI') as begins, to_char(l.ends, 'HH24:MI') as ends, s.name as subject,
          c.name as class_name, r.name as room, l.status, l.remark,
          (select string_agg(p.name, '、') from membership m join person p on p.district_id = 1 and p.id = m.person_id
           where m.district_id = 1 and m.id = any(l.teacher_ids)) as teachers
        from lesson l
        join teaching_group g on g.district_id = 1 and g.id = l.group_id
        join subject s on s.district_id = 1 and s.id = g.subject_id
        left join school_class c on c.district_id = 1 and c.id = g.class_id
        left join room r on r.district_id = 1 and r.id = l.room_id
        where ${mine} order by l.begins`,
      parameters,
    },
    { sql: `select count(*) from lesson l where ${mine}`, parameters },
  ]
}
