import { addDays, type Ctx, dayOf, type DistrictId, type FirstStep, idCardBirthday } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { decryptNumbers } from '#kernel/identity/server/api.ts'
import { agreements, type AgreementKind } from '../../../contract.ts'
import {
  listAcceptedAgreements,
  hasGuardianAccepted,
  findGuardianOfPerson,
  findPupilOfPerson,
  type PupilIdentityRow,
} from '../../family-queries.ts'
import { decryptPrivateFacts } from '../../encrypted-fields.ts'

/** After leaving the school a child's data stays readable, but not editable, for this time. */
const readableDaysAfterDeparture = 30

/** `overOn` is the first day without an enrolment. */
export const hasLeft = (overOn: string | null, now: Date) => overOn !== null && overOn <= dayOf(now)

export const isPastReadable = (overOn: string | null, now: Date) =>
  overOn !== null && addDays(overOn, readableDaysAfterDeparture) <= dayOf(now)

/** A pupil or guardian who signs in; on the wire userType 1 and 2. */
export interface FamilyIdentity {
  /** The id of the pupil or of the guardian. */
  id: string
  kind: 'pupil' | 'guardian'
  orgId: string
  pending: FirstStep[]
  /** A child under fourteen can sign in only after a guardian has accepted the agreement for children. */
  waitsForGuardian: boolean
}

type IdentityContext = Pick<Ctx, 'db' | 'now'> & { districtId: DistrictId }

/** Below this age a guardian accepts the agreements instead of the child. */
const ageOfConsent = 14

/** The agreements that each kind of person must accept. */
const requiredAgreements = { pupil: ['user', 'privacy'], guardian: ['user', 'privacy', 'children'] } as const

export const findSchoolOfPupil = async ({ db }: Pick<Ctx, 'db'>, personId: string): Promise<string | undefined> =>
  (await findPupilOfPerson(db, personId))?.orgId

/** The family identities of a person: usually none, sometimes both kinds. */
export async function listFamilyIdentities(context: IdentityContext, personId: string): Promise<FamilyIdentity[]> {
  const { db } = context
  const pupil = await findPupilOfPerson(db, personId)
  const guardian = await findGuardianOfPerson(db, personId)
  const accepted = pupil || guardian ? await listAcceptedAgreements(db, personId) : []
  const identities: FamilyIdentity[] = []
  if (pupil && pupil.status !== 'died' && !isPastReadable(pupil.overOn, context.now)) {
    const isChild = await isUnderAge(context, pupil)
    const pending: FirstStep[] = !isChild && listOpenAgreements('pupil', accepted).length > 0 ? ['agreement'] : []
    const waitsForGuardian = isChild && !(await hasGuardianAccepted(db, pupil.id, agreements.children.version))
    identities.push({ id: pupil.id, kind: 'pupil', orgId: pupil.orgId, pending, waitsForGuardian })
  }
  if (guardian) {
    const pending: FirstStep[] = listOpenAgreements('guardian', accepted).length > 0 ? ['agreement'] : []
    identities.push({ ...guardian, kind: 'guardian', pending, waitsForGuardian: false })
  }
  return identities
}

/** A pupil whose birthday is unknown counts as under age. */
async function isUnderAge(
  { db, now, districtId }: IdentityContext,
  { id, personId, idCard, private: sealed }: PupilIdentityRow,
) {
  const fields = await loadFieldCipher(db, districtId)
  const number = decryptNumbers(fields, { personId, phone: null, idCard }).idCard
  const birthday = decryptPrivateFacts(fields, id, sealed).birthday || (number ? idCardBirthday(number) : '')
  if (!birthday) return true
  return `${Number(birthday.slice(0, 4)) + ageOfConsent}${birthday.slice(4)}` > dayOf(now)
}

/** The agreements that a person has not accepted in their current version. */
export function listOpenAgreements(
  kind: 'pupil' | 'guardian',
  accepted: readonly { kind: string; version: number }[],
): AgreementKind[] {
  const versions = new Map(accepted.map(({ kind, version }) => [kind, version]))
  return requiredAgreements[kind].filter((one) => (versions.get(one) ?? 0) < agreements[one].version)
}
