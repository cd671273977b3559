import type { OwnCtx } from '#packages/http'
import { factorsOfAccount } from '#kernel/identity/server'
import type { Method } from '../../contract.ts'
import type { Ticket } from '../ticket-queries.ts'

/** What an account may have besides its password and a phone. */
export type Authenticator = Exclude<Method, 'sms'>

/** The name of the host that passkeys belong to. */
export const hostOf = ({ client }: Pick<OwnCtx, 'client'>) => client.host.toLowerCase()

/** What the account has, as far as it can be used at this address. Reads the directory: not within a district. */
export const authenticatorsOf = (ctx: OwnCtx, accountId: string): Promise<Authenticator[]> =>
  factorsOfAccount(ctx.cells, accountId, hostOf(ctx))

/** All that answers a second step. */
export const methodsFor = (phone: string, authenticators: readonly Authenticator[]): Method[] => [
  ...(phone ? (['sms'] as const) : []),
  ...authenticators,
]

/** The same, for whoever has not read them yet. Reads the directory: not within a district. */
export const methodsOf = async (ctx: OwnCtx, accountId: string, phone: string): Promise<Method[]> =>
  methodsFor(phone, await authenticatorsOf(ctx, accountId))

/** Whether anything else than the message itself answers: what proves that a number is one's own, only the message does. */
export const answersAnyMethod = ({ kind, facts }: Pick<Ticket, 'kind' | 'facts'>) =>
  (kind === 'second-step' || kind === 'action') && facts['smsOnly'] !== true
