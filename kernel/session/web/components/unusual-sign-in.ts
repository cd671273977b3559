import type { SignIn } from '../../contract.ts'

/**
 * Whether both the network and the device are new compared with earlier sign-ins. The newest sign-in is first; the
 * oldest one has nothing to compare with.
 */
export const isUnusualSignIn = (signIns: readonly SignIn[], at: number) => {
  const one = signIns[at]
  const earlier = signIns.slice(at + 1)
  return (
    one !== undefined &&
    earlier.length > 0 &&
    earlier.every(({ network, device }) => network !== one.network && device !== one.device)
  )
}
