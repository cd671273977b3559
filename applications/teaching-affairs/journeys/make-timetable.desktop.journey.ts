import type { Locator, Page } from '@playwright/test'
import { addDays, dayOf, getMonday } from '#packages/core'
import type { TimetableContent } from '#engines/timetable/contract.ts'
import { expectAccessible } from '#entry/e2e/accessibility.ts'
import { callServer } from '#entry/e2e/call-server.ts'
import { queryCell } from '#entry/e2e/databases.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'
import { taughtSchool } from '#entry/e2e/test-schools.ts'
import { expectSheet, listCutOff, printPage } from './printed-sheet.ts'

const base = '/application/educationalAdministration'
const { teachers } = taughtSchool
const busy = teachers.数学

interface Term {
  id: string
  startsOn: string
}

/** The term in which the school has assigned its teachers; it lasts for some weeks more. */
async function findTerm(): Promise<Term> {
  const [term] = await queryCell<Term>(
    `select t.id, to_char(t.starts_on, 'YYYY-MM-DD') as "startsOn" from tenant.term t
     where t.id in (select g.term_id from tenant.teaching_group g
       join tenant.organisation o on (o.district_id, o.id) = (g.district_id, g.org_id) where o.name = $1)`,
    [taughtSchool.name],
  )
  return term!
}

const readContent = (page: Page) =>
  callServer<TimetableContent>(page, `/api/timetable/content?id=${new URL(page.url()).searchParams.get('id')}`)

/** Where every lesson lies. */
const readPlaces = async (page: Page) =>
  (await readContent(page)).slots.map(({ id, weekday, periodId }) => `${id} ${weekday} ${periodId}`).toSorted()

