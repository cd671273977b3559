import { call } from '#packages/web/core/call.ts'
import { signOut } from '#packages/web/core/sign-out.ts'
import { sessionApi } from '../../../contract.ts'

/** Signs out and goes to a sign-in page. */
export async function signOutTo(address: '/login' | '/userLogin') {
  await signOut(() => call(sessionApi.logout))
  location.replace(address)
}
