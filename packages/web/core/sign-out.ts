import { endSession, useSession } from './session.ts'

const timeoutMs = 2_000

/** Ends the session here at once, and on the server if it answers soon; otherwise it expires there. */
export async function signOut(callLogout: () => Promise<unknown>) {
  // Signing out is allowed from any organisation, also from one that this tab should not be in.
  useSession.setState({ orgId: '' })
  const request = callLogout().catch(() => {})
  endSession()
  // The next user of this computer is neither the developer nor the administrator of the platform.
  for (const other of ['adminToken', 'developerToken']) localStorage.removeItem(other)
  await Promise.race([request, new Promise((done) => setTimeout(done, timeoutMs))])
}
