import { expect, signIn, test } from '#entry/e2e/journey.ts'
import { expectSheet, listCutOff, printPage } from './printed-sheet.ts'

const papers = [
  { name: '总课表 A3', title: '总课表', width: 420, height: 297, rows: 36 },
  { name: '班级课表 A4', title: '七(3)班课表', width: 297, height: 210, rows: 0 },
  { name: '口袋课表', title: '陈国栋的课表', width: 148, height: 105, rows: 0 },
] as const

test('the sheet of 36 classes is one A3, that of a class one A4, and the card of a teacher fits into a pocket', async ({
  page,
  cast,
}, info) => {
  await signIn(page, cast.districtAdmin, '/icon/timetable')
  for (const { name, title, rows, ...paper } of papers) {
    await test.step(name, async () => {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.locator('[data-sheet]').getByText(title, { exact: true })).toBeAttached()
      await page.emulateMedia({ media: 'print' })
      expect(await listCutOff(page)).toEqual([])
      await page.emulateMedia({ media: null })
      const sheet = await printPage(page, info.outputPath(`${paper.width}.pdf`))
      expectSheet(sheet, paper)
      const texts = sheet.words.map(({ text }) => text)
      expect(texts.join(' ')).toContain(title)
      expect(texts.filter((text) => /^[七八九]\(\d+\)班$/.test(text))).toHaveLength(rows)
    })
  }
})
