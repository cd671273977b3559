import { z } from 'zod'
import { routesOf, wireObject } from '#packages/contract'
import { manifest } from './manifest.ts'

/** How long a token is valid, unless its secret ends earlier. */
export const tokenSeconds = 2 * 3600
/** How far the clock of an application may be wrong. */
export const clockMinutes = 5

const route = routesOf(manifest)
/** For programs of others: the caller is an application with a token, which the handler checks. */
const open = { access: 'public', ownTransactions: true, httpStatus: true } as const

export const openApi = {
  /** The signature is HMAC-SHA256 over key, time and nonce, with the secret as its key. */
  token: route({
    ...open,
    method: 'POST',
    path: '/api/open/v1/token',
    title: '申请访问令牌',
    withoutKey: 'no session; a nonce is valid once',
    body: wireObject(
      {
        key: z.string().min(1, '请填写应用标识').max(64),
        /** Milliseconds since 1970. */
        timestamp: z.int().positive(),
        nonce: z.string().regex(/^[\w-]{16,64}$/, '随机数为16至64位字母或数字'),
        /** 64 hexadecimal digits. */
        signature: z.string().regex(/^[0-9a-f]{64}$/i, '签名为64位十六进制数'),
      },
      { key: 'fAppKey' },
    ),
    data: z.object({ token: z.string(), expiresIn: z.int() }),
  }),
  /** The calling application: proves that a token works. */
  self: route({
    ...open,
    method: 'GET',
    path: '/api/open/v1/self',
    title: '当前应用',
    data: wireObject({ key: z.string(), name: z.string() }, { key: 'fAppKey', name: 'fAppName' }),
  }),
}

/** The text that an application signs. */
export const textToSign = ({ key, timestamp, nonce }: { key: string; timestamp: number; nonce: string }) =>
  `${key}\n${timestamp}\n${nonce}`
