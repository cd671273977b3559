import type { Locator, Page } from '@playwright/test'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

/** No other journey requests access at this school. */
const school = { admin: 'chenlan.admin', head: 'chenlan.head', teacher: 'chenlan.teacher', applicant: 'chenlan.grade' }
const target = '/systemSet/AppAuthorize'

const getName = (page: Page) => page.evaluate<string>('JSON.parse(localStorage.getItem("user")).realName')

async function choosePerson(field: Locator, page: Page, name: string) {
  await field.fill(name)
  await page.getByText(`${name}　`).first().click()
}

async function openRequest(page: Page, userName: string, title: RegExp, tab = '') {
  await signIn(page, userName, `/approval${tab}`)
  await page.getByRole('button', { name: title }).first().click()
  await expect(page.getByRole('article').getByRole('heading', { level: 2, name: title })).toBeVisible()
}

test('a flow is designed, tried and published; a request is countersigned, returned and delegated', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const names = { admin: '', head: '', teacher: '', applicant: '' }
  for (const role of ['applicant', 'head', 'teacher', 'admin'] as const) {
    await signIn(page, school[role], '/favicon.svg')
    names[role] = await getName(page)
  }
  const title = new RegExp(`${names.applicant}申请使用“应用授权管理”`)

  await test.step('a step for two people is added before that of the administrator', async () => {
    await page.goto('/systemSet/flows')
    await page.getByRole('button', { name: /^权限申请/ }).click()
    const steps = page.getByRole('navigation', { name: '流程步骤' })
    await steps.getByRole('button', { name: '在此添加步骤' }).first().click()
    await page.getByRole('menuitem', { name: '审批', exact: true }).click()
    await page.getByRole('textbox', { name: '步骤名称' }).fill('校内会签')
    await page.getByRole('button', { name: '保存草稿' }).click()
    // It has no approver yet.
    await expect(steps.getByText('请选择人员')).toBeVisible()
    const people = page.getByRole('combobox', { name: '人员', exact: true })
    await choosePerson(people, page, names.head)
    await choosePerson(people, page, names.teacher)
    await page.getByRole('combobox', { name: '多人时' }).first().selectOption({ label: '会签' })
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expectNote(page, '草稿已保存')
  })

  await test.step('the trial shows both steps, and sends nothing', async () => {
    await page.getByRole('button', { name: '试运行' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '试运行' }).click()
    await expect(dialog.getByText('请选择申请人')).toBeVisible()
    await choosePerson(dialog.getByRole('combobox', { name: '申请人' }), page, names.applicant)
    await dialog.getByRole('button', { name: '试运行' }).click()
    const path = dialog.getByRole('region', { name: '审批路径' })
    await expect(path.getByRole('listitem')).toHaveCount(2)
    await expect(path).toContainText('会签')
    await dialog.getByRole('button', { name: '关闭' }).last().click()
  })

  await test.step('published, it is the own flow of the school', async () => {
    await page.getByRole('button', { name: '发布', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('进行中的申请')
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await expect(page.getByText('正在使用本单位的流程')).toBeVisible()
  })

  await test.step('the head is away for some days: the administrator decides for him', async () => {
    await signIn(page, school.head, '/personal/approvals')
    await page.getByRole('button', { name: '新建代理' }).click()
    const dialog = page.getByRole('dialog')
    await choosePerson(dialog.getByRole('combobox', { name: '代理人' }), page, names.admin)
    const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })
    const days = dialog.getByPlaceholder('年-月-日')
    await days.first().fill(today)
    await days.last().fill(today)
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('list', { name: '审批代理' })).toContainText(`${names.head} → ${names.admin}`)
  })

  await test.step('a request is returned with a question, changed, and sent again', async () => {
    await signIn(page, school.applicant)
    const token = await page.evaluate<string>('localStorage.getItem("token")')
    const answer = await page.request.post('/api/app/askAccess', {
      data: { accessTarget: { kind: 'page', target }, reason: '查看' },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toMatchObject({ ret: 1 })
    await openRequest(page, school.teacher, title)
    await page.getByRole('button', { name: '退回', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('退回原因').fill('请写明要核对什么')
    await dialog.getByRole('button', { name: '退回', exact: true }).click()
    await expectNote(page, '已退回')

    await openRequest(page, school.applicant, title, '?tab=mine')
    await expect(page.getByRole('list', { name: '审批流程' })).toContainText('请写明要核对什么')
    await page.getByRole('button', { name: '重新提交' }).click()
    await dialog.getByLabel('用途').fill('给新教师开通备课应用')
    await dialog.getByRole('button', { name: '重新提交' }).click()
    await expectNote(page, '已重新提交')
  })

  await test.step('both sign: one himself, one by the deputy, who then gives the permission', async () => {
    await openRequest(page, school.teacher, title)
    await expect(page.getByRole('article')).toContainText('给新教师开通备课应用')
    await page.getByRole('button', { name: '同意', exact: true }).last().click()
    await expectNote(page, '已同意')

    await openRequest(page, school.admin, title)
    await expect(page.getByRole('list', { name: '待我处理' })).toContainText(`代${names.head}`)
    await page.getByRole('button', { name: '同意', exact: true }).last().click()
    await expectNote(page, '已同意')
    await openRequest(page, school.admin, title)
    const path = page.getByRole('complementary', { name: '审批流程' })
    await expect(path).toContainText(`${names.admin} 代 ${names.head}`)
    await expect(path).toContainText('会签')
    await page.getByRole('button', { name: '同意', exact: true }).last().click()
    await expectNote(page, '已同意')
  })

  await test.step('the applicant opens the page; the school gives its flow up again', async () => {
    await signIn(page, school.applicant, target)
    await expect(page.getByRole('heading', { level: 1, name: '应用授权管理' })).toBeVisible()
    await signIn(page, school.admin, '/systemSet/flows')
    await page.getByRole('button', { name: /^权限申请/ }).click()
    await page.getByRole('button', { name: '停用', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
    await expect(page.getByText('正在使用系统默认的流程')).toBeVisible()
  })
})
