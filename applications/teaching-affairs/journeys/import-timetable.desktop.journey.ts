import { streamSheets } from '#packages/sheet'
import { queryCell } from '#entry/e2e/databases.ts'
import { countActions, undoImport } from '#entry/e2e/import-steps.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'
import { timetableClasses, timetableSchool, timetableSubjects } from '#entry/e2e/test-schools.ts'

const lessons = timetableClasses * 35
const days = ['星期一', '星期二', '星期三', '星期四', '星期五']
const grades = ['七', '八', '九']
const stranger = '王大福'

/** The timetable of each class on its own sheet; the first class names a teacher whom nobody knows. */
async function printTimetables() {
  const columns = ['节次', ...days].map((title) => ({ title }))
  const sheets = Array.from({ length: timetableClasses }, (_, at) => ({
    sheetName: `${grades[Math.floor(at / 12)]!}年级${(at % 12) + 1}班`,
    columns,
    rows: Array.from({ length: 7 }, (__, period) => [
      `第${period + 1}节`,
      ...days.map((___, day) => {
        const subject = timetableSubjects[(period + day) % timetableSubjects.length]!
        return at === 0 && subject === '数学' ? `数学/${stranger}` : subject
      }),
    ]),
  }))
  const pieces: Uint8Array[] = []
  for await (const piece of streamSheets({ sheets })) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function findSchool() {
  const [school] = await queryCell<{ id: string }>('select id from tenant.organisation where name = $1', [
    timetableSchool,
  ])
  const [teacher] = await queryCell<{ name: string }>(
    `select p.name from tenant.teaching_assignment a
       join tenant.teaching_group g on (g.district_id, g.id) = (a.district_id, a.group_id)
       join tenant.subject s on (s.district_id, s.id) = (g.district_id, g.subject_id)
       join tenant.grade d on (d.district_id, d.id) = (g.district_id, g.grade_id)
       join tenant.membership m on (m.district_id, m.id) = (a.district_id, a.user_id)
       join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
     where g.org_id = $1 and s.name = '数学' order by d.start_year desc limit 1`,
    [school!.id],
  )
  return { orgId: school!.id, teacher: teacher!.name }
}

/** Everything about timetables and assignments of the school. */
async function hashTimetables(orgId: string) {
  const rows = await queryCell<{ hash: string }>(
    `select md5(string_agg(line, '|' order by line)) as hash from (
       select to_jsonb(t)::text as line from tenant.timetable t where org_id = $1
       union all select to_jsonb(s)::text from tenant.timetable_slot s
         join tenant.timetable t on (t.district_id, t.id) = (s.district_id, s.timetable_id) where t.org_id = $1
       union all select to_jsonb(g)::text from tenant.teaching_group g where org_id = $1
       union all select to_jsonb(l)::text from tenant.lesson l where org_id = $1) lines`,
    [orgId],
  )
  return rows[0]!.hash
}

test('36 class timetables are imported as a draft, and undone exactly', async ({ page, cast }) => {
  test.setTimeout(180_000)
  const { orgId, teacher } = await findSchool()
  const before = await hashTimetables(orgId)
  const { perform } = countActions()
  const press = (name: RegExp | string) => page.getByRole('button', { name }).click()
  await signIn(page, cast.districtAdmin, `/application/educationalAdministration/timetable?orgId=${orgId}`)
  const address = page.url()
  await expect(page.getByText('还没有课表')).toBeVisible()

  await test.step('the sheets are unfolded into lessons', async () => {
    await press('导入课表')
    await expect(page.getByText(`导入到：${timetableSchool}，`)).toBeVisible()
    const buffer = await printTimetables()
    await page.getByLabel('选择要导入的文件').setInputFiles({ name: '全校课表.xlsx', mimeType: '', buffer })
    await expect(page.getByText('8 / 8 列已自动匹配')).toBeVisible({ timeout: 60_000 })
    await press('下一步：检查')
  })

  await test.step('an unknown teacher is chosen once for all lessons', async () => {
    await expect(page.getByText(`未识别教师“${stranger}”，请选择或新建`).first()).toBeVisible({ timeout: 60_000 })
    await page.getByLabel(`把“${stranger}”全部改为`).selectOption({ label: teacher })
    await expect(page.getByText('没有错误，可以导入')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('it is a draft, which nobody has published', async () => {
    await press(`导入 ${lessons.toLocaleString('en')} 行`)
    const result = page.getByRole('region', { name: '导入结果' })
    await expect(result).toContainText(lessons.toLocaleString('en'), { timeout: 60_000 })
    const [draft] = await queryCell<{ status: string; lessons: number; unplaced: number }>(
      `select t.status, count(*)::int as lessons, count(*) filter (where s.weekday is null)::int as unplaced
       from tenant.timetable t join tenant.timetable_slot s on (s.district_id, s.timetable_id) = (t.district_id, t.id)
       where t.org_id = $1 group by t.id, t.status`,
      [orgId],
    )
    expect(draft).toEqual({ status: 'draft', lessons, unplaced: 0 })
  })

  await test.step('it is undone, to the last byte', async () => {
    await undoImport(page, perform)
    expect(await hashTimetables(orgId)).toBe(before)
    await page.goto(address)
    await expect(page.getByText('还没有课表')).toBeVisible()
  })
})
