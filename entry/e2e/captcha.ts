import type { Page } from '@playwright/test'

/** The sum that a question in words asks for. */
export function solve(question: string) {
  const [one, other] = Array.from(question, (sign) => '零一二三四五六七八九'.indexOf(sign)).filter((at) => at >= 0)
  return String(one! + other!)
}

/** Answers the question in words that stands on the page, and returns its field. */
export async function answerQuestion(page: Page) {
  const field = page.getByLabel(/等于几/)
  await field.fill(solve(await page.getByText(/等于几/).innerText()))
  return field
}
