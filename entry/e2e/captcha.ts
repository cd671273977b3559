import type { Page } from '@playwright/test'

/** The sum in a captcha question. */
export function solveCaptcha(question: string) {
  const [one, other] = Array.from(question, (sign) => '零一二三四五六七八九'.indexOf(sign)).filter((at) => at >= 0)
  return String(one! + other!)
}

/** Answers the captcha question on the page, and returns its field. */
export async function answerCaptcha(page: Page) {
  const field = page.getByLabel(/等于几/)
  await field.fill(solveCaptcha(await page.getByText(/等于几/).innerText()))
  return field
}
