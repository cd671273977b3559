import { newId } from '#packages/core'
import { Browser, tally, volley, type Answer } from '../parts/browser.ts'
import { password } from '../parts/seeded.ts'
import { mustWork } from './qr.ts'
import { isOneOf, solvedCaptcha, times, type Siege } from './siege.ts'

/** One ticket for an application, exchanged by many at once: first by other browsers, then by its own. */
export async function exchangeOften(siege: Siege) {
  const owner = await new Browser(siege.url).signIn(siege.people[1]!.userName, password)
  const { url } = await mustWork(
    owner.post<{ url: string }>('/api/users/issueTicket', { redirectUrl: '/application/drill?u_t={u_t}' }),
  )
  const form = { ticket: new URL(url, siege.url).searchParams.get('u_t'), app: 'drill', userId: '', confirm: true }
  const exchange = (browser: Browser) => browser.post<Exchanged | null>('/api/users/exchangeTicket', form)
  const stolen = await volley(times(siege, 1_000), siege.atOnce, () => exchange(new Browser(siege.url)))
  const own = await volley(times(siege, 1_000), siege.atOnce, () => exchange(owner))
  const sessionsIn = (answers: readonly Answer<Exchanged | null>[]) =>
    answers.filter(({ data }) => data?.session?.token).length
  const rows = await siege.count('cell', "select count(*) from tenant.session where app = 'drill'")
  siege.show(
    `ticket of an application: ${stolen.length} exchanges by other browsers: ${sessionsIn(stolen)} sessions (${tally(stolen)}); ` +
      `${own.length} at once by its own: ${sessionsIn(own)} session, ${rows} row (${tally(own)})`,
    sessionsIn(stolen) === 0 && sessionsIn(own) === 1 && rows === 1 && isOneOf([...stolen, ...own], [0, 1]),
  )
}

interface Exchanged {
  session: { token: string } | null
}

/** One captcha, solved once, used by many at once in a place where everybody is asked for one. */
export async function reuseCaptcha(siege: Siege) {
  const browser = new Browser(siege.url)
  const guess = (headers = {}) =>
    browser.post('/api/users/login', { userName: `nobody.${newId()}`, userPwd: 'Wrong-2026' }, headers)
  const warm = await volley(60, 20, () => guess()) // from the 61st on this place needs a captcha
  const without = await guess()
  const captcha = await solvedCaptcha(browser)
  const answers = await volley(times(siege, 1_000), siege.atOnce, () => guess(captcha))
  const accepted = answers.filter(({ ret }) => ret === 0)
  siege.show(
    `captcha, asked for after ${warm.length} mistakes (${without.ret}) and used ${answers.length} times at once: ` +
      `${accepted.length} accepted (${tally(answers)})`,
    without.ret === -2 && accepted.length === 1 && isOneOf(answers, [0, -2]),
  )
}