test('the academic director makes a timetable by machine and by hand, and publishes it', async ({ page }, info) => {
  const { retry } = info
  const term = await findTerm()
  const name = `南山课表${retry + 1}`
  const grid = page.getByRole('grid')
  const cellAt = (cell: string) => grid.locator(`[data-cell="${cell}"]`)
  const lessonIn = (cell: string) => cellAt(cell).locator('[data-stop]').first()

  await test.step('a teacher has no lessons early on Monday', async () => {
    await signIn(page, taughtSchool.userName, `${base}/rules?term=${term.id}`)
    await page.getByRole('button', { name: '新建要求' }).first().click()
    const dialog = page.getByRole('dialog', { name: '新建排课要求' })
    await dialog.getByRole('checkbox', { name: busy }).check()
    await dialog.getByRole('button', { name: '周一第1节' }).click()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: '教师不排课' })).toContainText(busy)
  })

  await test.step('a new draft has all lessons of the assignments', async () => {
    await page.goto(`${base}/timetable?term=${term.id}`)
    await page.getByRole('button', { name: '新建课表' }).first().click()
    const dialog = page.getByRole('dialog', { name: '新建课表' })
    await dialog.getByLabel('名称').fill(name)
    await dialog.getByRole('button', { name: '新建', exact: true }).click()
    await expect(page.getByRole('region', { name: '待排' })).toContainText('16 节')
    await expect(page.getByText('48 节待排')).toBeVisible()
  })

  await test.step('the machine makes two drafts, which are compared', async () => {
    await page.getByRole('button', { name: '自动排课' }).click()
    const dialog = page.getByRole('dialog', { name: '自动排课' })
    await expect(dialog.getByText('没有发现矛盾，可以开始排课。')).toBeVisible()
    await dialog.getByLabel('每个方案最长时间').selectOption('30')
    await dialog.getByLabel('方案数').selectOption('2')
    await dialog.getByRole('button', { name: '开始排课' }).click()
    const found = dialog.getByRole('region', { name: '排课结果' })
    await expect(found.getByRole('row', { name: /自动[12].*48.*0/ })).toHaveCount(2)
    await expectAccessible(page)
    for (const draft of [1, 2]) await found.getByRole('checkbox', { name: new RegExp(`自动${draft}$`) }).check()
    await found.getByRole('button', { name: '对比选中的两个方案' }).click()
    await expect(page.getByText(/^不同 \d+ 节，相同 \d+ 节$/)).toBeVisible()
    await page.getByRole('button', { name: '结束对比' }).click()
    await expect(grid).toBeVisible()
    const { timetable, slots, groups, periods } = await readContent(page)
    expect(timetable.unplaced).toBe(0)
    const first = periods.find((period) => period.name === '第1节')!
    const early = slots.filter(({ weekday, periodId }) => weekday === 1 && periodId === first.id)
    const subjects = early.map(({ groupId }) => groups.find(({ id }) => id === groupId)!.subjectName)
    expect(subjects).not.toContain('数学')
  })

  await test.step('a lesson is moved by dragging, by two clicks and by keys: the draft is the same', async () => {
    const before = await readPlaces(page)
    const content = await readContent(page)
    const from = findLesson(content, '数学')
    await lessonIn(from).click()
    const [free, blocked] = await findVerdicts(grid, busy)
    await expectAccessible(page)
    // It is marked as disabled, and says why when it is pressed all the same.
    await lessonIn(blocked).click({ force: true })
    await expect(page.getByRole('alert')).toContainText(new RegExp(`${busy}.*课`))
    await page.keyboard.press('Escape')
    await expect(grid).not.toHaveAttribute('data-held', '')

    const drag = async () => {
      await lessonIn(from).hover()
      await page.mouse.down()
      await moveMouseTo(page, cellAt(free))
      await expect(cellAt(free)).toHaveAttribute('data-state', /free|swap/)
      await page.mouse.up()
    }
    const click = async () => {
      await lessonIn(from).click()
      await expect(cellAt(free)).toHaveAttribute('data-state', /free|swap/)
      await lessonIn(free).click()
    }
    const press = async () => {
      await lessonIn(from).focus()
      await page.keyboard.press('Space')
      await expect(cellAt(free)).toHaveAttribute('data-state', /free|swap/)
      for (const key of listKeys(content, from, free)) await page.keyboard.press(key)
      await page.keyboard.press('Space')
    }
    const results: string[][] = []
    for (const move of [drag, click, press]) {
      await move()
      await expect(page.getByRole('heading', { name: '本次改动 1 处' })).toBeVisible()
      await expect.poll(() => readPlaces(page)).not.toEqual(before)
      results.push(await readPlaces(page))
      await lessonIn(free).focus()
      await page.keyboard.press('Control+z')
      await expect.poll(() => readPlaces(page)).toEqual(before)
    }
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toEqual(results[0])
  })

  const check = () => page.getByRole('button', { name: '检查', exact: true }).click()
  const openPublication = async () => {
    await page.getByRole('button', { name: '发布', exact: true }).click()
    return page.getByRole('dialog', { name: `发布“${name} 自动1”` })
  }

  await test.step('a teacher who would be in two classes at once is named, and the draft is not published', async () => {
    const content = await readContent(page)
    const [kept, taken] = findPair(content)
    const assign = (userId: string) =>
      callServer(page, '/api/jiaowu/saveInSubject', {
        termId: term.id,
        classIds: [taken.classId],
        subjectId: taken.subjectId,
        userId,
        weekHours: taken.weekHours,
      })
    await assign(kept.teacherIds[0]!)
    try {
      await check()
      const found = page.getByRole('region', { name: '检查结果' })
      await expect(found).toContainText(busy)
      await expect(found.getByText('冲突', { exact: true }).first()).toBeVisible()
      const dialog = await openPublication()
      await expect(dialog.getByText('有冲突的课表不能发布，请先调整。')).toBeVisible()
      await dialog.getByRole('button', { name: '发布', exact: true }).click()
      await expect(dialog.getByText(/^课表还有\d+处冲突，不能发布。/).first()).toContainText(busy)
      await dialog.getByRole('button', { name: '取消' }).click()
    } finally {
      await assign(taken.teacherIds[0]!)
    }
    await check()
    await expect(page.getByText('已校验').first()).toBeVisible()
  })

  await test.step('it is published for the next Monday, after a look at what that changes', async () => {
    const monday = addDays(getMonday(dayOf(new Date())), 7)
    const dialog = await openPublication()
    await expect(dialog.getByLabel('生效日期')).toHaveValue(term.startsOn > monday ? term.startsOn : monday)
    const preview = dialog.getByRole('region', { name: '发布后' }).or(dialog.getByLabel('发布后'))
    await expect(preview).toContainText('4 位教师，3 个班级')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    const progress = page.getByRole('dialog', { name: '发布课表' })
    await expect(progress.getByText(/^已写入\d+节课$/)).toBeVisible()
    await progress.getByRole('button', { name: '完成' }).click()
    await expect(page.getByText('已发布').first()).toBeVisible()
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(page.getByRole('table', { name: /七\(1\)班/ })).toContainText('数学')
  })

  await test.step('the class gets its sheet, and the school the one of all classes', async () => {
    // The dialog of the browser is not part of the test; the shell without a window would close it at once.
    await page.evaluate('window.print = () => {}')
    for (const [item, width, height] of [
      ['打印这张课表（A4）', 297, 210],
      ['打印总表（A3）', 420, 297],
    ] as const) {
      await page.getByRole('button', { name: '更多操作', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect(page.locator('[data-sheet]')).toBeAttached()
      await page.emulateMedia({ media: 'print' })
      expect(await listCutOff(page)).toEqual([])
      expectSheet(await printPage(page, info.outputPath(`${width}.pdf`)), { width, height })
      await page.emulateMedia({ media: null })
      await expect(page.locator('[data-sheet]')).toHaveCount(0)
    }
  })
})

