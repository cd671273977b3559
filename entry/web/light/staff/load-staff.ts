import { accessApi, type MenuModule } from '#kernel/access/contract.ts'
import { messageApi } from '#kernel/message/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { setCounts } from '#packages/web/core/counts.ts'

export interface Staff {
  modules: readonly MenuModule[]
  permissions: readonly string[]
}

/** What whoever is signed in may do. What waits is counted beside it, and nobody waits for that. */
export async function loadStaff(): Promise<Staff> {
  call(messageApi.unreadCount).then(setCounts, () => {})
  return call(accessApi.menu)
}
