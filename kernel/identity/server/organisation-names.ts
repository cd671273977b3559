import type { Ctx } from '#packages/core'
import { listOrganisationPasswordTerms } from './frequent-passwords.ts'

type ListOrganisationNames = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string) => Promise<string[]>

type FindMainOrganisation = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string) => Promise<string>

let listNames: ListOrganisationNames | undefined
let findMain: FindMainOrganisation | undefined

/** The session module registers the organisations of a person at start-up. */
export const offerPlaceNames = (offered: ListOrganisationNames) => void (listNames = offered)

/** Likely guesses from the organisations where a person works or learns. */
export const getPasswordTermsOfPerson = async (ctx: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<string[]> =>
  listNames ? listOrganisationPasswordTerms(await listNames(ctx, personId)) : []

/** The staff module registers how to find the main organisation of a person. */
export const offerMainPlace = (offered: FindMainOrganisation) => void (findMain = offered)

export const getMainOrganisationName = async (ctx: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<string> =>
  findMain ? findMain(ctx, personId) : ''