type Group = TimetableContent['groups'][number]

/** Lessons of two classes in one cell, the first of them of the busy teacher. */
function findPair({ slots, groups }: TimetableContent): readonly [Group, Group] {
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  for (const slot of slots) {
    const group = groupOf.get(slot.groupId)!
    if (group.subjectName !== '数学') continue
    const other = slots.find((one) => one.weekday === slot.weekday && one.periodId === slot.periodId && one !== slot)
    if (other) return [group, groupOf.get(other.groupId)!]
  }
  throw new Error('no two lessons at one time')
}

/** The cell of the first lesson of a subject of the first class. */
function findLesson({ slots, groups, classes }: TimetableContent, subject: string) {
  const group = groups.find(({ classId, subjectName }) => classId === classes[0]!.id && subjectName === subject)!
  const { weekday, periodId } = slots.find(({ groupId }) => groupId === group.id)!
  return `${weekday}:${periodId}`
}

/** An empty cell that takes the held lesson, and one that refuses because its teacher is in another class. */
async function findVerdicts(grid: Locator, teacher: string): Promise<readonly [string, string]> {
  const of = (state: string) => grid.locator(`[data-cell][data-state="${state}"]`)
  const free = of('free').filter({ has: grid.page().locator('[data-empty]') })
  const refusing = of('blocked').filter({ hasText: `${teacher}在` })
  const readCell = async (cells: Locator) => (await cells.first().getAttribute('data-cell'))!
  return [await readCell(free), await readCell(refusing)]
}

async function moveMouseTo(page: Page, target: Locator) {
  const box = (await target.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
}

/** The arrow keys from one cell to another. */
function listKeys({ weekdays, periods }: TimetableContent, from: string, to: string) {
  const rows = periods.filter(({ kind }) => kind !== 'break' && kind !== 'noon').map(({ id }) => id)
  const at = (cell: string) => {
    const [weekday = '', period = ''] = cell.split(':')
    return [weekdays.indexOf(Number(weekday)), rows.indexOf(period)] as const
  }
  const [[column, row], [toColumn, toRow]] = [at(from), at(to)]
  const repeat = (distance: number, [back, forth]: readonly [string, string]) =>
    Array.from({ length: Math.abs(distance) }, () => (distance < 0 ? back : forth))
  return [...repeat(toColumn - column, ['ArrowLeft', 'ArrowRight']), ...repeat(toRow - row, ['ArrowUp', 'ArrowDown'])]
}
