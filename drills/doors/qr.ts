import { Browser, tally, volley, type Answer } from '../parts/browser.ts'
import { password } from '../parts/seeded.ts'
import { isOneOf, proveSessions, times, tokensIn, type Siege } from './siege.ts'

/** Somebody who has seen the code on a screen asks for the session, before, while and after its owner confirms it. */
export async function stealByQrCode(siege: Siege) {
  const [owner] = siege.people
  const phone = await new Browser(siege.url).signIn(owner!.userName, password)
  await proveSessions(siege)
  const asking = new Browser(siege.url, phone.address)
  const thief = new Browser(siege.url, phone.address)
  const { data: asked } = await asking.get<{ code: string }>('/api/users/loginQrCode')
  const polls: Answer<unknown>[] = []
  const tries: Answer[] = []
  const steal = async (often: number) => {
    await volley(often, siege.atOnce, async (at) => {
      if (at % 10 === 0) tries.push(await thief.post('/api/users/qrLogin', { code: asked.code }))
      polls.push(await thief.get<unknown>(`/api/users/checkQrCode?code=${asked.code}`))
    })
  }
  const often = times(siege, 10_000) / 4
  await steal(often)
  await mustWork(phone.post(`/api/users/scanQrCode?code=${asked.code}`))
  await steal(often)
  await mustWork(phone.post(`/api/users/setQrCode?code=${asked.code}`))
  await steal(often)
  const own = await volley(times(siege, 1_000), siege.atOnce, () =>
    asking.post('/api/users/qrLogin', { code: asked.code }),
  )
  await steal(often)

  const answered = polls.filter(({ ret }) => ret === 1)
  const states = new Set(answered.map(({ data }) => data))
  const onlyStates = isOneOf(polls, [1]) && answered.every(({ data }) => [0, 1, 2, 3].includes(data as number))
  siege.show(
    `QR code of somebody else: ${polls.length} polls saw the states ${[...states].join(', ')} and nothing else; ` +
      `${tries.length} qrLogin: ${tokensIn(tries).length} tokens (${tally(tries)})`,
    onlyStates && states.size === 4 && tokensIn(tries).length === 0 && isOneOf(tries, [0]),
  )
  siege.show(
    `QR code, ${own.length} qrLogin at once by the browser that asked: ${tokensIn(own).length} token (${tally(own)})`,
    tokensIn(own).length === 1 && isOneOf(own, [0, 1]),
  )
}

export async function mustWork<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
  const { ret, data, text } = await asked
  if (ret !== 1) throw new Error(`expected to work: ${text}`)
  return data
}
