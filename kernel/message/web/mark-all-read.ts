import type { PageHandle } from '#packages/web/core/module.ts'
import { markAllMessagesRead } from './queries.ts'

/** Nothing is new any more; what is to be done stays to be done. */
export async function markAllAsRead(page: PageHandle) {
  await markAllMessagesRead()
  page.showToast('已全部标为已读')
  await page.refresh()
}
