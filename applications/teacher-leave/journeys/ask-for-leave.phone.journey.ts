import { countActions } from '#entry/e2e/import-steps.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'
import { getLoginName, signInPeople, type SignInPerson } from '#entry/e2e/sign-in-people.ts'

const loginOf = (who: SignInPerson) => getLoginName('phone', who)
const { ill, standIn, departmentHead } = signInPeople

test('a teacher with a fever asks for half a day, her head approves, and her deputy is notified', async ({ page }, {
  retry,
}) => {
  // A second try must not overlap with the first one.
  const half = retry === 0 ? '上午' : '下午'
  let dayAsked = ''

  await test.step('six taps from her home', async () => {
    await signIn(page, loginOf('ill'))
    const { perform, count } = countActions()
    await perform(page.getByRole('link', { name: '请假', exact: true }).click())
    await perform(page.getByRole('radio', { name: '病假' }).check())
    // The next working day, whatever today is.
    await perform(
      page
        .getByRole('radio', { name: new RegExp(`${half}$`) })
        .last()
        .check(),
    )
    const counted = page.getByRole('status').filter({ hasText: '计 0.5 天' })
    await expect(counted).toBeVisible()
    dayAsked = (await counted.textContent())!.slice(0, 10)
    await expect(page.getByRole('list', { name: /^审批路径/ })).toContainText(departmentHead.name)
    await perform(page.getByRole('radio', { name: '就医' }).check())
    await perform(page.getByRole('radio', { name: standIn.name }).check())
    await perform(page.getByRole('button', { name: '提交请假' }).click())
    await expectNote(page, '已提交，等待审批')
    expect(count()).toBeLessThanOrEqual(6)
    await expect(page.getByRole('button', { name: /^病假/ }).first()).toContainText('审批中')
  })

  await test.step('two taps decide it; the type, the time and who else is away are in sight', async () => {
    await signIn(page, loginOf('departmentHead'), '/approval')
    const { perform, count } = countActions()
    await perform(
      page
        .getByRole('button', { name: new RegExp(ill.name) })
        .first()
        .click(),
    )
    const lead = page.getByLabel('要点')
    await expect(lead).toContainText('病假')
    await expect(lead).toContainText('0.5天')
    await expect(page.getByText('同期请假')).toBeVisible()
    await perform(page.getByRole('button', { name: '同意', exact: true }).last().click())
    await expectNote(page, '已同意')
    expect(count()).toBe(2)
  })

  await test.step('the calendar of the week has her, with the type, because the head approved it', async () => {
    await page.goto('/application/TeacherAskForLeave/calendar')
    // Before a weekend the next working day is in the next week.
    const week = await page.getByText(/^[\d-]{10} 至 [\d-]{10}$/).textContent()
    if (week!.slice(-10) < dayAsked) await page.getByRole('button', { name: '下一周' }).click()
    await expect(page.getByText(`${ill.name} 病假（${half}）`).first()).toBeVisible()
  })

  await test.step('her deputy learns that she is away, not why', async () => {
    await signIn(page, loginOf('standIn'), '/message')
    await expect(page.getByText(`${ill.name}请假，审批由您代理`).first()).toBeVisible()
    await expect(page.getByText('病假')).toHaveCount(0)
  })

  await test.step('it holds, and she can still cancel it', async () => {
    await signIn(page, loginOf('ill'), '/application/TeacherAskForLeave')
    await page.getByRole('button', { name: /^病假/ }).first().click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('已批准')
    await expect(sheet.getByRole('list', { name: '审批流程' })).toContainText(departmentHead.name)
    await sheet.getByRole('button', { name: '取消请假' }).click()
    await page.getByRole('textbox', { name: '取消原因' }).fill('已退烧')
    await page.getByRole('button', { name: '取消请假' }).click()
    await expectNote(page, '已取消，并通知审批人')
  })
})
