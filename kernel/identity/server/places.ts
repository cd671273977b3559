import type { Ctx } from '#packages/core'
import { wordsOfPlaces } from './frequent-passwords.ts'

type PlaceNames = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string) => Promise<string[]>

type MainPlace = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string) => Promise<string>

let namesOf: PlaceNames | undefined
let mainPlaceOf: MainPlace | undefined

/** Who works or learns where is known further up: told at start-up by whoever keeps the doors. */
export const offerPlaceNames = (offered: PlaceNames) => void (namesOf = offered)

/** What somebody would try as a password who knows where this person works or learns. */
export const placeWordsOf = async (ctx: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<string[]> =>
  namesOf ? wordsOfPlaces(await namesOf(ctx, personId)) : []

/** The name of the organisation where somebody mainly works, told by whoever keeps places. */
export const offerMainPlace = (offered: MainPlace) => void (mainPlaceOf = offered)

export const mainPlaceNameOf = async (ctx: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<string> =>
  mainPlaceOf ? mainPlaceOf(ctx, personId) : ''
