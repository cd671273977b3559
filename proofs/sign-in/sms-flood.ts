import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient, countAnswers, callInParallel, type ApiAnswer } from '../shared/browser.ts'
import { newPhone } from '../shared/schools.ts'
import { password } from '../shared/seeded-database.ts'
import { codeSentTo, codesTo } from '../shared/sms.ts'
import { requireAnswer } from './qr-theft.ts'
import { areAllExpected, solveCaptcha, roundsOf, type SignInAttack } from './attack-context.ts'

/**
 * Many requests for a code to one phone at once: by SMS sign-in, by the second step, with and without solved captchas.
 */
export async function floodWithSms(attack: SignInAttack) {
  const target = attack.careful[0]!
  const owner = new ApiClient(attack.url)
  const { userName } = target
  const waiting = await requireAnswer(
    owner.post<{ msgId: string; needMsg: boolean }>('/api/users/login', { userName, userPwd: password }),
  )
  const solvers = await captchasForSms(attack, attack.long ? 400 : 50)
  const ask = (at: number) => {
    if (at % 3 === 0) return owner.post('/api/users/sendMsgCode', { msgId: waiting.msgId })
    const solver = at % 3 === 1 ? solvers.pop() : undefined
    const browser = solver?.browser ?? new ApiClient(attack.url)
    return browser.post('/api/users/smsLogin', { phone: target.phone }, solver?.captcha)
  }
  const solved = solvers.length
  const answers = await callInParallel(roundsOf(attack, 10_000), attack.atOnce, ask)
  await codeSentTo(target.phone)
  await sleep(500) // a second message would also be sent after its answer
  const sent = (await codesTo(target.phone)).length
  attack.show(
    `codes for one phone, asked for ${answers.length} times at once (${solved} with solved captchas): ${sent} message (${countAnswers(answers)})`,
    sent === 1 && areAllExpected(answers, [1, -2, -4]),
  )
}

/** A captcha is bound to its purpose, so each browser first gets it required, with an unused number. */
async function captchasForSms(attack: SignInAttack, count: number) {
  const decoy = newPhone()
  await new ApiClient(attack.url).post('/api/users/smsLogin', { phone: decoy })
  return callInParallel(count, 20, async () => {
    const browser = new ApiClient(attack.url)
    const { ret } = await browser.post('/api/users/smsLogin', { phone: decoy })
    if (ret !== -2) throw new Error(`a second code without a captcha: ${ret}`)
    return { browser, captcha: await solveCaptcha(browser) }
  })
}

/** Signs in by codes, and searches for each code in all answers on the way. */
export async function searchLogsForCodes(attack: SignInAttack) {
  const people = attack.careful.slice(1)
  let answers = 0
  let told = 0
  let entered = 0
  for (const [at, { userName, phone }] of people.entries()) {
    const browser = new ApiClient(attack.url)
    const texts: string[] = []
    const keep = async (asked: Promise<ApiAnswer>) => {
      const { text, data, ret } = await asked
      texts.push(text)
      return { data, ret }
    }
    const begun =
      at % 2 === 0
        ? await keep(browser.post('/api/users/login', { userName, userPwd: password }))
        : await keep(browser.post('/api/users/smsLogin', { phone }))
    const { msgId } = begun.data
    if (at % 2 === 0) await keep(browser.post('/api/users/sendMsgCode', { msgId }))
    const code = await codeSentTo(phone)
    await keep(browser.post('/api/users/sendMsgCode', { msgId }))
    const wrong = code === '000000' ? '111111' : '000000'
    await keep(browser.post('/api/users/checkCode', { msgId, code: wrong }))
    const { data, ret } = await keep(browser.post('/api/users/checkCode', { msgId, code }))
    if (ret === 1 && data['token']) entered++
    // As a separate word: six digits in a row also occur in times and identifiers by chance.
    const pattern = new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`)
    answers += texts.length
    told += texts.filter((text) => pattern.test(text)).length
  }
  attack.show(
    `${people.length} sign-ins by code, ${entered} came in; of ${answers} answers on the way ${told} told the code`,
    told === 0 && entered === people.length,
  )
}
