import { call } from '#packages/web/core/call.ts'
import type { PageHandle } from '#packages/web/core/module.ts'
import { staffApi } from '../contract.ts'

const secondsUntilRead = [2, 3, 5]

/** Requests a recount. A worker does it within seconds, so the page is refetched a few times. */
export async function requestRecount(page: PageHandle) {
  await call(staffApi.recount)
  page.showToast('已开始统计')
  void refreshRepeatedly(page)
}

async function refreshRepeatedly({ refresh }: PageHandle) {
  for (const seconds of secondsUntilRead) {
    await new Promise((done) => setTimeout(done, seconds * 1000))
    await refresh()
  }
}
