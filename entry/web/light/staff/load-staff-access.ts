import { accessApi, type MenuModule } from '#kernel/access/contract.ts'
import { messageApi } from '#kernel/message/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { followThemeChoice } from '#packages/web/core/choose-theme.ts'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { saveTheme } from '../../save-theme.ts'

export interface StaffAccess {
  modules: readonly MenuModule[]
  permissions: readonly string[]
  closedApplications?: readonly string[] | undefined
}

/** The permissions of the signed-in user. The unread count is loaded in parallel, and nothing waits for it. */
export async function loadStaffAccess(): Promise<StaffAccess> {
  call(messageApi.unreadCount).then(setWaitingCounts, () => {})
  const access = await call(accessApi.menu)
  followThemeChoice(access.theme, saveTheme)
  return access
}
