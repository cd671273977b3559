import type { Page } from '@playwright/test'

/** Calls the server as whoever is signed in; with a body it writes. */
export async function callServer<Data>(page: Page, path: string, data?: object): Promise<Data> {
  const headers = { authorization: `Bearer ${await page.evaluate<string>(`localStorage.getItem('token')`)}` }
  const answer = await (data ? page.request.post(path, { data, headers }) : page.request.get(path, { headers }))
  const { ret, msg, data: answered } = (await answer.json()) as { ret: number; msg: string; data: Data }
  if (ret !== 1) throw new Error(msg)
  return answered
}

export const getOwnUserId = (page: Page) => page.evaluate<string>(`JSON.parse(localStorage.getItem('user')).userId`)
