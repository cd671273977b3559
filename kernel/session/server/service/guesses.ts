import type { Ctx, PersonalWords } from '#packages/core'
import { wordsOfPlaces, type Self } from '#kernel/identity/server'
import { namesUpwards } from '#kernel/org/server'
import { placesOfPerson } from '#kernel/staff/server'
import { schoolOfPerson } from '#kernel/student/server'

type Reading = Pick<Ctx, 'db' | 'now'>

/** What the places are called where somebody works or learns, up to the district. */
export async function placeNamesOf(ctx: Reading, personId: string): Promise<string[]> {
  const places = await placesOfPerson(ctx, personId)
  const school = await schoolOfPerson(ctx, personId)
  return namesUpwards(ctx, [...places.map(({ orgId }) => orgId), ...(school ? [school] : [])])
}

/** What somebody who knows this person, and where she works or learns, would try as her password. */
export async function guessesOf(ctx: Reading, { id, guesses }: Pick<Self, 'id' | 'guesses'>): Promise<PersonalWords> {
  const places = wordsOfPlaces(await placeNamesOf(ctx, id))
  return { ...guesses, words: [...(guesses.words ?? []), ...places] }
}
