import type { SignIn } from '../../contract.ts'

/**
 * Whether somebody came in from a place, and with a device, that none of the earlier ones had: then people should look
 * twice. The newest is first; of the oldest one nothing can be said.
 */
export const isUnusualSignIn = (signIns: readonly SignIn[], at: number) => {
  const one = signIns[at]
  const earlier = signIns.slice(at + 1)
  return (
    one !== undefined &&
    earlier.length > 0 &&
    earlier.every(({ place, device }) => place !== one.place && device !== one.device)
  )
}
