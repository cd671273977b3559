import type { RequestCtx } from '#packages/http'
import { listFactorsOfAccount } from '#kernel/identity/server/api.ts'
import type { VerificationMethod } from '../../contract.ts'
import type { SignInTicket } from '../ticket-queries.ts'

/** Second factors besides a phone. */
export type Authenticator = Exclude<VerificationMethod, 'sms'>

/** The host name that passkeys are bound to. */
export const getPasskeyHost = ({ client }: Pick<RequestCtx, 'client'>) => client.host.toLowerCase()

/** The account's authenticators that work on this host. Reads the directory, so not within a district. */
export const listAuthenticators = (ctx: RequestCtx, accountId: string): Promise<Authenticator[]> =>
  listFactorsOfAccount(ctx.cells, accountId, getPasskeyHost(ctx))

/** All methods for a second step. */
export const combineMethods = (phone: string, authenticators: readonly Authenticator[]): VerificationMethod[] => [
  ...(phone ? (['sms'] as const) : []),
  ...authenticators,
]

/** The same with a read of the authenticators. Reads the directory, so not within a district. */
export const listVerificationMethods = async (
  ctx: RequestCtx,
  accountId: string,
  phone: string,
): Promise<VerificationMethod[]> => combineMethods(phone, await listAuthenticators(ctx, accountId))

/** Whether other methods than the SMS code are accepted. A proof that a number is one's own needs the SMS code. */
export const acceptsAnyMethod = ({ kind, facts }: Pick<SignInTicket, 'kind' | 'facts'>) =>
  (kind === 'second-step' || kind === 'action') && facts['smsOnly'] !== true
