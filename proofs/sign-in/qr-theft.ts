import { ApiClient, countAnswers, callInParallel, type ApiAnswer } from '../shared/browser.ts'
import { password } from '../shared/seeded-database.ts'
import { areAllExpected, checkSessions, roundsOf, collectTokens, type SignInAttack } from './attack-context.ts'

/** A thief who has seen the code on a screen requests the session before, while and after its owner confirms it. */
export async function stealByQrCode(attack: SignInAttack) {
  const [owner] = attack.people
  const phone = await new ApiClient(attack.url).signIn(owner!.userName, password)
  await checkSessions(attack)
  const asking = new ApiClient(attack.url, phone.address)
  const thief = new ApiClient(attack.url, phone.address)
  const { data: answer } = await asking.get<{ code: string }>('/api/users/loginQrCode')
  const polls: ApiAnswer<unknown>[] = []
  const tries: ApiAnswer[] = []
  const steal = async (often: number) => {
    await callInParallel(often, attack.atOnce, async (at) => {
      if (at % 10 === 0) tries.push(await thief.post('/api/users/qrLogin', { code: answer.code }))
      polls.push(await thief.get<unknown>(`/api/users/checkQrCode?code=${answer.code}`))
    })
  }
  const often = roundsOf(attack, 10_000) / 4
  await steal(often)
  await requireAnswer(phone.post(`/api/users/scanQrCode?code=${answer.code}`))
  await steal(often)
  await requireAnswer(phone.post(`/api/users/setQrCode?code=${answer.code}`))
  await steal(often)
  const own = await callInParallel(roundsOf(attack, 1_000), attack.atOnce, () =>
    asking.post('/api/users/qrLogin', { code: answer.code }),
  )
  await steal(often)

  const answered = polls.filter(({ ret }) => ret === 1)
  const states = new Set(answered.map(({ data }) => data))
  const onlyStates = areAllExpected(polls, [1]) && answered.every(({ data }) => [0, 1, 2, 3].includes(data as number))
  attack.show(
    `QR code of somebody else: ${polls.length} polls saw the states ${[...states].join(', ')} and nothing else; ` +
      `${tries.length} qrLogin: ${collectTokens(tries).length} tokens (${countAnswers(tries)})`,
    onlyStates && states.size === 4 && collectTokens(tries).length === 0 && areAllExpected(tries, [0]),
  )
  attack.show(
    `QR code, ${own.length} qrLogin at once by the browser that asked: ${collectTokens(own).length} token (${countAnswers(own)})`,
    collectTokens(own).length === 1 && areAllExpected(own, [0, 1]),
  )
}

export async function requireAnswer<Data>(answer: Promise<ApiAnswer<Data>>): Promise<Data> {
  const { ret, data, text } = await answer
  if (ret !== 1) throw new Error(`expected to work: ${text}`)
  return data
}
