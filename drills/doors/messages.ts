import { setTimeout as sleep } from 'node:timers/promises'
import { Browser, tally, volley, type Answer } from '../parts/browser.ts'
import { newPhone } from '../parts/people.ts'
import { password } from '../parts/seeded.ts'
import { codeSentTo, codesTo } from '../parts/sms.ts'
import { mustWork } from './qr.ts'
import { isOneOf, solvedCaptcha, times, type Siege } from './siege.ts'

/** Many want a code for one phone at once: by its door, by the second step, with and without solved captchas. */
export async function flood(siege: Siege) {
  const target = siege.careful[0]!
  const owner = new Browser(siege.url)
  const { userName } = target
  const waiting = await mustWork(
    owner.post<{ msgId: string; needMsg: boolean }>('/api/users/login', { userName, userPwd: password }),
  )
  const solvers = await captchasForSms(siege, siege.long ? 400 : 50)
  const ask = (at: number) => {
    if (at % 3 === 0) return owner.post('/api/users/sendMsgCode', { msgId: waiting.msgId })
    const solver = at % 3 === 1 ? solvers.pop() : undefined
    const browser = solver?.browser ?? new Browser(siege.url)
    return browser.post('/api/users/smsLogin', { phone: target.phone }, solver?.captcha)
  }
  const solved = solvers.length
  const answers = await volley(times(siege, 10_000), siege.atOnce, ask)
  await codeSentTo(target.phone)
  await sleep(500) // a second one would leave after its answer, too
  const sent = (await codesTo(target.phone)).length
  siege.show(
    `codes for one phone, asked for ${answers.length} times at once (${solved} with solved captchas): ${sent} message (${tally(answers)})`,
    sent === 1 && isOneOf(answers, [1, -2, -4]),
  )
}

/** A captcha serves what the browser was asked it for, so each is first asked, at a number of nobody. */
async function captchasForSms(siege: Siege, count: number) {
  const decoy = newPhone()
  await new Browser(siege.url).post('/api/users/smsLogin', { phone: decoy })
  return volley(count, 20, async () => {
    const browser = new Browser(siege.url)
    const { ret } = await browser.post('/api/users/smsLogin', { phone: decoy })
    if (ret !== -2) throw new Error(`a second code without a captcha: ${ret}`)
    return { browser, captcha: await solvedCaptcha(browser) }
  })
}

/** Signs in by codes, and looks for each code in everything that was answered on the way. */
export async function lookForCodes(siege: Siege) {
  const people = siege.careful.slice(1)
  let answers = 0
  let told = 0
  let entered = 0
  for (const [at, { userName, phone }] of people.entries()) {
    const browser = new Browser(siege.url)
    const texts: string[] = []
    const keep = async (asked: Promise<Answer>) => {
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
    // As a word of its own: six digits in a row also occur in times and identifiers by chance.
    const pattern = new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`)
    answers += texts.length
    told += texts.filter((text) => pattern.test(text)).length
  }
  siege.show(
    `${people.length} sign-ins by code, ${entered} came in; of ${answers} answers on the way ${told} told the code`,
    told === 0 && entered === people.length,
  )
}
