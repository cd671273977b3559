import { accessApi, type MenuModule } from '#kernel/access/contract.ts'
import { messageApi } from '#kernel/message/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'

export interface StaffAccess {
  modules: readonly MenuModule[]
  permissions: readonly string[]
}

/** What whoever is signed in may do. What waits is counted beside it, and nobody waits for that. */
export async function loadStaffAccess(): Promise<StaffAccess> {
  call(messageApi.unreadCount).then(setWaitingCounts, () => {})
  return call(accessApi.menu)
}
