import { findContribution, type Ctx } from '#packages/core'
import { listOrganisationPasswordTerms } from './frequent-passwords.ts'

type PersonCtx = Pick<Ctx, 'app' | 'db' | 'now'>

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The names of the organisations where a person works or learns. */
    organisationNames: (ctx: PersonCtx, personId: string) => Promise<string[]>
    /** The name of the main organisation of a person. */
    mainOrganisationNames: (ctx: PersonCtx, personId: string) => Promise<string>
  }
}

/** Likely guesses from the organisations where a person works or learns. */
export async function getPasswordTermsOfPerson(ctx: PersonCtx, personId: string): Promise<string[]> {
  const listNames = findContribution(ctx, 'organisationNames')
  return listNames ? listOrganisationPasswordTerms(await listNames(ctx, personId)) : []
}

export const getMainOrganisationName = async (ctx: PersonCtx, personId: string): Promise<string> =>
  (await findContribution(ctx, 'mainOrganisationNames')?.(ctx, personId)) ?? ''
