import type { Ctx, PersonalWords } from '#packages/core'
import { wordsOfPlaces, type Self } from '#kernel/identity/server'
import { placesOfPerson } from '#kernel/staff/server'

/** What somebody who knows this person, and where she works, would try as her password. */
export async function guessesOf(ctx: Pick<Ctx, 'db' | 'now'>, { id, guesses }: Self): Promise<PersonalWords> {
  const places = await placesOfPerson(ctx, id)
  return { ...guesses, words: [...(guesses.words ?? []), ...wordsOfPlaces(places.map(({ orgName }) => orgName))] }
}
