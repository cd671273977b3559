import type { Ctx } from '#packages/core'
import type { UserProfile } from '../contract.ts'

type PupilProfile = Pick<
  UserProfile,
  'name' | 'sex' | 'gradeName' | 'className' | 'classTeacher' | 'orgName' | 'needSetLinkman'
>
type Reader = (ctx: Ctx, userId: string) => Promise<PupilProfile | undefined>

let reader: Reader = async () => undefined

/** Pupils are kept above this module, which tells it at start-up whom of them somebody may see. */
export function offerPupilProfiles(given: Reader) {
  reader = given
}
export const pupilProfile: Reader = (ctx, userId) => reader(ctx, userId)
