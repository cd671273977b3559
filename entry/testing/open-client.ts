import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { textToSign } from '#kernel/developer/contract.ts'

interface Envelope<Data> {
  ret: number
  msg: string
  data: Data
}
interface OpenAnswer<Data = Record<string, unknown>> extends Envelope<Data> {
  status: number
  headers: Record<string, unknown>
  body: string
}

interface SignedRequest {
  fAppKey: string
  timestamp: number
  nonce: string
  signature: string
}

/** A request for a token, as an application signs it. */
export function signRequest(key: string, secret: string, facts: { timestamp?: number; nonce?: string } = {}) {
  const { timestamp = Date.now(), nonce = randomBytes(16).toString('hex') } = facts
  const signature = createHmac('sha256', secret).update(textToSign({ key, timestamp, nonce })).digest('hex')
  return { fAppKey: key, timestamp, nonce, signature }
}

/** The program of a vendor, without a network. */
export const createOpenClient = (app: FastifyInstance) => {
  const send = async <Data>(
    method: 'GET' | 'POST',
    url: string,
    {
      payload,
      headers = {},
      from = '127.0.0.1',
    }: { payload?: object; headers?: Record<string, string>; from?: string },
  ): Promise<OpenAnswer<Data>> => {
    const answer = await app.inject({ method, url, headers, remoteAddress: from, ...(payload ? { payload } : {}) })
    const { statusCode: status, body, headers: received } = answer
    return { ...answer.json<Envelope<Data>>(), status, body, headers: received }
  }
  return {
    request: (payload: SignedRequest, headers?: Record<string, string>, from?: string) =>
      send<{ token: string; expiresIn: number } | null>('POST', '/api/open/v1/token', {
        payload,
        ...(headers ? { headers } : {}),
        ...(from ? { from } : {}),
      }),
    self: (token: string, headers: Record<string, string> = {}, from?: string) =>
      send<{ fAppKey: string; fAppName: string } | null>('GET', '/api/open/v1/self', {
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(from ? { from } : {}),
      }),
  }
}
