import type { PageHandle } from '#packages/web/core/module.ts'
import { markAllMessagesRead } from './queries.ts'

/** Marks all messages as read; open to-dos stay open. */
export async function markAllAsRead(page: PageHandle) {
  await markAllMessagesRead()
  page.showToast('已全部标为已读')
  await page.refresh()
}
