import type { Page } from '@playwright/test'
import { expect } from './story.ts'

/** Counts what somebody does: presses, keys, files chosen. */
export function countActs() {
  let acts = 0
  const act = async <T>(work: Promise<T>) => {
    acts++
    return work
  }
  return { act, count: () => acts }
}
type Act = ReturnType<typeof countActs>['act']

/** What needs nobody is mended with one press and a yes. */
export async function adoptAll(page: Page, act: Act) {
  await act(page.getByRole('button', { name: /^采用全部建议/ }).click())
  await act(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^采用（/ })
      .click(),
  )
}

/** The rest is pasted kind by kind, in the order in which the page leads there. */
export async function pasteAll(
  page: Page,
  act: Act,
  kinds: readonly string[],
  faults: readonly { kind: string; right: string }[],
) {
  const grid = page.getByRole('grid', { name: '导入的数据' })
  for (const kind of kinds) {
    const right = faults.filter((fault) => fault.kind === kind).map((fault) => fault.right)
    await expect(grid.getByRole('row')).toHaveCount(right.length + 1)
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(right.join('\n'))})`)
    // The first field that is wrong is where one is already.
    await act(page.keyboard.press('Control+V'))
  }
  await expect(page.getByText('没有错误，可以导入')).toBeVisible()
  // Rows that come in late move the button away from under the press.
  await expect(page.getByRole('status', { name: '正在加载' })).toHaveCount(0)
}

export async function undoImport(page: Page, act: Act) {
  await act(page.getByRole('button', { name: '撤销本次导入' }).click())
  await act(page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click())
  await expect(page.getByText('已撤销').first()).toBeVisible({ timeout: 60_000 })
}
