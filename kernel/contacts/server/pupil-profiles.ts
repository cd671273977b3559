import { findContribution, type Ctx } from '#packages/core'
import type { UserProfile } from '../contract.ts'

type PupilProfile = Pick<
  UserProfile,
  'name' | 'sex' | 'gradeName' | 'className' | 'classTeacher' | 'orgName' | 'needSetLinkman'
>
type PupilProfileReader = (ctx: Ctx, userId: string) => Promise<PupilProfile | undefined>

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Reads the visible profile of a pupil. */
    pupilProfiles: PupilProfileReader
  }
}

export const findPupilProfile: PupilProfileReader = async (ctx, userId) =>
  findContribution(ctx, 'pupilProfiles')?.(ctx, userId)
