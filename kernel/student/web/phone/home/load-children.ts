import { studentApi, type AgreementKind } from '../../../contract.ts'
import { messageApi } from '#kernel/message/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { setChildren, useFamily } from '#packages/web/core/family.ts'

export interface Agreement {
  kind: AgreementKind
  title: string
  version: number
  page: string
}

/** Loads the user's children. Returns the agreements to accept first; on failure the page offers a retry. */
export async function loadChildren(): Promise<Agreement[]> {
  // The unread count is loaded in parallel, and nothing waits for it.
  call(messageApi.unreadCount).then(setWaitingCounts, () => {})
  try {
    const { children, agreements } = await call(studentApi.children)
    setChildren(children)
    return agreements
  } catch {
    useFamily.setState({ status: 'failed' })
    return []
  }
}

export const acceptAgreements = (agreements: readonly Agreement[]) =>
  call(studentApi.accept, { body: { kinds: agreements.map(({ kind }) => kind) } })
