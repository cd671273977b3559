import type { Page } from '@playwright/test'

/** Answers the question in words that stands on the page, and returns its field. */
export async function answerQuestion(page: Page) {
  const words = await page.getByText(/等于几/).innerText()
  const [one, other] = Array.from(words, (sign) => '零一二三四五六七八九'.indexOf(sign)).filter((at) => at >= 0)
  const field = page.getByLabel(/等于几/)
  await field.fill(String(one! + other!))
  return field
}
