import type { FastifyInstance, InjectOptions } from 'fastify'

export interface ApiAnswer {
  ret: number
  msg: string
  data: Record<string, never>
}

/** A simulated browser with cookies and an IP address. */
export function createBrowser(
  app: FastifyInstance,
  { address = '10.1.1.1', agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36' } = {},
) {
  const cookies = new Map<string, string>()

  async function send(options: InjectOptions, token?: string, headers: Record<string, string> = {}) {
    const response = await app.inject({
      ...options,
      remoteAddress: address,
      headers: {
        'user-agent': agent,
        ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
        ...(options.headers as Record<string, string>),
      },
    })
    for (const { name, value } of response.cookies) cookies.set(name, value)
    return response
  }

  return {
    address,
    cookies,
    send,
    post: async (
      path: string,
      payload: object = {},
      token?: string,
      headers?: Record<string, string>,
    ): Promise<ApiAnswer> =>
      (await send({ method: 'POST', url: `/api/users/${path}`, payload }, token, headers)).json(),
    get: async (path: string, token?: string): Promise<ApiAnswer> =>
      (await send({ url: `/api/users/${path}` }, token)).json(),
  }
}
export type TestBrowser = ReturnType<typeof createBrowser>

/** The messages that the SMS simulator received for this number, newest last. */
export async function listSmsTo(phone: string): Promise<{ text: string; code: string }[]> {
  const answer = await fetch(`${process.env['QIMING_SIM_SMS_URL']}/messages?phone=${phone}`)
  const messages = (await answer.json()) as { parameters: Record<string, string>; text: string; at: string }[]
  return messages
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ text, parameters }) => ({ text, code: parameters['code'] ?? '' }))
}

/** The newest code for this number. Waits for messages that are sent after the answer. */
export async function waitForSmsCode(phone: string, count = 1): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const codes = (await listSmsTo(phone)).filter(({ code }) => code)
    if (codes.length >= count) return codes.at(-1)!.code
    await new Promise((done) => setTimeout(done, 30))
  }
  throw new Error(`no code number ${count} was sent`)
}
