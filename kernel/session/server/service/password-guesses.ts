import type { Ctx, PersonalWords } from '#packages/core'
import { listOrganisationPasswordTerms, type DecryptedPerson } from '#kernel/identity/server'
import { listUnitNames } from '#kernel/org/server'
import { listMembershipsOfPerson } from '#kernel/staff/server'
import { findSchoolOfPupil } from '#kernel/student/server'

type GuessContext = Pick<Ctx, 'db' | 'now'>

/** What the places are called where somebody works or learns, up to the district. */
export async function listOrganisationNames(ctx: GuessContext, personId: string): Promise<string[]> {
  const memberships = await listMembershipsOfPerson(ctx, personId)
  const school = await findSchoolOfPupil(ctx, personId)
  return listUnitNames(ctx, [...memberships.map(({ orgId }) => orgId), ...(school ? [school] : [])])
}

/** What somebody who knows this person, and where she works or learns, would try as her password. */
export async function getPasswordGuesses(
  ctx: GuessContext,
  { id, guesses }: Pick<DecryptedPerson, 'id' | 'guesses'>,
): Promise<PersonalWords> {
  const organisationTerms = listOrganisationPasswordTerms(await listOrganisationNames(ctx, id))
  return { ...guesses, dictionaryWords: [...(guesses.dictionaryWords ?? []), ...organisationTerms] }
}
