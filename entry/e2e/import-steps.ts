import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Counts user actions: clicks, keys, chosen files. */
export function countActions() {
  let actions = 0
  const perform = async <T>(work: Promise<T>) => {
    actions++
    return work
  }
  return { perform, count: () => actions }
}
type PerformAction = ReturnType<typeof countActions>['perform']

/** Applies all suggested fixes with one click and a confirmation. */
export async function adoptAllSuggestions(page: Page, perform: PerformAction) {
  await perform(page.getByRole('button', { name: /^采用全部建议/ }).click())
  await perform(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^采用（/ })
      .click(),
  )
}

/** Pastes the other corrections kind by kind, in the order of the page. */
export async function pasteCorrections(
  page: Page,
  perform: PerformAction,
  kinds: readonly string[],
  faults: readonly { kind: string; right: string }[],
) {
  const grid = page.getByRole('grid', { name: '导入的数据' })
  for (const kind of kinds) {
    const right = faults.filter((fault) => fault.kind === kind).map((fault) => fault.right)
    await expect(grid.getByRole('row')).toHaveCount(right.length + 1)
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(right.join('\n'))})`)
    // The first wrong field already has the focus.
    await perform(page.keyboard.press('Control+V'))
  }
  await expect(page.getByText('没有错误，可以导入')).toBeVisible()
  // Rows that load late move the button away from under the click.
  await expect(page.getByRole('status', { name: '正在加载' })).toHaveCount(0)
}

export async function undoImport(page: Page, perform: PerformAction) {
  await perform(page.getByRole('button', { name: '撤销本次导入' }).click())
  await perform(page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click())
  await expect(page.getByText('已撤销').first()).toBeVisible({ timeout: 60_000 })
}
