import type { Ctx } from '#packages/core'
import type { UserProfile } from '../contract.ts'

type PupilProfile = Pick<
  UserProfile,
  'name' | 'sex' | 'gradeName' | 'className' | 'classTeacher' | 'orgName' | 'needSetLinkman'
>
type PupilProfileReader = (ctx: Ctx, userId: string) => Promise<PupilProfile | undefined>

let reader: PupilProfileReader = async () => undefined

/** The student module depends on this one and registers its reader of visible pupil profiles at start-up. */
export function offerPupilProfiles(profileReader: PupilProfileReader) {
  reader = profileReader
}
export const findPupilProfile: PupilProfileReader = (ctx, userId) => reader(ctx, userId)
