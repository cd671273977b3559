import type { Ctx } from '#packages/core'
import { listOrganisationPasswordTerms } from './frequent-passwords.ts'

type ListOrganisationNames = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string) => Promise<string[]>

type FindMainOrganisation = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string) => Promise<string>

let listNames: ListOrganisationNames | undefined
let findMain: FindMainOrganisation | undefined

/** Who works or learns where is known further up: told at start-up by whoever keeps the doors. */
export const offerPlaceNames = (offered: ListOrganisationNames) => void (listNames = offered)

/** What somebody would try as a password who knows where this person works or learns. */
export const getPasswordTermsOfPerson = async (ctx: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<string[]> =>
  listNames ? listOrganisationPasswordTerms(await listNames(ctx, personId)) : []

/** The name of the organisation where somebody mainly works, told by whoever keeps places. */
export const offerMainPlace = (offered: FindMainOrganisation) => void (findMain = offered)

export const getMainOrganisationName = async (ctx: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<string> =>
  findMain ? findMain(ctx, personId) : ''
