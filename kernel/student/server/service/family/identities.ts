import { dayOf, idCardBirthday, type Ctx, type DistrictId, type FirstStep } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { openNumbers } from '#kernel/identity/server'
import { agreements, type AgreementKind } from '../../../contract.ts'
import { acceptedBy, guardianAccepted, guardianOfPerson, pupilOfPerson, type OwnPupil } from '../../family-queries.ts'
import { openFacts } from '../../numbers.ts'
import { hasGone } from './leaving.ts'

/** A pupil, or a guardian who comes in as such: what stands behind userType 1 and 2. */
export interface FamilyIdentity {
  /** The pupil, or the guardian. */
  id: string
  kind: 'pupil' | 'guardian'
  orgId: string
  pending: FirstStep[]
  /** A child under fourteen comes in when a guardian has agreed to the rules for children, and not before. */
  waitsForGuardian: boolean
}

type Reading = Pick<Ctx, 'db' | 'now'> & { districtId: DistrictId }

/** Below this age a guardian agrees, and not the child. */
const ageOfConsent = 14

/** What each kind of person has to agree to, herself. */
const kindsFor = { pupil: ['user', 'privacy'], guardian: ['user', 'privacy', 'children'] } as const

/** The school of the pupil that a person is. */
export const schoolOfPerson = async ({ db }: Pick<Ctx, 'db'>, personId: string): Promise<string | undefined> =>
  (await pupilOfPerson(db, personId))?.orgId

/** Who somebody is in the families' part of the house: nobody as a rule, sometimes both. */
export async function familiesOf(reading: Reading, personId: string): Promise<FamilyIdentity[]> {
  const { db } = reading
  const pupil = await pupilOfPerson(db, personId)
  const guardian = await guardianOfPerson(db, personId)
  const accepted = pupil || guardian ? await acceptedBy(db, personId) : []
  const identities: FamilyIdentity[] = []
  if (pupil && pupil.status !== 'died' && !hasGone(pupil.overOn, reading.now)) {
    const isChild = await isUnderAge(reading, pupil)
    const pending: FirstStep[] = !isChild && openKinds('pupil', accepted).length > 0 ? ['agreement'] : []
    const waitsForGuardian = isChild && !(await guardianAccepted(db, pupil.id, agreements.children.version))
    identities.push({ id: pupil.id, kind: 'pupil', orgId: pupil.orgId, pending, waitsForGuardian })
  }
  if (guardian) {
    const pending: FirstStep[] = openKinds('guardian', accepted).length > 0 ? ['agreement'] : []
    identities.push({ ...guardian, kind: 'guardian', pending, waitsForGuardian: false })
  }
  return identities
}

/** Whoever's birthday nobody knows counts as a child. */
async function isUnderAge({ db, now, districtId }: Reading, { id, personId, idCard, private: sealed }: OwnPupil) {
  const fields = await fieldsOf(db, districtId)
  const number = openNumbers(fields, { personId, phone: null, idCard }).idCard
  const birthday = openFacts(fields, id, sealed).birthday || (number ? idCardBirthday(number) : '')
  if (!birthday) return true
  return `${Number(birthday.slice(0, 4)) + ageOfConsent}${birthday.slice(4)}` > dayOf(now)
}

/** The agreements that this person has still to accept: a new version is asked for again. */
export function openKinds(
  kind: 'pupil' | 'guardian',
  accepted: readonly { kind: string; version: number }[],
): AgreementKind[] {
  const versions = new Map(accepted.map(({ kind, version }) => [kind, version]))
  return kindsFor[kind].filter((one) => (versions.get(one) ?? 0) < agreements[one].version)
}
