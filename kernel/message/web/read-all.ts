import type { PageHandle } from '#packages/web/core/module.ts'
import { markAllRead } from './queries.ts'

/** Nothing is new any more; what is to be done stays to be done. */
export async function readAll(page: PageHandle) {
  await markAllRead()
  page.say('已全部标为已读')
  await page.refresh()
}
