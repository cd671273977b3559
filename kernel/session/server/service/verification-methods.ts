import type { RequestCtx } from '#packages/http'
import { listFactorsOfAccount } from '#kernel/identity/server'
import type { VerificationMethod } from '../../contract.ts'
import type { Ticket } from '../ticket-queries.ts'

/** What an account may have besides its password and a phone. */
export type Authenticator = Exclude<VerificationMethod, 'sms'>

/** The name of the host that passkeys belong to. */
export const getPasskeyHost = ({ client }: Pick<RequestCtx, 'client'>) => client.host.toLowerCase()

/** What the account has, as far as it can be used at this address. Reads the directory: not within a district. */
export const listAuthenticators = (ctx: RequestCtx, accountId: string): Promise<Authenticator[]> =>
  listFactorsOfAccount(ctx.cells, accountId, getPasskeyHost(ctx))

/** All that answers a second step. */
export const combineMethods = (phone: string, authenticators: readonly Authenticator[]): VerificationMethod[] => [
  ...(phone ? (['sms'] as const) : []),
  ...authenticators,
]

/** The same, for whoever has not read them yet. Reads the directory: not within a district. */
export const listVerificationMethods = async (
  ctx: RequestCtx,
  accountId: string,
  phone: string,
): Promise<VerificationMethod[]> => combineMethods(phone, await listAuthenticators(ctx, accountId))

/** Whether anything else than the message itself answers: what proves that a number is one's own, only the message does. */
export const acceptsAnyMethod = ({ kind, facts }: Pick<Ticket, 'kind' | 'facts'>) =>
  (kind === 'second-step' || kind === 'action') && facts['smsOnly'] !== true
