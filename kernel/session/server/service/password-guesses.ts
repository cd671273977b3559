import type { Ctx, PersonalWords } from '#packages/core'
import { listOrganisationPasswordTerms, type DecryptedPerson } from '#kernel/identity/server/api.ts'
import { listUnitNames } from '#kernel/org/server/api.ts'
import { listMembershipsOfPerson } from '#kernel/staff/server/api.ts'
import { findSchoolOfPupil } from '#kernel/student/server/api.ts'

type GuessContext = Pick<Ctx, 'db' | 'now'>

/** Names of the organisations where a person works or learns, up to the district. */
export async function listOrganisationNames(ctx: GuessContext, personId: string): Promise<string[]> {
  const memberships = await listMembershipsOfPerson(ctx, personId)
  const school = await findSchoolOfPupil(ctx, personId)
  return listUnitNames(ctx, [...memberships.map(({ orgId }) => orgId), ...(school ? [school] : [])])
}

/** Likely password guesses from the person's data and organisations. */
export async function getPasswordGuesses(
  ctx: GuessContext,
  { id, guesses }: Pick<DecryptedPerson, 'id' | 'guesses'>,
): Promise<PersonalWords> {
  const organisationTerms = listOrganisationPasswordTerms(await listOrganisationNames(ctx, id))
  return { ...guesses, dictionaryWords: [...(guesses.dictionaryWords ?? []), ...organisationTerms] }
}
