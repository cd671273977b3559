import { z } from 'zod'
import { Refusal, type Ctx } from '#packages/core'
import type { Env } from '#packages/http'
import { readSetting } from '#kernel/org/server'

const hour = 3600
const day = 24 * hour

/** What a district or a school decides about signing in, under the key `login`. */
const loginSetting = z.object({
  secondStep: z.enum(['new-device', 'always', 'off']).default('new-device'),
  requireIdCard: z.boolean().default(false),
  deskIdleSeconds: z
    .int()
    .min(300)
    .default(4 * hour),
  deskSeconds: z.int().min(300).default(day),
  phoneIdleSeconds: z
    .int()
    .min(300)
    .default(7 * day),
  phoneSeconds: z
    .int()
    .min(300)
    .default(30 * day),
  pupilIdleSeconds: z
    .int()
    .min(60)
    .default(30 * 60),
})
export type LoginSetting = z.output<typeof loginSetting>

export const readLoginSetting = async (ctx: Pick<Ctx, 'db'>, orgPath: string): Promise<LoginSetting> =>
  loginSetting.parse(await readSetting(ctx, orgPath, 'login'))

/** A system whose word about who somebody is counts: it signs a ticket with a key that only it and we have. */
interface TransferSystem {
  id: string
  key: string
}

interface Installation {
  /** Passwords and ID numbers may also come in a query, as old clients send them. */
  queryCredentials: boolean
  /** Origins of applications that a one-time ticket may be handed to. */
  trustedOrigins: readonly string[]
  transferSystems: readonly TransferSystem[]
}

export let installation: Installation = { queryCredentials: false, trustedOrigins: [], transferSystems: [] }

export function configureSignIn(env: Env) {
  installation = {
    queryCredentials: env['QIMING_COMPAT_QUERY_CREDENTIALS'] === 'on',
    trustedOrigins: (env['QIMING_TRUSTED_ORIGINS'] ?? '')
      .split(',')
      .filter(Boolean)
      .map((origin) => new URL(origin).origin),
    transferSystems: z
      .array(z.object({ id: z.string().min(1), key: z.string().min(32) }))
      .parse(JSON.parse(env['QIMING_TRANSFER_SYSTEMS'] || '[]')),
  }
}

/** What came in a query although it is a secret: only where the installation still has old clients. */
export function fromQuery<T>(value: T): T {
  if (!installation.queryCredentials) throw new Refusal('该调用方式未开启')
  return value
}
